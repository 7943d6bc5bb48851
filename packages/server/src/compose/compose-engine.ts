import type { ImageEngine, ToolName } from '@packshot/image-engine';
import type { ServerConfig } from '../config/config.ts';
import type { Logger } from '../domain/ports/logger.ts';

/** Loaded on demand, because the API only needs its list of models. */
export async function openEngine(config: ServerConfig, logger: Logger): Promise<ImageEngine> {
  const { createImageEngine } = await import('@packshot/image-engine');
  return createImageEngine({
    cacheDir: config.engineCacheDir,
    logger,
    ...(config.cutOutModel && { operatorModel: config.cutOutModel }),
  });
}

/** The tools that most users need first. */
const toolsToPrepare = ({ moderationThreshold }: ServerConfig): readonly ToolName[] =>
  moderationThreshold === null ? ['cut-out', 'upscale'] : ['moderate', 'cut-out', 'upscale'];

/**
 * Prepares models one after another, so that the engine is ready for the first job. A job that comes earlier
 * waits for the same preparation.
 */
export async function prepareInBackground(
  engine: ImageEngine,
  config: ServerConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  for (const tool of toolsToPrepare(config)) {
    try {
      await engine.prepare(tool, {
        onProgress: ({ stage, fraction }) => logger.debug({ tool, stage, fraction }, 'preparing the engine'),
        signal,
      });
    } catch (error) {
      if (signal.aborted) return;
      logger.error({ err: error, tool }, 'the engine could not be prepared; each job tries again');
    }
  }
}
