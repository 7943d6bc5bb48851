import type { MadeFile } from '../platform/http/endpoints/call.ts';
import type { SheetCell, SheetHead } from '../tools/work/contact-sheets.ts';
import { ObjectNotFoundError } from '../platform/objects/object-store.ts';
import type { ZipEntry } from '../platform/zip.ts';
import type { RunDependencies } from './dependencies.ts';
import type { StoredItem, StoredRun } from './model.ts';

/** The items that a run's contact sheet shows, in order; each page shows some of them. */
export interface SheetOrder {
  readonly run: StoredRun;
  readonly items: AsyncIterable<StoredItem>;
  /** Number of items on all pages. A PNG sheet with several pages becomes a ZIP. */
  readonly count: number;
}

/** Creates a contact sheet, page by page while the client reads it. */
export function contactSheet(
  deps: RunDependencies,
  order: SheetOrder,
  kind: 'pdf' | 'png',
): MadeFile | Promise<MadeFile> {
  const { sheets } = deps;
  const head = toSheetHead(order, deps.clock.now());
  if (kind === 'pdf') {
    const body = untilLeft((signal) => sheets.pdf(head, iteratePages(deps, order.items), signal));
    return { fileName: 'packshot-contact-sheet.pdf', contentType: 'application/pdf', body };
  }
  if (order.count <= sheets.cellsPerPage) return onePage(deps, order, head);
  const body = untilLeft((signal) => deps.zip(pngPages(deps, order, head, signal)));
  return { fileName: 'packshot-contact-sheet.zip', contentType: 'application/zip', body };
}

async function onePage(deps: RunDependencies, { items }: SheetOrder, head: SheetHead): Promise<MadeFile> {
  let cells: readonly SheetCell[] = [];
  for await (const page of iteratePages(deps, items)) {
    cells = page;
    break;
  }
  const body = untilLeft(async function* (signal) {
    yield await deps.sheets.png(head, cells, 1, signal);
  });
  return { fileName: 'packshot-contact-sheet.png', contentType: 'image/png', body };
}

async function* pngPages(
  deps: RunDependencies,
  { items }: SheetOrder,
  head: SheetHead,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  let number = 0;
  for await (const cells of iteratePages(deps, items)) {
    number += 1;
    const png = await deps.sheets.png(head, cells, number, signal);
    const name = `contact-sheet-${String(number).padStart(3, '0')}.png`;
    yield { name, modifiedAt: deps.clock.now(), body: once(png) };
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Passes chunks on and stops drawing when the client stops reading. */
async function* untilLeft(
  createChunks: (signal: AbortSignal) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const leaving = new AbortController();
  try {
    yield* createChunks(leaving.signal);
  } finally {
    leaving.abort();
  }
}

/** Yields the pages of the sheet as lists of cells. A run without pictures has one empty page. */
async function* iteratePages(
  deps: RunDependencies,
  items: AsyncIterable<StoredItem>,
): AsyncGenerator<readonly SheetCell[]> {
  let cells: SheetCell[] = [];
  let isBegun = false;
  for await (const item of items) {
    cells.push(await loadCell(deps, item));
    if (cells.length < deps.sheets.cellsPerPage) continue;
    yield cells;
    isBegun = true;
    cells = [];
  }
  if (cells.length > 0 || !isBegun) yield cells;
}

async function loadCell({ objects, logger }: RunDependencies, item: StoredItem): Promise<SheetCell> {
  const { row, sku, variant, slot, sourceName, thumbKey } = item;
  const name = [sku, variant, slot].filter((part) => part !== '').join(' · ') || sourceName;
  const note = `${row}${item.state === 'needs_review' ? ' · to review' : ''}`;
  if (thumbKey === null) return { picture: null, name, note };
  try {
    return { picture: await objects.read(thumbKey), name, note };
  } catch (error) {
    if (!(error instanceof ObjectNotFoundError)) throw error;
    logger.warn({ key: thumbKey }, 'a picture of a contact sheet is missing');
    return { picture: null, name, note };
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const toSheetHead = ({ run, count }: SheetOrder, now: Date): SheetHead => ({
  title: run.name,
  subtitle: [
    `${run.recipeName}, version ${run.recipeVersion}`,
    `${count.toLocaleString('en-US')} ${count === 1 ? 'picture' : 'pictures'}`,
    DAY.format(run.finishedAt ?? now),
  ].join(' · '),
});
