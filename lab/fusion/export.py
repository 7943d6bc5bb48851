"""Exports a state of train.py to ONNX.

    python lab/fusion/export.py best.pt OUTPUT.onnx [WIDTH]
"""

import sys

import numpy as np
import onnxruntime
import torch

from train import N, PASSES, Fusion


class Exported(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x, present):
        weights, correction, confidence = self.net(x, present)
        return torch.softmax(weights, 1), correction, torch.sigmoid(confidence)


net = Fusion(float(sys.argv[3]) if len(sys.argv) > 3 else 0.6)
net.load_state_dict(torch.load(sys.argv[1]))
exported = Exported(net).eval()
example = (torch.rand(1, 3 + len(PASSES), N, N), torch.ones(1, len(PASSES)))
torch.onnx.export(exported, example, sys.argv[2], opset_version=17, dynamo=False,
                  input_names=["picture", "present"], output_names=["weights", "correction", "confidence"])
session = onnxruntime.InferenceSession(sys.argv[2])
out = session.run(None, {"picture": example[0].numpy(), "present": example[1].numpy()})
with torch.no_grad():
    expected = exported(*example)
print("largest difference", max(float(np.abs(a - b.numpy()).max()) for a, b in zip(out, expected)))
