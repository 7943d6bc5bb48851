import type { LedgerLine } from '@packshot/contract';
import { isBillingOn } from '../../billing/model.ts';
import { presentLedgerRow } from '../../credits/ledger-words.ts';
import { presentCurrentUser } from '../../accounts/present.ts';
import { presentRecord } from '../present.ts';
import type { ZipEntry } from '../../platform/zip.ts';
import type { ListedRecord } from '../record-store.ts';
import { objectEntries, outputObject, describeRecord } from './entries.ts';
import type { ArchivedObject } from './entries.ts';
import type { ArchiveDependencies } from './dependencies.ts';

const README = `Data that Packshot stores about your account.

account.json    your account: name, email address, settings
history.json    your saved pictures: prompts, settings, names
credits.json    all entries of your two ledgers: generations and downloads
history/        your saved pictures: at full size those that you have downloaded, the others at a standard size
photos/         your uploads: photos, masks, references
missing.txt     pictures in history.json that are no longer stored, if there are any
`;

/** Yields the files of a data export: the account, its pictures and its ledgers. */
export async function* exportEntries(deps: ArchiveDependencies, userId: string): AsyncGenerator<ZipEntry> {
  const { stores } = deps.database;
  const modifiedAt = deps.clock.now();
  yield { name: 'README.txt', modifiedAt, body: README };
  const account = await stores.accounts.find(userId);
  if (account === null) return;
  const { balance } = await stores.ledger.balance(userId, 'freemium');
  yield { name: 'account.json', modifiedAt, body: json(presentCurrentUser(account, balance)) };
  const records = await stores.records.listVisible(userId, null);
  yield { name: 'history.json', modifiedAt, body: json(await Promise.all(records.map(withoutLinks(deps)))) };
  yield { name: 'credits.json', modifiedAt, body: json(await readLedgers(deps, userId)) };
  yield* objectEntries(deps, [...records.flatMap(visibleObjects(deps)), ...(await listPhotos(deps, userId))]);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Removes links from a record, because they expire within the hour and are useless in an export. */
const withoutLinks =
  ({ objects }: ArchiveDependencies) =>
  async (record: ListedRecord): Promise<object> => {
    const {
      thumb_url: _t,
      standard_output_image_url: _s,
      output_image_url: _o,
      input_image_url: _i,
      beside_image_urls: _b,
      ...rest
    } = await presentRecord(record, objects);
    return rest;
  };

/**
 * Lists the picture of a record for an export: in full size if its download was paid for or billing is off, otherwise
 * in the smaller standard size.
 */
const visibleObjects =
  ({ billing }: ArchiveDependencies) =>
  (record: ListedRecord): ArchivedObject[] => {
    const { output_image: full, standard_output_image: standard } = record.keys;
    const output = { ...outputObject(record), name: `history/${outputObject(record).name}` };
    if ((record.isDownloaded || !isBillingOn(billing)) && full !== null) return [output];
    return standard === null ? [] : [{ ...output, key: standard, words: describeRecord(record) }];
  };

async function listPhotos(
  { database, objects }: ArchiveDependencies,
  userId: string,
): Promise<ArchivedObject[]> {
  const photos: ArchivedObject[] = [];
  // Includes photos that the user uploaded as a guest, before signing in.
  for (const ownerId of [userId, ...(await database.stores.accounts.joinedGuests(userId))]) {
    for await (const { key, lastModified } of objects.list(`uploads/${ownerId}/`)) {
      photos.push({ key, name: `photos/${key.split('/').at(-1)}`, words: key, modifiedAt: lastModified });
    }
  }
  return photos;
}

const LEDGER_PAGE = 500;

async function readLedgers({ database }: ArchiveDependencies, userId: string): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = [];
  for (const ledger of ['freemium', 'download'] as const) {
    for (let offset = 0; ; offset += LEDGER_PAGE) {
      const rows = await database.stores.ledger.list(userId, ledger, { offset, limit: LEDGER_PAGE });
      lines.push(...rows.map((row) => presentLedgerRow(ledger, row)));
      if (rows.length < LEDGER_PAGE) break;
    }
  }
  return lines;
}
