"""Reads the scanline OpenEXR files that Blender writes (ZIP or none, half or float) into named numpy planes."""

import struct
import zlib

import numpy as np

_TYPES = {0: np.dtype('<u4'), 1: np.dtype('<f2'), 2: np.dtype('<f4')}
_LINES = {0: 1, 2: 1, 3: 16}


def _text(data, at):
    end = data.index(b'\0', at)
    return data[at:end].decode(), end + 1


def _unzip(block, size):
    if len(block) == size:
        return block
    raw = np.frombuffer(zlib.decompress(block), np.uint8).astype(np.int64)
    raw[1:] -= 128
    restored = (np.cumsum(raw) & 255).astype(np.uint8)
    half = (size + 1) // 2
    out = np.empty(size, np.uint8)
    out[0::2] = restored[:half]
    out[1::2] = restored[half:]
    return out.tobytes()


def read(path):
    """Returns {channel name: (height, width) float32 array}."""
    data = open(path, 'rb').read()
    if struct.unpack('<I', data[:4])[0] != 20000630:
        raise ValueError(f'{path} is not an OpenEXR file')
    at, channels, box, compression = 8, [], None, None
    while data[at]:
        name, at = _text(data, at)
        kind, at = _text(data, at)
        size = struct.unpack('<I', data[at : at + 4])[0]
        value = data[at + 4 : at + 4 + size]
        at += 4 + size
        if name == 'channels':
            p = 0
            while value[p]:
                channel, p = _text(value, p)
                channels.append((channel, _TYPES[struct.unpack('<I', value[p : p + 4])[0]]))
                p += 16
        elif name == 'dataWindow':
            box = struct.unpack('<4i', value)
        elif name == 'compression':
            compression = value[0]
    at += 1
    if compression not in _LINES:
        raise ValueError(f'{path}: compression {compression} is not read here')
    width, height = box[2] - box[0] + 1, box[3] - box[1] + 1
    lines = _LINES[compression]
    blocks = (height + lines - 1) // lines
    offsets = struct.unpack(f'<{blocks}Q', data[at : at + 8 * blocks])
    planes = {name: np.empty((height, width), np.float32) for name, _ in channels}
    row_bytes = width * sum(kind.itemsize for _, kind in channels)
    for offset in offsets:
        y, size = struct.unpack('<iI', data[offset : offset + 8])
        y -= box[1]
        rows = min(lines, height - y)
        block = data[offset + 8 : offset + 8 + size]
        if compression:
            block = _unzip(block, rows * row_bytes)
        p = 0
        for row in range(y, y + rows):
            for name, kind in channels:
                planes[name][row] = np.frombuffer(block, kind, width, p)
                p += width * kind.itemsize
    return planes
