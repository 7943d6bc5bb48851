import type { ImageEngine } from '@packshot/image-engine';

/** An engine whose jobs run with background priority. */
export const backgroundEngine = (engine: ImageEngine): ImageEngine => ({
  prepare: (...given) => engine.prepare(...given),
  status: () => engine.status(),
  models: () => engine.models(),
  close: () => engine.close(),
  run: (tool, input, options = {}) => engine.run(tool, input, { ...options, isBackground: true }),
});
