import type { ImageEngine, EngineToolName } from '@packshot/image-engine';
import { readFile } from 'node:fs/promises';
import { openOwnSigner, ROOT_CERTIFICATE, createSigner } from '@packshot/image-engine/credentials';
import { join } from 'node:path';
import type { ServerConfig } from '../platform/config/config.ts';
import type { PresentSigner } from '../tools/work/picture-signer.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logging/logger.ts';

/** Creates the image engine. Its module is imported here, so that processes without an engine don't load it. */
export async function openEngine(config: ServerConfig, logger: Logger): Promise<ImageEngine> {
  const { createImageEngine } = await import('@packshot/image-engine');
  return createImageEngine({
    cacheDir: config.engineCacheDir,
    spareProcesses: config.spareEngines,
    yields: true,
    logger,
    ...(config.cutOutModel && { operatorModel: config.cutOutModel }),
  });
}

/**
 * Reads the root certificate that a verifier has to trust to recognize files signed by this server.
 * @returns PEM. Null if the operator configured their own certificate, if no worker has started yet, or if the
 * certificate's folder is on another machine
 */
export async function readRootCertificate({ credentials, dataDir }: ServerConfig): Promise<string | null> {
  if (credentials !== null) return null;
  try {
    return await readFile(join(dataDir, 'secrets', 'credentials', ROOT_CERTIFICATE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Opens the signer of Content Credentials. It throws instead of signing once the operator's own certificate has
 * expired.
 */
export function openSigner({ credentials, dataDir }: ServerConfig, clock: Clock): PresentSigner {
  if (credentials === null) return openOwnSigner(join(dataDir, 'secrets', 'credentials'), clock);
  const brought = createSigner(credentials);
  const until = Math.min(...credentials.certificates.map(({ validTo }) => Date.parse(validTo)));
  return () => {
    if (clock.now().getTime() < until) return brought;
    throw new Error('The certificate in CREDENTIALS_CERTIFICATE_FILE has ended');
  };
}

/** Tools whose models are loaded first, because most users need them. */
const toolsToPrepare = ({ moderationThreshold }: ServerConfig): readonly EngineToolName[] =>
  moderationThreshold === null ? ['cut-out', 'upscale'] : ['moderate', 'cut-out', 'upscale'];

/**
 * Loads models one after another, so that the engine is ready for the first job. A job that arrives earlier waits for
 * the same loading.
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
