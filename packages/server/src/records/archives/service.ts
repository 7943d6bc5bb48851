import { bind } from '../../platform/bind.ts';
import type { MadeFile } from '../../platform/http/endpoints/call.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { assertPermitted } from '../../platform/access/permissions.ts';
import type { ZipEntry } from '../../platform/zip.ts';
import { objectEntries, outputObject, describeRecord } from './entries.ts';
import { exportEntries } from './export.ts';
import { linkTo, orderArchive } from './order.ts';
import type { ArchiveDependencies } from './dependencies.ts';

export function createArchiveService(deps: ArchiveDependencies) {
  return {
    order: bind(deps, orderArchive),

    /** Creates a link to a data export with the caller's account, pictures and ledgers. Free of charge. */
    async orderExport(caller: Caller): Promise<{ url: string }> {
      assertPermitted(caller, 'history.read');
      return { url: await linkTo(deps, deps.database.stores, caller.userId, null) };
    },

    /** Opens an archive by its link. Throws ARCHIVE_EXPIRED. */
    async open(token: string): Promise<MadeFile> {
      const archive = await deps.database.stores.archives.find(
        deps.secrets.hashToken(token),
        deps.clock.now(),
      );
      if (archive === null) throw new DomainError('ARCHIVE_EXPIRED');
      const { userId, recordIds } = archive;
      return recordIds === null
        ? zipFile(deps, 'packshot-data.zip', exportEntries(deps, userId))
        : zipFile(deps, 'packshot-history.zip', await historyEntries(deps, userId, recordIds));
    },
  };
}

/** Creates ZIPs of the caller's own pictures. Throws FORBIDDEN for guests. */
export type ArchiveService = ReturnType<typeof createArchiveService>;

const zipFile = (
  { zip }: ArchiveDependencies,
  fileName: string,
  entries: AsyncGenerator<ZipEntry>,
): MadeFile => ({
  fileName,
  contentType: 'application/zip',
  body: zip(entries),
});

async function historyEntries(
  deps: ArchiveDependencies,
  userId: string,
  recordIds: readonly string[],
): Promise<AsyncGenerator<ZipEntry>> {
  const records = await deps.database.stores.records.listVisible(userId, recordIds);
  // Pictures that were missing when the archive was ordered weren't paid for, so they are left out.
  const paid = records.filter(({ isDownloaded }) => isDownloaded);
  const missing = records.filter(({ isDownloaded }) => !isDownloaded);
  for (const { keys } of missing) {
    deps.logger.warn({ key: keys.output_image }, 'a picture for an archive is missing');
  }
  return objectEntries(deps, paid.map(outputObject), missing.map(describeRecord));
}
