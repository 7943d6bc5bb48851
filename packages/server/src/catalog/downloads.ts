import { endpointPath } from '@packshot/contract';
import type { ItemState, RunDownloadRequest, RunEstimate } from '@packshot/contract';
import {
  findAltColumn,
  getAltText,
  getTitle,
  manifestHead,
  withColumns,
} from '@packshot/contract/catalog/manifest';
import { TEXTS_FILE_NAME, textsHead, textsLine } from '@packshot/contract/catalog/texts-table';
import { isBillingOn } from '../billing/model.ts';
import type { MadeFile } from '../platform/http/endpoints/call.ts';
import { payForDownloads } from '../tools/downloads.ts';
import { DomainError } from '../platform/domain-error.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import type { ZipEntry } from '../platform/zip.ts';
import { contactSheet } from './contact-sheet.ts';
import type { RunDependencies } from './dependencies.ts';
import { manifestLines } from './manifest.ts';
import type { DownloadOrder, StoredItem, ItemOutput, StoredRun } from './model.ts';

/** Lifetime of a download link, long enough to fetch the file again after a lost connection. */
const LINK_TTL_S = 60 * 60;
const PAGE = 200;
/** States of items that a download contains by default. Rejected pictures are included only on request. */
export const TAKEN: readonly ItemState[] = ['done', 'needs_review', 'approved'];
const REVIEWED = TAKEN.filter((state) => state !== 'needs_review');

/**
 * Charges the photos whose files a ZIP contains, either all of them or none. Manifests and contact sheets are free.
 * @throws OutOfDownloads
 */
export async function payForRun(
  deps: Pick<RunDependencies, 'database' | 'billing'>,
  { runId, userId, kind, states }: DownloadOrder & { readonly userId: string },
): Promise<void> {
  if (kind !== 'zip') return;
  const payers = await deps.database.stores.runs.listPayerKeys(runId, states ?? TAKEN);
  await payForDownloads(deps, userId, payers);
}

/** Prices of the ZIPs that the owner can download now; null on a server without billing. */
export async function quoteDownloads(
  { database: { stores }, billing }: Pick<RunDependencies, 'database' | 'billing'>,
  { id, userId }: StoredRun,
): Promise<RunEstimate['downloads']> {
  if (!isBillingOn(billing)) return null;
  const all = await stores.runs.listPayerKeys(id, TAKEN);
  const reviewed = await stores.runs.listPayerKeys(id, REVIEWED);
  const paid = await stores.assets.filterPaid(all);
  // Rows with the same photo share their files, which are paid for once.
  const countUnpaid = (keys: readonly string[]): number => new Set(keys.filter((key) => !paid.has(key))).size;
  const { balance } = await stores.ledger.balance(userId, 'download');
  return { all: countUnpaid(all), reviewed: countUnpaid(reviewed), balance };
}

/** Creates a secret download link that is valid for an hour. Throws OutOfDownloads. */
export async function orderDownload(
  deps: RunDependencies,
  { id: runId, userId }: StoredRun,
  { kind, states }: RunDownloadRequest,
): Promise<{ url: string }> {
  const { database, secrets, clock } = deps;
  await payForRun(deps, { runId, userId, kind, states: states ?? null });
  const token = secrets.newLinkToken();
  const expiresAt = new Date(clock.now().getTime() + LINK_TTL_S * 1000);
  const tokenHash = secrets.hashToken(token);
  await database.stores.runs.orderDownload({ runId, kind, states: states ?? null, tokenHash, expiresAt });
  return { url: endpointPath('downloadRun', '', { token }) };
}

/** Opens a download, whose bytes are generated while it is read, one page of rows at a time. Throws ARCHIVE_EXPIRED. */
export async function openDownload(deps: RunDependencies, token: string): Promise<MadeFile> {
  const order = await deps.database.stores.runs.findDownload(deps.secrets.hashToken(token), deps.clock.now());
  // The link may outlive the account, so this also checks that the account still exists.
  const isReadable = order !== null && (await deps.database.stores.accounts.isHere(order.run.userId));
  if (!isReadable) throw new DomainError('ARCHIVE_EXPIRED');
  return createDownload(deps, order);
}

export async function createDownload(deps: RunDependencies, order: RunDownload): Promise<MadeFile> {
  if (order.kind === 'manifest') {
    const body = encodeTexts(iterateManifest(deps, order));
    return { fileName: 'packshot-manifest.csv', contentType: 'text/csv; charset=utf-8', body };
  }
  if (order.kind === 'sheet_pdf' || order.kind === 'sheet_png') {
    const states = order.states ?? TAKEN;
    const { counts } = (await deps.database.stores.runs.figures([order.runId])).get(order.runId) ?? {};
    const count = states.reduce((sum, state) => sum + (counts?.[state] ?? 0), 0);
    const items = itemsIn(deps, order, states);
    return contactSheet(deps, { run: order.run, items, count }, order.kind === 'sheet_pdf' ? 'pdf' : 'png');
  }
  return {
    fileName: 'packshot-run.zip',
    contentType: 'application/zip',
    body: deps.zip(iterateFiles(deps, order)),
  };
}

type RunDownload = DownloadOrder & { readonly run: StoredRun };

