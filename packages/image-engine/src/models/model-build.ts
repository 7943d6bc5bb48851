import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelInfo } from '@packshot/contract';
import type { InferenceSession } from 'onnxruntime-node';
import { CalibrationError } from './calibration.ts';
import type { Calibration } from './calibration.ts';
import { encodeModel } from './onnx-format.ts';
import type { OnnxModel } from './onnx-format.ts';
import { createSession, SESSION_OPTIONS } from './session.ts';

export type Precision = 'int8' | 'fp32';

/** Agreement of the quantized network with single precision on fixed pictures. */
export interface SelfCheck {
  readonly passed: boolean;
  readonly measures: Readonly<Record<string, number>>;
}

/**
 * Instructions for building the runnable form of a packaged network: in 8 bits on machines where the result is close
 * to single precision.
 */
export interface ConvertedBuild {
  readonly model: ModelInfo;
  /** Version of the build. Increase it when conversion, quantization or session options change the saved files. */
  readonly version: number;
  /** File with measurements of the network; the package's README describes how to make them. */
  readonly calibrationFile: string;
  /** Converts the published weights to a lean single-precision graph. */
  convert(): Promise<OnnxModel>;
  /**
   * Quantizes the graph to 8 bits, in place.
   * @throws CalibrationError if the measurements don't fit the graph
   */
  quantize(model: OnnxModel, calibration: Calibration): void;
  /** Runs the network in a file on pictures whose single-precision results are known, and compares the results. */
  check(modelFile: string): Promise<SelfCheck>;
}

/** Outcome of a build: the precision in which the network runs on this machine, and the reason. */
export interface BuiltModel {
  readonly precision: Precision;
  /** Reason for rejecting the faster precision; undefined if the network runs in it. */
  readonly fallbackReason?: string;
  readonly selfCheck?: SelfCheck;
  /** Hashes and sizes of the files that were written; empty for a network that ships ready to run. */
  readonly files: Readonly<Record<string, { sha256: string; sizeBytes: number }>>;
}

export const MODEL_FILE = 'model.onnx';
const WEIGHTS_FILE = 'weights.bin';
/**
 * Tensors from this size on are stored in a separate file. Smaller ones stay inside the graph file, because the
 * runtime must find its constants in it.
 */
const EXTERNAL_FROM_BYTES = 1024;
const LOG_ERRORS_ONLY = 3;

export type BuildProgress = (fraction: number, stage: string) => void;

/**
 * Builds a network's runnable form in `folder`: reads the published weights, converts them to lean single precision,
 * quantizes to 8 bits, has the runtime optimize the graph for this CPU, and compares the results with single
 * precision. Falls back to single precision if the results differ or the measurements don't fit.
 */
export async function buildModel(
  build: ConvertedBuild,
  folder: string,
  calibration: Calibration,
  onProgress: BuildProgress,
): Promise<BuiltModel> {
  onProgress(0, 'Reading the model');
  const model = await build.convert();
  onProgress(0.2, 'Quantizing the model');
  const quantized = tryQuantize(build, model, calibration);
  if (quantized instanceof CalibrationError) {
    return { ...(await inSinglePrecision(build, folder, onProgress)), fallbackReason: quantized.message };
  }
  onProgress(0.35, 'Optimizing the model for this computer');
  await optimize(quantized, folder);
  onProgress(0.55, 'Checking the model');
  // Checks the saved files rather than the graph in memory, because the engine runs the files.
  const selfCheck = await build.check(join(folder, MODEL_FILE));
  if (selfCheck.passed) return { precision: 'int8', selfCheck, files: await describe(folder) };
  const fallbackReason = `8-bit result differs on this CPU: ${inWords(selfCheck)}`;
  return { ...(await inSinglePrecision(build, folder, onProgress)), selfCheck, fallbackReason };
}

/**
 * Builds the network in single precision. Reads the weights again, because the graph was quantized in place, and two
 * graphs in memory would take 350 MB.
 */
async function inSinglePrecision(
  build: ConvertedBuild,
  folder: string,
  onProgress: BuildProgress,
): Promise<BuiltModel> {
  onProgress(0.85, 'Optimizing the model for this computer');
  await optimize(encodeModel(await build.convert()), folder);
  return { precision: 'fp32', files: await describe(folder) };
}

export const inWords = ({ measures }: SelfCheck): string =>
  Object.entries(measures)
    .map(([name, value]) => `${name} ${value.toFixed(4)}`)
    .join(', ');

function tryQuantize(
  build: ConvertedBuild,
  model: OnnxModel,
  calibration: Calibration,
): Uint8Array | CalibrationError {
  try {
    build.quantize(model, calibration);
    return encodeModel(model);
  } catch (error) {
    if (error instanceof CalibrationError) return error;
    throw error;
  }
}

async function optimize(model: Uint8Array, folder: string): Promise<void> {
  // Removes the weights file of an earlier attempt, because the runtime would append to it.
  await Promise.all([MODEL_FILE, WEIGHTS_FILE].map((file) => rm(join(folder, file), { force: true })));
  const options: InferenceSession.SessionOptions = {
    ...SESSION_OPTIONS,
    logSeverityLevel: LOG_ERRORS_ONLY,
    optimizedModelFilePath: join(folder, MODEL_FILE),
    extra: {
      session: {
        optimized_model_external_initializers_file_name: WEIGHTS_FILE,
        optimized_model_external_initializers_min_size_in_bytes: String(EXTERNAL_FROM_BYTES),
      },
    },
  };
  const session = await createSession(model, options);
  await session.release();
}

async function describe(folder: string): Promise<BuiltModel['files']> {
  const files: Record<string, { sha256: string; sizeBytes: number }> = {};
  for (const file of [MODEL_FILE, WEIGHTS_FILE]) {
    const bytes = await readFile(join(folder, file));
    files[file] = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
  }
  return files;
}

/** Writes the description of the built files; its presence marks a complete cache entry. */
export async function writeManifest(folder: string, built: BuiltModel): Promise<void> {
  await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(built, null, 1)}\n`);
}

export const MANIFEST_FILE = 'manifest.json';
