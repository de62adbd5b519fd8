// Extracts, scores and streams: client ADDRESS INPUT.json; prints what came back as JSON.
// INPUT: {"captions": [...], "candidate": "...", "references": [...], "chunk": 50}
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"sort"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	pb "captuple/v1"
)

type input struct {
	Captions   []string
	Candidate  string
	References []string
	Chunk      int
}

func main() {
	var given input
	text, err := os.ReadFile(os.Args[2])
	check(err)
	check(json.Unmarshal(text, &given))
	connection, err := grpc.Dial(os.Args[1], grpc.WithInsecure())
	check(err)
	defer connection.Close()
	client := pb.NewSemanticTupleServiceClient(connection)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()

	extracted, err := client.ExtractTuples(ctx, &pb.ExtractTuplesRequest{Captions: captions(given.Captions[:10])})
	check(err)
	image := &pb.ImageInput{
		ImageKey:  &pb.ImageInput_ImageNumber{ImageNumber: 7},
		Candidate: scoreInput(given.Candidate),
	}
	for _, text := range given.References {
		image.References = append(image.References, scoreInput(text))
	}
	scored, err := client.ScoreCaptions(ctx, &pb.ScoreCaptionsRequest{Images: []*pb.ImageInput{image}})
	check(err)
	_, refused := client.ExtractTuples(ctx, &pb.ExtractTuplesRequest{MinConfidence: 2})
	streamed, err := stream(ctx, client, given.Captions, given.Chunk)
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"model":      extracted.Model,
		"extracted":  lemmas(extracted.Results),
		"signature":  scored.Signature,
		"overall_f1": scored.OverallF1,
		"faults":     faults(refused),
		"streamed":   streamed,
	}))
}

// stream sends all captions, chunk by chunk, while it reads the answers, which come in order.
func stream(ctx context.Context, client pb.SemanticTupleServiceClient, texts []string, size int) ([][]*string, error) {
	call, err := client.StreamExtractTuples(ctx)
	if err != nil {
		return nil, err
	}
	go func() { // Send waits while the server does not read on; an error of it comes back from Recv.
		defer call.CloseSend()
		for start := 0; start < len(texts); start += size {
			end := start + size
			if end > len(texts) {
				end = len(texts)
			}
			if call.Send(&pb.StreamExtractTuplesRequest{Captions: captions(texts[start:end])}) != nil {
				return
			}
		}
	}()
	var results [][]*string
	for {
		response, err := call.Recv()
		if err == io.EOF {
			return results, nil
		}
		if err != nil {
			return nil, err
		}
		if response.FirstIndex != int64(len(results)) {
			return nil, fmt.Errorf("out of order: %d after %d results", response.FirstIndex, len(results))
		}
		results = append(results, lemmas(response.Results)...)
	}
}

func captions(texts []string) []*pb.Caption {
	messages := make([]*pb.Caption, len(texts))
	for i, text := range texts {
		messages[i] = &pb.Caption{Text: text}
	}
	return messages
}

func scoreInput(text string) *pb.ScoreInput {
	return &pb.ScoreInput{Content: &pb.ScoreInput_Caption{Caption: &pb.Caption{Text: text}}}
}

// lemmas gives the predicates of each caption; nil stands for one without a known value.
func lemmas(results []*pb.ExtractTuplesResult) [][]*string {
	found := make([][]*string, len(results))
	for i, result := range results {
		if failed := result.GetError(); failed != nil {
			log.Fatal(failed.Message)
		}
		found[i] = []*string{}
		for _, tuple := range result.GetTuples().Tuples {
			found[i] = append(found[i], tuple.Predicate.Lemma)
		}
	}
	return found
}

// faults gives the fields that a refused call's BadRequest names.
func faults(refused error) []string {
	var fields []string
	for _, detail := range status.Convert(refused).Details() {
		if bad, ok := detail.(*errdetails.BadRequest); ok {
			for _, violation := range bad.FieldViolations {
				fields = append(fields, violation.Field)
			}
		}
	}
	sort.Strings(fields)
	return fields
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
