/** Photos for a recipe's run: the values for their file names, and their locations. */
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, posix, resolve } from 'node:path';
import { outputFileName, RUN_ITEMS_MAX, TABLE_MAX_BYTES, UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { NamedItem, Recipe } from '@packshot/contract';
import { csvTable } from '@packshot/contract/catalog/survey-table';
import type { ReadTable } from '@packshot/contract/catalog/survey-table';
import { isSystemFile } from '@packshot/contract/catalog/system-files';
import { TableFault } from '@packshot/contract/catalog/table-fault';
import { tableNotices } from '@packshot/contract/catalog/table-notices';
import type { TableEncoding, TableReading } from '@packshot/contract/catalog/table-text';
import {
  itemOfRow,
  ownColumnNames,
  suggestedMapping,
  withoutTitle,
} from '@packshot/contract/catalog/table-rows';
import { bucketAt, isBucket } from '../../buckets/bucket.ts';
import { resultsAmong } from '../../outputs/plan.ts';
import { findPhotos, isPicture } from '../../photos/find.ts';
import { readBounded } from '../../photos/read.ts';
import { UsageError } from '../../usage-error.ts';
import { FileFault } from '../outcome.ts';

export interface RecipeItem extends NamedItem {
  /** Absolute path of the photo, or its address in a bucket. */
  readonly path: string;
  readonly read: () => Promise<Uint8Array>;
  readonly label: string;
  /** Names of the table's other columns, in the table's order; missing if the photos don't come from a table. */
  readonly tableColumns?: readonly string[];
}

const isTable = (operand: string): boolean => extname(operand).toLowerCase() === '.csv';

export interface FindingItems {
  readonly isRecursive: boolean;
  /** Text encoding of a table; detected if undefined. */
  readonly encoding: TableEncoding | undefined;
  readonly say: (sentence: string) => void;
}

/** @throws UsageError if no photos are found, or a table can't be used */
export async function recipeItems(
  operands: readonly string[],
  finding: FindingItems,
  signal: AbortSignal,
): Promise<RecipeItem[]> {
  const { isRecursive } = finding;
  const [table] = operands;
  if (operands.some(isBucket)) {
    if (table === undefined || operands.length > 1)
      throw new UsageError('a bucket holds all photos; nothing else can be named beside it');
    return ofBucket(table, isRecursive, signal);
  }
  if (table !== undefined && isTable(table)) {
    if (operands.length > 1)
      throw new UsageError('a table names all photos; nothing else can be named beside it');
    return ofTable(table, finding);
  }
  const photos = await findPhotos(operands, isRecursive, finding.say);
  return photos.map(({ path, label, name }, place) => {
    if (path === null) throw new UsageError('a recipe takes files, because standard input has no name');
    const read = () => readBounded(path);
    return { row: place + 1, sku: name, variant: '', slot: '', columns: {}, path, label, read };
  });
}

async function ofTable(table: string, { encoding, say }: FindingItems): Promise<RecipeItem[]> {
  const size = await stat(table).then(
    (file) => file.size,
    () => {
      throw new UsageError(`there is no table ${table}`);
    },
  );
  const read = size > TABLE_MAX_BYTES ? tooLarge(table) : readTable(table, await readFile(table), encoding);
  const [columns = [], ...rows] = withoutTitle(read.table);
  if (rows.length === 0) throw new UsageError(`${table} has no rows below its first line`);
  const mapping = suggestedMapping(columns, rows);
  if (mapping.file === null)
    throw new UsageError(`${table} needs a column "file" that says which photo each row is`);
  if (encoding === undefined && read.readings.length > 1) say(`${table}: ${readingsSaid(read.readings)}`);
  for (const notice of tableNotices(columns, rows, mapping.sku)) say(`${table}: ${notice}`);
  const tableColumns = ownColumnNames(columns, mapping);
  return rows.map((row, place) => {
    const item = itemOfRow(row, columns, { ...mapping, url: null });
    const at = `${table}, row ${place + 1}`;
    if (typeof item === 'string') throw new UsageError(`${at}: ${item}`);
    if (item.source.kind !== 'file') throw new UsageError(`${at}: only files can be used here`);
    const { source, ...named } = item;
    const path = resolve(dirname(table), source.file_name);
    const label = join(dirname(table), source.file_name);
    return { ...named, row: place + 1, path, label, tableColumns, read: () => readBounded(path) };
  });
}

/** Pictures below a prefix in a bucket. As in a folder, those in subfolders are included only on request. */
async function ofBucket(address: string, isRecursive: boolean, signal: AbortSignal): Promise<RecipeItem[]> {
  const bucket = bucketAt(address, signal);
  const keys = await bucket.list(RUN_ITEMS_MAX).catch((error: unknown) => {
    throw error instanceof FileFault ? new UsageError(`${address}: ${error.message}`) : error;
  });
  const isHere = (key: string): boolean => isRecursive || !key.slice(bucket.prefix.length).includes('/');
  const isSystems = (key: string): boolean => isSystemFile(key.slice(bucket.prefix.length));
  const pictures = keys.filter((key) => isHere(key) && isPicture(posix.basename(key)) && !isSystems(key));
  if (pictures.length === 0)
    throw new UsageError(
      `there are no photos in ${address}${isRecursive ? '' : ' (--recursive looks into folders inside of it too)'}`,
    );
  return pictures.map((key, place) => {
    const label = bucket.name + key.slice(bucket.prefix.length);
    const read = async (): Promise<Uint8Array> => {
      const bytes = await bucket.read(key, UPLOAD_MAX_BYTES);
      if (bytes === null) throw new FileFault('It is not there anymore.');
      return bytes;
    };
    const sku = posix.parse(key).name;
    return { row: place + 1, sku, variant: '', slot: '', columns: {}, path: label, label, read };
  });
}

/** Sentence for the user about the encoding in which a table is read, and the alternatives. */
function readingsSaid([used, ...others]: readonly TableReading[]): string {
  const formatReading = ({ encoding, sample }: TableReading): string => `${encoding} (“${sample}”)`;
  if (used === undefined) return '';
  return `its letters were read as ${formatReading(used)}. If they are wrong, say --encoding: ${others.map(formatReading).join(', ')}.`;
}

function readTable(table: string, bytes: Uint8Array, encoding: TableEncoding | undefined): ReadTable {
  try {
    return csvTable(bytes, RUN_ITEMS_MAX + 1, encoding);
  } catch (error) {
    throw error instanceof TableFault ? new UsageError(`${table}: ${error.message}`) : error;
  }
}

function tooLarge(table: string): never {
  throw new UsageError(`${table}: ${new TableFault('TABLE_TOO_LARGE').message}`);
}

/**
 * Photos whose output files would have the same names as an earlier photo's files or as each other, for example if a
 * pattern's values are empty; each with a sentence for the user. Comparison ignores case.
 */
export function namesakes(
  { outputs }: Recipe,
  items: readonly RecipeItem[],
): ReadonlyMap<RecipeItem, string> {
  const itemByFileName = new Map<string, { readonly item: RecipeItem; readonly output: string }>();
  const faultByItem = new Map<RecipeItem, string>();
  for (const item of items)
    for (const output of outputs) {
      const name = outputFileName(output, item);
      const before = itemByFileName.get(name.toLowerCase());
      if (before !== undefined && !faultByItem.has(item))
        faultByItem.set(
          item,
          before.item === item
            ? `${basename(item.label)} (row ${item.row}) would give two files one name: the outputs ${before.output} and ${output.id} would both be ${name}; put {channel} into the recipe’s name patterns`
            : `${basename(before.item.label)} and ${basename(item.label)} would both be ${name}; put {slot}, {variant} or {row} into the recipe’s name pattern`,
        );
      if (before === undefined) itemByFileName.set(name.toLowerCase(), { item, output: output.id });
    }
  return faultByItem;
}

/** Omits photos that the recipe has made itself from other photos in the same folder. */
export function withoutResults(
  { outputs }: Recipe,
  items: readonly RecipeItem[],
  folder: string,
): RecipeItem[] {
  const finishedItems = resultsAmong(
    items.map((item) => ({
      input: item,
      path: item.path,
      results: outputs.map((output) => join(folder, outputFileName(output, item))),
    })),
  );
  return items.filter((item) => !finishedItems.includes(item));
}
