// Extracts, scores and streams: node client.js ADDRESS PROTO_FOLDER INPUT.json; prints what came back as JSON.
// INPUT: {"captions": [...], "candidate": "...", "references": [...], "chunk": 50}
'use strict';
const fs = require('fs');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');

const [address, protos, input] = process.argv.slice(2);
const given = JSON.parse(fs.readFileSync(input, 'utf8'));
const definition = loader.loadSync(['captuple/v1/captuple.proto', 'google/rpc/error_details.proto'], {
  includeDirs: [protos],
  keepCase: true, // fields are named as in the API, and not in camelCase
  longs: Number,
  enums: String,
  defaults: true, // what is 0 or empty is there
  oneofs: true, // result.outcome says which of tuples and error there is
});
const { captuple } = grpc.loadPackageDefinition(definition);
const client = new captuple.v1.SemanticTupleService(address, grpc.credentials.createInsecure());

const deadline = () => ({ deadline: Date.now() + 60_000 });
const lemmas = (result) => {
  if (result.outcome === 'error') throw new Error(result.error.message);
  return result.tuples.tuples.map((tuple) => tuple.predicate.lemma ?? null);
};

function call(method, request) {
  return new Promise((resolve, reject) => {
    client[method](request, deadline(), (error, response) => (error ? reject(error) : resolve(response)));
  });
}

// The faults of a refused call: google.rpc.Status in its trailers, with a BadRequest.
function faults(error) {
  const [bytes] = error.metadata.get('grpc-status-details-bin');
  return definition['google.rpc.Status'].deserialize(bytes).details
    .filter((detail) => detail.type_url.endsWith('/google.rpc.BadRequest'))
    .flatMap((detail) => definition['google.rpc.BadRequest'].deserialize(detail.value).field_violations)
    .map((violation) => violation.field);
}

async function stream(captions, size) {
  const call = client.StreamExtractTuples();
  const ended = new Promise((resolve, reject) => call.on('error', reject).on('end', resolve));
  const results = [];
  call.on('data', (response) => {
    if (response.first_index !== results.length) call.destroy(new Error('out of order'));
    results.push(...response.results.map(lemmas));
  });
  for (let i = 0; i < captions.length; i += size) {
    const message = { captions: captions.slice(i, i + size).map((text) => ({ text })) };
    // The server reads on as its answers are read: wait where the stream says that it is full.
    if (!call.write(message)) await new Promise((resolve) => call.once('drain', resolve));
  }
  call.end();
  await ended;
  return results;
}

async function main() {
  const extracted = await call('ExtractTuples', { captions: given.captions.slice(0, 10).map((text) => ({ text })) });
  const scored = await call('ScoreCaptions', {
    images: [{
      image_number: 7,
      candidate: { caption: { text: given.candidate } },
      references: given.references.map((text) => ({ caption: { text } })),
    }],
  });
  const refused = await call('ExtractTuples', { captions: [], min_confidence: 2 }).catch((error) => error);
  process.stdout.write(JSON.stringify({
    model: extracted.model,
    extracted: extracted.results.map(lemmas),
    signature: scored.signature,
    overall_f1: scored.overall_f1,
    faults: faults(refused).sort(),
    streamed: await stream(given.captions, given.chunk),
  }));
  client.close();
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
