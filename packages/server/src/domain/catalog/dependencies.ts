import type { BucketAccess } from '../buckets/access.ts';
import type { FileLinkDependencies } from '../downloads/service.ts';
import type { ContactSheets } from '../ports/contact-sheet.ts';
import type { Logger } from '../ports/logger.ts';
import type { TokenSecrets } from '../ports/token-secrets.ts';
import type { ReadTable } from '../ports/table-reader.ts';
import type { Zip } from '../ports/zip.ts';

export interface RunDependencies extends FileLinkDependencies {
  readonly buckets: BucketAccess;
  readonly secrets: Pick<TokenSecrets, 'newLinkToken' | 'hashToken'>;
  readonly zip: Zip;
  readonly sheets: ContactSheets;
  readonly readTable: ReadTable;
  readonly logger: Logger;
}
