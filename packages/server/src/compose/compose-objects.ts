import type { ServerConfig } from '../platform/config/config.ts';
import type { LocalObjectGateway } from '../platform/objects/local-object-gateway.ts';
import type { Logger } from '../platform/logging/logger.ts';
import type { ObjectStore } from '../platform/objects/object-store.ts';
import { deriveKey } from '../platform/secrets/token-secrets.ts';
import { openDiskObjectStore } from '../platform/objects/disk-object-store.ts';
import { createS3ObjectStore } from '../platform/objects/s3-object-store.ts';

/** Path under which the API serves stored objects when they are in a local folder instead of a bucket. */
export const LOCAL_OBJECTS_PATH = '/objects';

export interface OpenObjects {
  readonly objects: ObjectStore;
  /** Serves the local folder of objects; null if objects are in a bucket. */
  readonly localObjects: LocalObjectGateway | null;
  readonly closeObjects: () => void;
}

/** Opens the configured object store, a local folder or a bucket. The API process itself serves a local folder. */
export async function openObjects(config: ServerConfig, logger: Logger): Promise<OpenObjects> {
  const { objectStore } = config;
  if (objectStore.kind === 'disk') {
    const store = await openDiskObjectStore({
      rootFolder: objectStore.rootFolder,
      signingSecret: deriveKey(config.sessionSecret, 'object links').toString('base64url'),
      urlPrefix: `${config.publicUrl ?? ''}${LOCAL_OBJECTS_PATH}`,
      onDamaged: (damage) => logger.error({ ...damage }, 'a stored file is damaged; it is not served'),
    });
    return { objects: store, localObjects: store, closeObjects: () => undefined };
  }
  const { kind: _kind, endpoint, publicEndpoint, ...rest } = objectStore;
  const store = createS3ObjectStore({
    ...rest,
    ...(endpoint !== null && { endpoint }),
    ...(publicEndpoint !== null && { publicEndpoint }),
  });
  return { objects: store, localObjects: null, closeObjects: () => store.close() };
}
