import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildReport, BuildRequest } from './builder-process.ts';
import { MODEL_BUILDS } from './builds.ts';
import type { ModelName } from './builds.ts';
import type { Calibration } from './calibration.ts';
import { MODEL_FILE } from './model-build.ts';
import type { BuildProgress, BuiltModel, ConvertedBuild } from './model-build.ts';
import type { InputScaling } from './session.ts';
import { cacheFolder, createStaging, publish, readVerified } from './model-cache.ts';
import { shippedFile, verifyShipped } from './shipped-model.ts';

const BUILDER_FILE = fileURLToPath(new URL('./builder-process.ts', import.meta.url));

/** Model file that this machine can run. */
export interface ReadyModel {
  readonly modelFile: string;
  /** Input normalization of an operator's own model; missing for our models. */
  readonly scaling?: InputScaling;
  /** Number of masks that the process caches; undefined for its default. */
  readonly cachedAnswers?: number;
}

export interface PreparedModel extends BuiltModel {
  readonly modelFile: string;
}

export interface ModelPrepareOptions {
  readonly name: ModelName;
  readonly cacheDir: string;
  /** File with calibration measurements that replaces the packaged one, in the same format. */
  readonly calibrationFile?: string | undefined;
  readonly onProgress: BuildProgress;
  readonly signal: AbortSignal;
}

/**
 * Prepares a model for this machine. A network that ships ready to run is only checked; other networks are built. The
 * outcome is cached. Without an intact cache entry, a child process makes one. Any number of processes may call this
 * at once; the first complete entry is used.
 */
export async function prepareModel(options: ModelPrepareOptions): Promise<PreparedModel> {
  const build = MODEL_BUILDS[options.name];
  if ('convert' in build) return prepareConverted(build, options);
  await verifyShipped(build.model);
  const folder = await cacheFolder(options.cacheDir, build, 'none');
  const judged = await fromCache(folder, { ranges: {} }, options);
  return { ...judged, modelFile: shippedFile(build, judged) };
}

async function prepareConverted(build: ConvertedBuild, options: ModelPrepareOptions): Promise<PreparedModel> {
  const calibration = await readFile(options.calibrationFile ?? build.calibrationFile);
  const calibrationHash = createHash('sha256').update(calibration).digest('hex');
  const folder = await cacheFolder(options.cacheDir, build, calibrationHash);
  const measured = JSON.parse(calibration.toString('utf8')) as Calibration;
  return { ...(await fromCache(folder, measured, options)), modelFile: join(folder, MODEL_FILE) };
}

async function fromCache(
  folder: string,
  calibration: Calibration,
  { name, onProgress, signal }: ModelPrepareOptions,
): Promise<BuiltModel> {
  const cached = await readVerified(folder);
  signal.throwIfAborted();
  if (cached !== undefined) return cached;
  const staging = await createStaging(folder);
  try {
    await runBuilder({ name, folder: staging, calibration }, onProgress, signal);
    return await publish(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function runBuilder(request: BuildRequest, onProgress: BuildProgress, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = fork(BUILDER_FILE, { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let outcome: BuildReport | undefined;
    let stderr = '';
    const onAbort = (): void => void child.kill('SIGKILL');
    signal.addEventListener('abort', onAbort, { once: true });
    child.stderr?.on('data', (part: Buffer) => (stderr = (stderr + part.toString()).slice(-2_000)));
    child.on('message', (message) => {
      const report = message as BuildReport;
      if (report.kind === 'progress') onProgress(report.fraction, report.stage);
      else outcome = report;
    });
    child.on('error', reject);
    child.on('close', (exitCode) => {
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) reject(signal.reason as Error);
      else if (outcome?.kind === 'done') resolve();
      else if (outcome?.kind === 'failed')
        reject(new Error(`Preparing the model failed: ${outcome.message}`));
      else reject(new Error(`Preparing the model ended with ${exitCode ?? 'a signal'}: ${stderr}`));
    });
    child.send(request);
  });
}
