import type { BucketAccess } from '../buckets/access.ts';
import type { Database } from '../database.ts';
import type { BillingSettings } from '../billing/model.ts';
import type { Clock } from '../ports/clock.ts';
import type { ContactSheets } from '../ports/contact-sheet.ts';
import type { Logger } from '../ports/logger.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import type { TokenSecrets } from '../ports/token-secrets.ts';
import type { ReadWorkbook } from '../ports/workbook-reader.ts';
import type { Zip } from '../ports/zip.ts';

export interface RunDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly buckets: BucketAccess;
  readonly secrets: Pick<TokenSecrets, 'newLinkToken' | 'hashToken'>;
  readonly zip: Zip;
  readonly sheets: ContactSheets;
  readonly readWorkbook: ReadWorkbook;
  readonly billing: BillingSettings;
  readonly clock: Clock;
  readonly logger: Logger;
}