async function* iteratePages(
  { database: { stores } }: Pick<RunDependencies, 'database'>,
  { runId }: RunDownload,
): AsyncGenerator<{ items: readonly StoredItem[]; outputs: ReadonlyMap<number, readonly ItemOutput[]> }> {
  for (let after = 0; ;) {
    const items = await stores.runs.pageOfItems(runId, after, PAGE);
    const rows = items.map(({ row }) => row);
    yield { items, outputs: Map.groupBy(await stores.runs.listOutputs(runId, rows), ({ row }) => row) };
    const last = rows.at(-1);
    if (last === undefined || items.length < PAGE) return;
    after = last;
  }
}

async function* itemsIn(
  deps: RunDependencies,
  order: RunDownload,
  states: readonly ItemState[],
): AsyncGenerator<StoredItem> {
  for await (const { items } of iteratePages(deps, order))
    for (const item of items) if (states.includes(item.state)) yield item;
}

/**
 * Lists the column names that a run's rows use: first the columns of its tables in order, then those of older runs,
 * whose order wasn't stored.
 */
async function listOwnColumns(
  { database: { stores } }: Pick<RunDependencies, 'database'>,
  { run }: RunDownload,
): Promise<readonly string[]> {
  const names = await stores.runs.itemColumns(run.id);
  return withColumns(run.ownColumns, names).filter((name) => names.includes(name));
}

/**
 * Yields the manifest's lines: every row of the run, also those whose files a ZIP leaves out. A manifest alone can be
 * limited to rows in certain states.
 */
async function* iterateManifest(
  deps: Pick<RunDependencies, 'database' | 'clock'>,
  order: RunDownload,
): AsyncGenerator<string> {
  const today = deps.clock.now();
  const own = await listOwnColumns(deps, order);
  const states = order.states ?? TAKEN;
  yield manifestHead(own);
  for await (const { items, outputs } of iteratePages(deps, order)) {
    const lines = items.flatMap((item) => {
      const isTaken = states.includes(item.state);
      if (order.kind === 'manifest' && order.states !== null && !isTaken) return [];
      const files = isTaken ? (outputs.get(item.row) ?? []) : [];
      const isHeldBack = !isTaken && item.state === 'needs_review';
      return manifestLines(order.run, item, files, { own, today, isHeldBack });
    });
    if (lines.length > 0) yield lines.join('');
  }
}

/** Whether the run's tables have a column with titles or alt texts. */
const hasTexts = async (deps: Pick<RunDependencies, 'database'>, order: RunDownload): Promise<boolean> =>
  findAltColumn(await listOwnColumns(deps, order)) !== undefined;

/** Yields the lines of the table with the title and the alt text of each picture in a ZIP. */
async function* iterateTexts(
  deps: Pick<RunDependencies, 'database'>,
  order: RunDownload,
): AsyncGenerator<string> {
  const states = order.states ?? TAKEN;
  yield textsHead();
  for await (const { items, outputs } of iteratePages(deps, order)) {
    const lines = items
      .filter(({ state }) => states.includes(state))
      .flatMap((item) =>
        (outputs.get(item.row) ?? []).map(({ name }) =>
          textsLine(name, getTitle(item.columns), getAltText(item)),
        ),
      );
    if (lines.length > 0) yield lines.join('');
  }
}

/** Builds the whole manifest in memory: a few megabytes for the largest run. */
export async function manifestBytes(
  deps: Pick<RunDependencies, 'database' | 'clock'>,
  run: StoredRun,
): Promise<Uint8Array> {
  const parts: string[] = [];
  for await (const part of iterateManifest(deps, { runId: run.id, kind: 'manifest', states: null, run })) {
    parts.push(part);
  }
  return Buffer.from(parts.join(''));
}

async function* encodeTexts(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* iterateFiles(deps: RunDependencies, order: RunDownload): AsyncGenerator<ZipEntry> {
  const { objects, logger, clock } = deps;
  const states = order.states ?? TAKEN;
  const leaving = new AbortController();
  try {
    for await (const { items, outputs } of iteratePages(deps, order)) {
      const payers = items.flatMap(({ row }) => outputs.get(row)?.[0]?.key ?? []);
      const paid = await deps.database.stores.assets.filterPaid(payers);
      for (const { row, state } of items) {
        const files = outputs.get(row) ?? [];
        // Skips a photo that was finished after the download was ordered, because it isn't paid for.
        if (!states.includes(state) || !paid.has(files[0]?.key ?? '')) continue;
        for (const { key, name } of files) {
          try {
            const { body, head } = await objects.readStream(key, { signal: leaving.signal });
            yield { name, modifiedAt: head.lastModified, body };
          } catch (error) {
            if (!(error instanceof ObjectNotFoundError)) throw error;
            logger.warn({ key }, 'a file of a run is missing');
          }
        }
      }
    }
    const tables = [
      ...((await hasTexts(deps, order)) ? [[TEXTS_FILE_NAME, iterateTexts(deps, order)] as const] : []),
      ['manifest.csv', iterateManifest(deps, order)] as const,
    ];
    for (const [name, texts] of tables) yield { name, modifiedAt: clock.now(), body: encodeTexts(texts) };
  } finally {
    leaving.abort();
  }
}
