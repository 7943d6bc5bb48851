import type { ModelInfo } from '@packshot/contract';
import { EngineModels, withPreparation } from './engine-models.ts';
import type { EngineOptions, EngineStatus, ImageEngine, JobOptions, PrepareOptions } from './image-engine.ts';
import { probeImageHeader } from './pixels/file/header/probe.ts';
import { computeLimits } from './process/job-limits.ts';
import { Lanes } from './process/lanes.ts';
import { ProcessHost } from './process/process-host.ts';
import type { MakeModelReady } from './process/process-host.ts';
import { TOOLS } from './tools/index.ts';
import type { ToolJobInput, EngineToolName, ToolResult } from './tools/index.ts';

/** Creates an engine. Loads no model before `prepare` or the first job. */
export function createImageEngine(options: EngineOptions): ImageEngine {
  return new BuiltInEngine(options);
}

class BuiltInEngine implements ImageEngine {
  readonly #models: EngineModels;
  readonly #lanes: Lanes;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#models = new EngineModels(options);
    const makeModelReady: MakeModelReady = async (name, onProgress, signal) => {
      const { model } = await this.#models.of(name).ensure(onProgress, signal);
      return model;
    };
    const spare = Array.from(
      { length: options.spareProcesses ?? 0 },
      () => new ProcessHost(makeModelReady, undefined, 'spare'),
    );
    const role = options.yields === true ? 'yielding' : 'usual';
    this.#lanes = new Lanes(new ProcessHost(makeModelReady, undefined, role), spare);
  }

  async prepare(
    tool: EngineToolName = 'cut-out',
    { onProgress, signal }: PrepareOptions = {},
  ): Promise<void> {
    this.#assertOpen();
    const { model } = TOOLS[tool];
    if (model === undefined) return;
    // Starts the engine process while the model cache is checked, so that both are ready for the first job.
    this.#lanes.start();
    await this.#models.of(model).ensure(onProgress, signal);
  }

  async run<Name extends EngineToolName>(
    name: Name,
    input: ToolJobInput<Name>,
    options: JobOptions = {},
  ): Promise<ToolResult<Name>> {
    const { allowance, check, files, model, needsModel, pixels } = TOOLS[name];
    const ofFiles = this.#assertAcceptable(files(input), options.signal);
    check?.(input);
    const limits = computeLimits(allowance, pixels?.(input, ofFiles) ?? ofFiles);
    if (model === undefined || needsModel?.(input) === false) {
      return this.#lanes.submit(name, input, limits, options);
    }
    this.#lanes.start();
    const prepared = await withPreparation(this.#models.of(model), options);
    return this.#lanes.submit(name, input, limits, prepared);
  }

  status(): EngineStatus {
    const { ready, progress } = this.#models.of('isnet');
    return {
      ready: ready !== undefined,
      precision: ready?.precision ?? null,
      fallbackReason: ready?.fallbackReason ?? null,
      preparation: progress ?? null,
      queueLength: this.#lanes.queueLength,
    };
  }

  models(): Promise<ModelInfo[]> {
    return this.#models.rows();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#models.abort(new Error('The engine is closed'));
    await this.#lanes.close();
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('The engine is closed');
  }

  /** Refuses an unreadable file before it is queued. Returns the pixel count of the largest file, or 0 if unknown. */
  #assertAcceptable(files: readonly Uint8Array[], signal: AbortSignal | undefined): number {
    signal?.throwIfAborted();
    const pixels = files.map((file) => {
      const { widthPx, heightPx } = probeImageHeader(file, file.length);
      return widthPx * heightPx;
    });
    this.#assertOpen();
    return Math.max(0, ...pixels);
  }
}
