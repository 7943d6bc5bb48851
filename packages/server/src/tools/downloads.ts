import type { BillingSettings } from '../billing/model.ts';
import { isBillingOn } from '../billing/model.ts';
import type { ToolDatabase, ToolStores } from './stores.ts';
import { DomainError } from '../platform/domain-error.ts';
import { downloadReference } from '../credits/references.ts';

/** Price of one full-size picture in credits. Without billing, downloads are recorded, but not debited. */
const DOWNLOAD_PRICE = 1;

export interface DownloadDependencies {
  readonly database: ToolDatabase;
  readonly billing: BillingSettings;
}

/** Error if the balance doesn't cover all requested pictures; no credits are debited then. */
export class OutOfDownloads extends DomainError {
  /** Number of credits that the balance would have to cover. */
  readonly cost: number;
  constructor(cost: number) {
    super('OUT_OF_DOWNLOADS');
    this.cost = cost;
  }
}

/**
 * Debits one download for each picture that the user hasn't paid for yet: all of them or none, inside the caller's
 * transaction. A picture is paid for once, however often and through whatever endpoint it is downloaded.
 * @param keys storage keys under which the pictures are charged; null for a free picture
 * @returns the number of debited credits
 * @throws OutOfDownloads
 */
export async function payInside(
  { assets, ledger }: Pick<ToolStores, 'assets' | 'ledger'>,
  billing: BillingSettings,
  userId: string,
  keys: readonly (string | null)[],
): Promise<number> {
  const uniqueKeys = [...new Set(keys)].filter((key) => key !== null).toSorted();
  const unpaid = await assets.recordDownloads(userId, uniqueKeys);
  if (unpaid.length === 0) return 0;
  const price = isBillingOn(billing) ? DOWNLOAD_PRICE : 0;
  const references = unpaid.map((key) => downloadReference(userId, key));
  const balance = await ledger.debitDownloads(userId, references, price);
  if (balance === null) throw new OutOfDownloads(unpaid.length);
  return price * unpaid.length;
}

/** Debits downloads like `payInside`, but in a transaction of its own. */
export const payForDownloads = (
  { database, billing }: DownloadDependencies,
  userId: string,
  keys: readonly (string | null)[],
): Promise<number> =>
  keys.every((key) => key === null)
    ? Promise.resolve(0)
    : database.transaction((stores) => payInside(stores, billing, userId, keys));

/**
 * Refuses work if the user couldn't download its picture. Changes nothing: the download is debited when the file is
 * sent.
 * @throws OutOfDownloads
 */
export async function assertDownloadable(
  { assets, ledger }: Pick<ToolStores, 'assets' | 'ledger'>,
  billing: BillingSettings,
  userId: string,
  keys: readonly string[],
): Promise<void> {
  if (!isBillingOn(billing)) return;
  const paid = await assets.filterPaid(keys);
  const unpaid = keys.filter((key) => !paid.has(key)).length;
  if (unpaid > 0 && (await ledger.balance(userId, 'download')).balance < unpaid)
    throw new OutOfDownloads(unpaid);
}
