/**
 * Script of the process that prepares a model and exchanges messages with its parent. Converting a model takes a
 * gigabyte for some seconds, which the system gets back when the process ends. Killing the process cancels the
 * preparation.
 */
import { MODEL_BUILDS } from './builds.ts';
import type { ModelName } from './builds.ts';
import type { Calibration } from './calibration.ts';
import { lowerPriority } from './lower-priority.ts';
import { buildModel, writeManifest } from './model-build.ts';
import type { BuildProgress, BuiltModel } from './model-build.ts';
import { judgeShipped, shippedFolder } from './shipped-model.ts';

export interface BuildRequest {
  readonly name: ModelName;
  readonly folder: string;
  readonly calibration: Calibration;
}

export type BuildReport =
  | { readonly kind: 'progress'; readonly fraction: number; readonly stage: string }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

/** Low priority of this process, so that other processes stay responsive while a model is prepared. */
const NICENESS = 10;

const report = (message: BuildReport): void => void process.send?.(message);

function make({ name, folder, calibration }: BuildRequest, onProgress: BuildProgress): Promise<BuiltModel> {
  const build = MODEL_BUILDS[name];
  if ('convert' in build) return buildModel(build, folder, calibration, onProgress);
  onProgress(0, 'Checking the model');
  return judgeShipped(build, shippedFolder(build.model));
}

process.once('message', (message) => {
  const request = message as BuildRequest;
  lowerPriority(NICENESS);
  make(request, (fraction, stage) => report({ kind: 'progress', fraction, stage }))
    .then((built) => writeManifest(request.folder, built))
    .then(
      () => report({ kind: 'done' }),
      (error: unknown) => report({ kind: 'failed', message: String(error) }),
    )
    .finally(() => process.disconnect());
});
process.once('disconnect', () => process.exit(0));
