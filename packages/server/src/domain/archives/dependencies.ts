import type { DownloadDependencies } from '../credits/downloads.ts';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { TokenSecrets } from '../ports/token-secrets.ts';
import type { Zip } from '../ports/zip.ts';

export interface ArchiveDependencies extends DownloadDependencies {
  readonly objects: ObjectStore;
  readonly secrets: Pick<TokenSecrets, 'newLinkToken' | 'hashToken'>;
  readonly zip: Zip;
  readonly clock: Clock;
  readonly logger: Logger;
}
