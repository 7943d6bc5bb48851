import type { ImageEngine } from '@packshot/image-engine';
import type { Span, Tracing } from '../../platform/tracing/tracing.ts';

/**
 * Wraps an engine. Adds a tracing span for each job and child spans for its stages, timed by the clock of the engine's
 * process.
 */
export function tracedEngine(engine: ImageEngine, tracing: Tracing): ImageEngine {
  if (!tracing.isOn) return engine;
  return {
    prepare: (...prepareArgs) => engine.prepare(...prepareArgs),
    status: () => engine.status(),
    models: () => engine.models(),
    close: () => engine.close(),
    run: (tool, input, options = {}) =>
      tracing.span(`engine ${tool}`, { attributes: { 'packshot.tool': tool } }, async (span) => {
        const stages = stagesWithin(span);
        try {
          return await engine.run(tool, input, { ...options, onStage: stages.change });
        } finally {
          // On failure, records the stage in which the job failed.
          stages.breakOff();
        }
      }),
  };
}

/** Stages are consecutive: each ends when the next one starts, or with the job. */
function stagesWithin(span: Span) {
  let current: { readonly name: string; readonly startMs: number } | null = null;
  const end = (atMs: number, hasFailed: boolean): void => {
    if (current !== null) span.addPart(current.name, current.startMs, atMs, { hasFailed });
    current = null;
  };
  return {
    change(name: string | null, atMs: number): void {
      if (name !== null && current?.name === name) return;
      end(atMs, false);
      if (name !== null) current = { name, startMs: atMs };
    },
    breakOff: () => end(Date.now(), true),
  };
}
