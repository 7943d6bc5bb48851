import type { OnnxAttribute } from '../../packages/image-engine/src/models/onnx-format.ts';

/** Builds an attribute of a number, of integers, or of text (AttributeProto.AttributeType). */
export const attributeOf = {
  float: (name: string, f: number): OnnxAttribute => ({ name, type: 1, f }),
  int: (name: string, i: number): OnnxAttribute => ({ name, type: 2, i }),
  text: (name: string, text: string): OnnxAttribute => ({ name, type: 3, s: Buffer.from(text) }),
  ints: (name: string, ints: number[]): OnnxAttribute => ({ name, type: 7, ints }),
} as const;
