"""The parser ``encoder``: a small pre-trained transformer with heads for tags, trees and roles, over ONNX Runtime."""
