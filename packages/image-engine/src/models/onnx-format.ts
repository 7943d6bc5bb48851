import protobuf from 'protobufjs';

/**
 * Parts of the ONNX file format (onnx.proto, IR version 8) that inference graphs use. Fields have the names of the
 * format. 64-bit integers are decoded as `Long` or number, see `int()`.
 */
const SCHEMA = `
syntax = "proto2";
package onnx;
message AttributeProto { optional string name=1; optional string ref_attr_name=21; optional string doc_string=13; optional int32 type=20; optional float f=2; optional int64 i=3; optional bytes s=4; optional TensorProto t=5; repeated float floats=7; repeated int64 ints=8; repeated bytes strings=9; }
message ValueInfoProto { optional string name=1; optional TypeProto type=2; optional string doc_string=3; }
message NodeProto { repeated string input=1; repeated string output=2; optional string name=3; optional string op_type=4; optional string domain=7; repeated AttributeProto attribute=5; optional string doc_string=6; }
message ModelProto { optional int64 ir_version=1; repeated OperatorSetIdProto opset_import=8; optional string producer_name=2; optional string producer_version=3; optional string domain=4; optional int64 model_version=5; optional string doc_string=6; optional GraphProto graph=7; }
message GraphProto { repeated NodeProto node=1; optional string name=2; repeated TensorProto initializer=5; optional string doc_string=10; repeated ValueInfoProto input=11; repeated ValueInfoProto output=12; repeated ValueInfoProto value_info=13; }
message TensorProto { repeated int64 dims=1; optional int32 data_type=2; repeated float float_data=4 [packed=true]; repeated int32 int32_data=5 [packed=true]; repeated int64 int64_data=7 [packed=true]; optional string name=8; optional bytes raw_data=9; repeated StringStringEntryProto external_data=13; optional int32 data_location=14; }
message StringStringEntryProto { optional string key=1; optional string value=2; }
message TensorShapeProto { message Dimension { optional int64 dim_value=1; optional string dim_param=2; } repeated Dimension dim=1; }
message TypeProto { message Tensor { optional int32 elem_type=1; optional TensorShapeProto shape=2; } optional Tensor tensor_type=1; }
message OperatorSetIdProto { optional string domain=1; optional int64 version=2; }
`;

const modelType = protobuf.parse(SCHEMA, { keepCase: true }).root.lookupType('onnx.ModelProto');

type Int64 = number | { toNumber(): number };

/** Element types of the format that these graphs use (TensorProto.DataType). */
export const DATA_TYPE = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, float16: 10 } as const;

export interface OnnxTensor {
  name: string;
  dims: Int64[];
  data_type: number;
  raw_data?: Uint8Array;
  int32_data?: number[];
  int64_data?: Int64[];
  /** Location of the tensor's bytes in another file: `location`, `offset` and `length`. */
  external_data?: { key: string; value: string }[];
  data_location?: number;
}

export interface OnnxAttribute {
  name: string;
  type?: number;
  i?: Int64;
  f?: number;
  s?: Uint8Array;
  t?: OnnxTensor;
  ints?: Int64[];
}

export interface OnnxNode {
  name: string;
  op_type: string;
  /** Domain of the operator; missing for standard operators. */
  domain?: string;
  input: string[];
  output: string[];
  attribute: OnnxAttribute[];
}

/** Exported for the scripts in `lab/`. @lab */
export interface OnnxValueInfo {
  name: string;
  type?: {
    tensor_type: { elem_type: number; shape?: { dim: { dim_value?: Int64; dim_param?: string }[] } };
  };
}

export interface OnnxGraph {
  node: OnnxNode[];
  initializer: OnnxTensor[];
  input: OnnxValueInfo[];
  output: OnnxValueInfo[];
  value_info: OnnxValueInfo[];
}

export interface OnnxModel {
  ir_version?: Int64;
  opset_import?: { domain?: string; version: Int64 }[];
  graph: OnnxGraph;
}

/**
 * Decodes an ONNX file.
 * @throws for invalid bytes
 */
export function decodeModel(bytes: Uint8Array): OnnxModel {
  return modelType.decode(bytes) as unknown as OnnxModel;
}

export function encodeModel(model: OnnxModel): Uint8Array {
  return modelType.encode(model).finish();
}

/** Converts a 64-bit integer to a number. Integers of our models fit into a double. */
export function int(value: Int64): number {
  return typeof value === 'number' ? value : value.toNumber();
}

/**
 * Returns a node's attribute.
 * @throws if the node has no attribute of that name
 */
export function attribute(node: OnnxNode, name: string): OnnxAttribute {
  const matchingAttribute = node.attribute.find((candidate) => candidate.name === name);
  if (matchingAttribute === undefined)
    throw new Error(`${node.op_type} ${node.name} has no attribute ${name}`);
  return matchingAttribute;
}

/** Creates a tensor from a typed array without copying its bytes. */
export function tensor(
  name: string,
  dims: number[],
  values: Float32Array | Int8Array | Uint8Array | Int32Array | BigInt64Array,
): OnnxTensor {
  return {
    name,
    dims,
    data_type: getDataType(values),
    raw_data: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  };
}

function getDataType(values: Float32Array | Int8Array | Uint8Array | Int32Array | BigInt64Array): number {
  if (values instanceof Float32Array) return DATA_TYPE.float32;
  if (values instanceof Int8Array) return DATA_TYPE.int8;
  if (values instanceof Uint8Array) return DATA_TYPE.uint8;
  if (values instanceof Int32Array) return DATA_TYPE.int32;
  return DATA_TYPE.int64;
}

/** Copies the tensor's bytes to an aligned buffer, which can be viewed as any element type. */
function alignedBytes(source: OnnxTensor): ArrayBuffer {
  // Doesn't use `slice`, because the bytes may be a Buffer, whose `slice` shares the memory instead of copying.
  return new Uint8Array(source.raw_data ?? []).buffer;
}

/**
 * A tensor's values, in the order of its dimensions.
 * @throws for types other than float32
 */
export function float32Values(source: OnnxTensor): Float32Array {
  if (source.data_type !== DATA_TYPE.float32) throw new Error(`${source.name} is not float32`);
  return new Float32Array(alignedBytes(source));
}

/**
 * Values of a half-precision tensor as float32; the file stores them in `raw_data`, or as bit patterns in
 * `int32_data`.
 */
export function halfValues(source: OnnxTensor): Float32Array {
  const halves =
    source.raw_data !== undefined && source.raw_data.length > 0
      ? new Float16Array(alignedBytes(source))
      : new Float16Array(Uint16Array.from(source.int32_data ?? []).buffer);
  return Float32Array.from(halves);
}

/** Integers of a tensor, from `raw_data` or the list of integers. */
export function int64Values(source: OnnxTensor): number[] {
  if (source.raw_data !== undefined && source.raw_data.length > 0) {
    return Array.from(new BigInt64Array(alignedBytes(source)), Number);
  }
  return (source.int64_data ?? []).map(int);
}
