import type { ModelInfo } from '@packshot/contract';
import type { EngineOptions, PreparedTool } from './image-engine.ts';
import type { ModelBuildName } from './models/builds.ts';
import { describeOperatorModel } from './models/operator-model.ts';
import { prepareModel } from './models/prepare-model.ts';
import type { PreparedModel } from './models/prepare-model.ts';
import { MODELS } from './models/registry.ts';
import { ISNET_SCALING, scalingOf } from './models/segmentation-session.ts';
import type { SegmentationModel } from './models/segmentation-session.ts';
import { SharedPreparation } from './models/shared-preparation.ts';
import type { MakeReady } from './models/shared-preparation.ts';
import type { SubmitOptions } from './process/process-host.ts';

/** What every prepared model says of itself. */
type Build = Pick<PreparedModel, 'precision' | 'fallbackReason'>;

/** What the engine's process loads for cut-outs. */
interface ReadyCutOut extends Build {
  readonly model: SegmentationModel;
}

const PACKAGED_ROWS: readonly ModelInfo[] = MODELS.map(
  ({ id, tool, file, sha256, sizeBytes, license, terms, source }) => {
    return { id, tool, file, sha256, sizeBytes, license, terms, source };
  },
);

/** The networks of one engine: each is made ready once, when it is first wanted. */
export class EngineModels {
  readonly cutOut: SharedPreparation<ReadyCutOut>;
  readonly upscaler: SharedPreparation<PreparedModel>;
  readonly moderator: SharedPreparation<PreparedModel>;
  readonly #options: EngineOptions;
  readonly #onCutOutWanted: () => void;

  /** `onCutOutWanted` is called before the cut-out's model is looked for. */
  constructor(options: EngineOptions, onCutOutWanted: () => void) {
    this.#options = options;
    this.#onCutOutWanted = onCutOutWanted;
    this.cutOut = new SharedPreparation(
      this.#makeCutOutReady,
      (ready, durationMs) => this.#report(ready, ready.model.modelFile, durationMs),
      options.onProgress,
    );
    this.upscaler = this.#preparationOf('esrgan');
    this.moderator = this.#preparationOf('nsfw');
  }

  of(tool: PreparedTool): SharedPreparation<ReadyCutOut> | SharedPreparation<PreparedModel> {
    switch (tool) {
      case 'remove-background':
        return this.cutOut;
      case 'upscale':
        return this.upscaler;
      case 'moderate':
        return this.moderator;
    }
  }

  /** The registry; an operator's model takes the place of ours. Rejects when its file cannot be read. */
  async rows(): Promise<ModelInfo[]> {
    const { operatorModel } = this.#options;
    if (operatorModel === undefined) return [...PACKAGED_ROWS];
    const row = await describeOperatorModel(operatorModel);
    return [row, ...PACKAGED_ROWS.filter(({ tool }) => tool !== row.tool)];
  }

  /** Ends every preparation under way; whoever waits is rejected. */
  abort(reason: Error): void {
    for (const preparation of [this.cutOut, this.upscaler, this.moderator]) preparation.abort(reason);
  }

  #preparationOf(name: ModelBuildName): SharedPreparation<PreparedModel> {
    const { cacheDir, onProgress: listener } = this.#options;
    return new SharedPreparation(
      (signal, onProgress) => prepareModel({ name, cacheDir, signal, onProgress }),
      (ready, durationMs) => this.#report(ready, ready.modelFile, durationMs),
      listener,
    );
  }

  readonly #makeCutOutReady: MakeReady<ReadyCutOut> = async (signal, onProgress) => {
    this.#onCutOutWanted();
    const { cacheDir, calibrationFile, operatorModel } = this.#options;
    if (operatorModel === undefined) {
      const prepared = await prepareModel({ name: 'isnet', cacheDir, calibrationFile, signal, onProgress });
      const model = { modelFile: prepared.modelFile, scaling: ISNET_SCALING };
      return { ...prepared, model };
    }
    const { file, mean = [0.5, 0.5, 0.5], std = [1, 1, 1] } = operatorModel;
    return { model: { modelFile: file, scaling: scalingOf(mean, std) }, precision: 'fp32' };
  };

  #report({ precision, fallbackReason }: Build, modelFile: string, durationMs: number): void {
    const { logger } = this.#options;
    const details = { precision, modelFile, durationMs: Math.round(durationMs) };
    if (fallbackReason === undefined) logger?.info(details, 'The image engine is ready');
    else logger?.warn({ ...details, fallbackReason }, 'The image engine runs in single precision');
  }
}

/** Share of a job's progress that a first use's preparation takes. */
const PREPARED_AT = 0.3;

/** A prepared model, and options under which the job goes on from where its preparation got to. */
export async function withPreparation<Ready>(
  preparation: SharedPreparation<Ready>,
  { signal, onProgress }: SubmitOptions,
): Promise<{ ready: Ready; options: SubmitOptions }> {
  const startAt = preparation.ready === undefined ? PREPARED_AT : 0;
  const ready = await preparation.ensure(
    ({ fraction }) => onProgress?.(fraction * startAt, 'prepare'),
    signal,
  );
  return {
    ready,
    options: {
      signal,
      onProgress: (fraction, stage) => onProgress?.(startAt + fraction * (1 - startAt), stage),
    },
  };
}
