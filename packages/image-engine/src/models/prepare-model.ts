import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildReport, BuildRequest } from './builder-process.ts';
import { MODEL_BUILDS } from './builds.ts';
import type { ModelName } from './builds.ts';
import type { ActivationRanges } from './calibration.ts';
import { MODEL_FILE } from './model-build.ts';
import type { BuildProgress, BuiltModel } from './model-build.ts';
import type { InputScaling } from './session.ts';
import { cacheFolder, createStaging, publish, readVerified } from './model-cache.ts';

const BUILDER_FILE = fileURLToPath(new URL('./builder-process.ts', import.meta.url));

/** A model's file, ready for this machine. */
export interface ReadyModel {
  readonly modelFile: string;
  /** How an operator's own model wants its input; absent for ours. */
  readonly scaling?: InputScaling;
}

export interface PreparedModel extends BuiltModel {
  readonly modelFile: string;
}

export interface PrepareOptions {
  readonly name: ModelName;
  readonly cacheDir: string;
  /** Another calibration than the one that ships, in the same format. */
  readonly calibrationFile?: string | undefined;
  readonly onProgress: BuildProgress;
  readonly signal: AbortSignal;
}

/**
 * A model, ready to run on this machine: from the cache if it is there and undamaged, otherwise built in a child
 * process. Any number of processes may do this at once; the first complete result stays.
 */
export async function prepareModel(options: PrepareOptions): Promise<PreparedModel> {
  const { name, cacheDir, onProgress, signal } = options;
  const build = MODEL_BUILDS[name];
  const calibrationBytes =
    'calibrationFile' in build
      ? await readFile(options.calibrationFile ?? build.calibrationFile)
      : Buffer.from('{"ranges":{}}');
  const calibrationHash = createHash('sha256').update(calibrationBytes).digest('hex');
  const folder = await cacheFolder(cacheDir, build, calibrationHash);
  const modelFile = join(folder, MODEL_FILE);
  const cached = await readVerified(folder);
  signal.throwIfAborted();
  if (cached !== undefined) return { ...cached, modelFile };
  const { ranges } = JSON.parse(calibrationBytes.toString('utf8')) as { ranges: ActivationRanges };
  const staging = await createStaging(folder);
  try {
    await runBuilder({ name, folder: staging, ranges }, onProgress, signal);
    return { ...(await publish(staging, folder)), modelFile };
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
