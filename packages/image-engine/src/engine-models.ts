import type { ModelInfo } from '@packshot/contract';
import type { EngineOptions, JobOptions } from './image-engine.ts';
import type { ModelName } from './models/builds.ts';
import { describeOperatorModel, readyOperatorModel } from './models/operator-model.ts';
import type { PreparedModel, ReadyModel } from './models/prepare-model.ts';
import { MODELS } from './models/registry.ts';
import { SharedPreparation } from './models/shared-preparation.ts';
import type { MakeReady } from './models/shared-preparation.ts';

interface Prepared extends Pick<PreparedModel, 'precision' | 'fallbackReason'> {
  readonly model: ReadyModel;
}

const PACKAGED_ROWS: readonly ModelInfo[] = MODELS.map(
  ({ id, tool, file, sha256, sizeBytes, license, terms, source }) => {
    return { id, tool, file, sha256, sizeBytes, license, terms, source };
  },
);

/** Neural networks of one engine, each prepared once, on first use. */
export class EngineModels {
  readonly #options: EngineOptions;
  readonly #preparations = new Map<ModelName, SharedPreparation<Prepared>>();

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  of(name: ModelName): SharedPreparation<Prepared> {
    const existingPreparation = this.#preparations.get(name);
    if (existingPreparation !== undefined) return existingPreparation;
    const preparation = new SharedPreparation(
      this.#getMaker(name),
      (ready, durationMs) => this.#report(ready, durationMs),
      this.#options.onProgress,
    );
    this.#preparations.set(name, preparation);
    return preparation;
  }

  /**
   * Registry entries of all models, with the operator's own model in place of ours. Rejects if the operator's file
   * can't be read.
   */
  async rows(): Promise<ModelInfo[]> {
    const { operatorModel } = this.#options;
    if (operatorModel === undefined) return [...PACKAGED_ROWS];
    const row = await describeOperatorModel(operatorModel);
    return [row, ...PACKAGED_ROWS.filter(({ tool }) => tool !== row.tool)];
  }

  abort(reason: Error): void {
    for (const preparation of this.#preparations.values()) preparation.abort(reason);
  }

  #getMaker(name: ModelName): MakeReady<Prepared> {
    const { cacheDir, calibrationFile, operatorModel, cachedMasks } = this.#options;
    const cachedAnswers = name === 'isnet' && cachedMasks !== undefined ? { cachedAnswers: cachedMasks } : {};
    if (name === 'isnet' && operatorModel !== undefined) {
      const model = { ...readyOperatorModel(operatorModel), ...cachedAnswers };
      return async () => ({ model, precision: 'fp32' });
    }
    return async (signal, onProgress) => {
      // Loaded lazily because it imports ONNX Runtime, which isn't needed to list the models.
      const { prepareModel } = await import('./models/prepare-model.ts');
      const calibration = name === 'isnet' ? calibrationFile : undefined;
      const prepared = await prepareModel({
        name,
        cacheDir,
        calibrationFile: calibration,
        signal,
        onProgress,
      });
      return { ...prepared, model: { modelFile: prepared.modelFile, ...cachedAnswers } };
    };
  }

  #report({ model: { modelFile }, precision, fallbackReason }: Prepared, durationMs: number): void {
    const { logger } = this.#options;
    const details = { precision, modelFile, durationMs: Math.round(durationMs) };
    if (fallbackReason === undefined) logger?.info(details, 'The image engine is ready');
    else logger?.warn({ ...details, fallbackReason }, 'The image engine runs in single precision');
  }
}

/** Share of a job's progress, 0 to 1, that is reported while its model is prepared. */
const PREPARED_AT = 0.3;

/** Waits until the model of a job is prepared. Returns job options whose progress continues after the preparation. */
export async function withPreparation<Ready>(
  preparation: SharedPreparation<Ready>,
  options: JobOptions,
): Promise<JobOptions> {
  const { signal, onProgress } = options;
  const startAt = preparation.ready === undefined ? PREPARED_AT : 0;
  if (startAt > 0) options.onStage?.('prepare', Date.now());
  await preparation.ensure(({ fraction }) => onProgress?.(fraction * startAt, 'prepare'), signal);
  return {
    ...options,
    onProgress: (fraction, stage) => onProgress?.(startAt + fraction * (1 - startAt), stage),
  };
}
