import type { ImageEngine } from '@packshot/image-engine';
import type { Span, Tracing } from '../../platform/tracing/tracing.ts';

/** The engine, with a span for each job and one within it for each of its stages, by the clock of the engine's own process. */
export function tracedEngine(engine: ImageEngine, tracing: Tracing): ImageEngine {
  if (!tracing.isOn) return engine;
  return {
    prepare: (...given) => engine.prepare(...given),
    status: () => engine.status(),
    models: () => engine.models(),
    close: () => engine.close(),
    run: (tool, input, options = {}) =>
      tracing.span(`engine ${tool}`, { attributes: { 'packshot.tool': tool } }, async (span) => {
        const stages = stagesWithin(span);
        try {
          return await engine.run(tool, input, { ...options, onStage: stages.change });
        } finally {
          // Nothing is left of a job that was done; of another, the stage in which it was refused, given up or killed.
          stages.breakOff();
        }
      }),
  };
}

/** Stages follow one another: each ends where the next begins, or with the work. */
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
