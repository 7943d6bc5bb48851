import type { RecordDatabase } from '../stores.ts';
import type { DownloadDependencies } from '../../tools/downloads.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import type { TokenSecrets } from '../../platform/secrets/token-secrets.ts';
import type { Zip } from '../../platform/zip.ts';

export interface ArchiveDependencies extends DownloadDependencies {
  readonly database: RecordDatabase;
  readonly objects: ObjectStore;
  readonly secrets: Pick<TokenSecrets, 'newLinkToken' | 'hashToken'>;
  readonly zip: Zip;
  readonly clock: Clock;
  readonly logger: Logger;
}
