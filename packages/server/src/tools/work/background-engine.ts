import type { ImageEngine } from '@packshot/image-engine';

/** Wraps an engine so that its jobs run after those of other work. */
export const backgroundEngine = (engine: ImageEngine): ImageEngine => ({
  prepare: (...prepareArgs) => engine.prepare(...prepareArgs),
  status: () => engine.status(),
  models: () => engine.models(),
  close: () => engine.close(),
  run: (tool, input, options = {}) => engine.run(tool, input, { ...options, isBackground: true }),
});
