import { endpointPath } from '@packshot/contract';
import type { ArchiveOrder } from '@packshot/contract';
import type { Caller } from '../../platform/access/caller.ts';
import { OutOfDownloads, payInside } from '../../tools/downloads.ts';
import type { RecordStores } from '../stores.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { assertPermitted } from '../../platform/access/permissions.ts';
import type { ListedRecord } from '../record-store.ts';
import type { ArchiveDependencies } from './dependencies.ts';

/** Lifetime of an archive's link in seconds, long enough to fetch the ZIP again after a lost connection. */
export const ARCHIVE_LINK_TTL_S = 60 * 60;

/** Value for the balance in the response if too few credits are left and none were debited. */
const REFUSED_BALANCE = -1;

/**
 * Pays for all unpaid records or for none, and creates a link to a ZIP of their pictures.
 * @throws DomainError NOT_FOUND if none of the records is visible and belongs to the caller
 */
export async function orderArchive(
  deps: ArchiveDependencies,
  caller: Caller,
  recordIds: readonly string[],
): Promise<ArchiveOrder> {
  assertPermitted(caller, 'history.read');
  assertPermitted(caller, 'downloads.create');
  const { userId } = caller;
  const { stores } = deps.database;
  const records = await stores.records.listVisible(userId, recordIds);
  if (records.length === 0) throw new DomainError('NOT_FOUND');
  const keys = await payableKeys(deps, records);
  let cost = keys.length;
  try {
    const url = await deps.database.transaction(async (inside) => {
      cost = await payInside(inside, deps.billing, userId, keys);
      return linkTo(
        deps,
        inside,
        userId,
        records.map(({ id }) => id),
      );
    });
    const { id, balance } = await stores.ledger.balance(userId, 'download');
    return { id, download_credits: balance, url, cost };
  } catch (error) {
    if (!(error instanceof OutOfDownloads)) throw error;
    const { id } = await stores.ledger.balance(userId, 'download');
    return { id, download_credits: REFUSED_BALANCE, cost: error.cost };
  }
}

/**
 * Lists the keys to charge. Only pictures that exist, so that a missing one is never charged. Pictures made from the
 * same result have the same key and cost one download.
 */
async function payableKeys(
  { objects }: ArchiveDependencies,
  records: readonly ListedRecord[],
): Promise<string[]> {
  const exists = ({ keys: { output_image: key } }: ListedRecord): Promise<boolean> =>
    key === null ? Promise.resolve(false) : objects.head(key).then((head) => head !== null);
  const present = await Promise.all(records.map(exists));
  const payers = records.filter((_record, index) => present[index]).map(({ payerKey }) => payerKey);
  return [...new Set(payers)].filter((key) => key !== null).toSorted();
}

/** Creates a secret link to an archive, valid for an hour. */
export async function linkTo(
  { secrets, clock }: ArchiveDependencies,
  stores: RecordStores,
  userId: string,
  recordIds: readonly string[] | null,
): Promise<string> {
  const token = secrets.newLinkToken();
  const expiresAt = new Date(clock.now().getTime() + ARCHIVE_LINK_TTL_S * 1000);
  await stores.archives.insert({ tokenHash: secrets.hashToken(token), userId, recordIds, expiresAt });
  return endpointPath('downloadArchive', '', { token });
}
