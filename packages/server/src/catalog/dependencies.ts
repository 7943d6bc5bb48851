import type { CatalogDatabase } from './stores.ts';
import type { BucketAccess } from '../buckets/access.ts';
import type { FileLinkDependencies } from '../tools/file-service.ts';
import type { ContactSheets } from '../tools/work/contact-sheets.ts';
import type { GenerationService } from '../tools/service.ts';
import type { Logger } from '../platform/logging/logger.ts';
import type { TokenSecrets } from '../platform/secrets/token-secrets.ts';
import type { TableReader } from '../platform/tables/table-reader.ts';
import type { TaskEndings } from '../tools/lifecycle.ts';
import type { Zip } from '../platform/zip.ts';

export interface RunDependencies extends FileLinkDependencies {
  readonly database: CatalogDatabase;
  readonly endings: TaskEndings;
  readonly generations: Pick<GenerationService, 'acceptPaid'>;
  readonly buckets: BucketAccess;
  readonly secrets: Pick<TokenSecrets, 'newLinkToken' | 'hashToken'>;
  readonly zip: Zip;
  readonly sheets: ContactSheets;
  readonly readTable: TableReader;
  readonly logger: Logger;
}
