/** Detects values that a spreadsheet program has damaged, such as lost digits, which can't be restored. */
import { t } from '../text/translation.ts';
import type { Table } from './csv.ts';

const ROWS_NAMED = 3;
const COLUMNS_NAMED = 20;
const mend = (): string =>
  t('Format the column as text in the spreadsheet, enter the values again, and export the table again.');

/** Numbers of the affected rows in a column, from 1, with an example. */
interface Affected {
  readonly rows: readonly number[];
  readonly example: string;
}

/** Sentences about columns with damaged cells, including their rows. */
export function tableNotices(columns: readonly string[], rows: Table, sku: number | null): readonly string[] {
  const notices: string[] = [];
  for (const [place, name] of columns.slice(0, COLUMNS_NAMED).entries()) {
    const cells = rows.map((row) => (row[place] ?? '').trim());
    const column =
      name.trim() === ''
        ? t('column {place}', { place: place + 1 })
        : t('“{name}”', { name: name.trim().slice(0, 40) });
    const say = (
      affectedRows: Affected | undefined,
      words: (rows: string, example: string) => string,
    ): void => {
      if (affectedRows !== undefined)
        notices.push(`${words(rowsNamed(affectedRows.rows), affectedRows.example)} ${mend()}`);
    };
    say(findAffected(cells, isShortened), (at, example) =>
      t('Digits are missing in {column} ({at}): a spreadsheet wrote {example}.', { column, at, example }),
    );
    say(roundedNumbers(cells), (at, example) =>
      t('Long numbers in {column} end in zeros ({at}), as in {example}: spreadsheets keep 15 digits.', {
        column,
        at,
        example,
      }),
    );
    say(lostZeros(name, cells), (at, example) =>
      t('Numbers in {column} have lost their leading zeros ({at}), as in {example}.', {
        column,
        at,
        example,
      }),
    );
    if (place === sku)
      say(findAffected(cells, isDate), (at, example) =>
        t('Article numbers in {column} became dates ({at}), as in {example}.', { column, at, example }),
      );
  }
  const unread = findAffected(
    rows.map((row) => row.find((cell) => cell.includes('\uFFFD')) ?? ''),
    (cell) => cell !== '',
  );
  if (unread !== undefined)
    notices.push(
      t(
        'Some characters couldn’t be read ({at}), as in “{example}”. Save the table as CSV (UTF-8) and add it again.',
        { at: rowsNamed(unread.rows), example: unread.example.slice(0, 60) },
      ),
    );
  return notices;
}

function findAffected(cells: readonly string[], isAffected: (cell: string) => boolean): Affected | undefined {
  const rows = cells.flatMap((cell, place) => (isAffected(cell) ? [place + 1] : []));
  const [first] = rows;
  return first === undefined ? undefined : { rows, example: cells[first - 1] ?? '' };
}

/** Matches 4.00638E+12, a spreadsheet's short form, or 4006380000000 if that form was saved as a number. */
const isShortened = (cell: string): boolean =>
  /^[+-]?\d(?:[.,]\d{1,20})?E\+\d{1,3}$/i.test(cell) ||
  (/^[1-9]\d{6,8}0{5,6}$/.test(cell) && cell.length >= 12 && !isGtin(cell));
/** Matches values that a spreadsheet turned into dates: 1-Mar, Mar-26 or 01. Mrz. */
const isDate = (cell: string): boolean =>
  /^(?:\d{1,2}[-. ]{1,2}\p{L}{3,4}\.?|\p{L}{3,4}\.?[- ]\d{2}(?:\d{2})?)$/u.test(cell) && MONTH.test(cell);
const MONTH =
  /(?:jan|feb|mar|mrz|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|janv|févr|avr|juin|juil|août|déc|ene|abr|ago|dic)/i;

const KEPT_DIGITS = 15;

/** Detects rounded numbers: all long numbers have only zeros after the fifteenth digit. */
function roundedNumbers(cells: readonly string[]): Affected | undefined {
  const isLong = (cell: string): boolean => /^\d{16,40}$/.test(cell);
  const isRounded = (cell: string): boolean => isLong(cell) && /^0+$/.test(cell.slice(KEPT_DIGITS));
  return cells.filter(isLong).every(isRounded) ? findAffected(cells, isRounded) : undefined;
}

const GTIN_COLUMN = /gtin|\bean|\bupc|barcode|strichcode|\bjan\b|code.?barre/i;
const GTIN_LENGTHS = [8, 12, 13, 14];

/**
 * Detects lost leading zeros in a column of GTINs: numbers with a valid check digit, but of a length that no GTIN has.
 */
function lostZeros(name: string, cells: readonly string[]): Affected | undefined {
  const numbers = cells.filter((cell) => cell !== '');
  const whole = numbers.filter((cell) => GTIN_LENGTHS.includes(cell.length) && isGtin(cell)).length;
  if (!GTIN_COLUMN.test(name) && whole * 2 < numbers.length) return undefined;
  return findAffected(
    cells,
    (cell) => !GTIN_LENGTHS.includes(cell.length) && cell.length > 5 && isGtin(cell),
  );
}

/** Checks for 6 to 14 digits with a valid check digit (GS1). Leading zeros don't change the check digit. */
function isGtin(cell: string): boolean {
  if (!/^\d{6,14}$/.test(cell)) return false;
  const sum = [...cell]
    .toReversed()
    .reduce((all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 && Number(cell) > 0;
}

/** List of rows for a sentence: 'rows 1, 2 and 3'. */
function rowsNamed(rows: readonly number[]): string {
  const listedRows = rows.slice(0, ROWS_NAMED);
  const more = rows.length - listedRows.length;
  if (rows.length === 1) return t('row {row}', { row: listedRows[0] ?? '' });
  if (more > 0) return t('rows {list} and {more} more', { list: listedRows.join(', '), more });
  return t('rows {list} and {last}', {
    list: listedRows.slice(0, -1).join(', '),
    last: listedRows.at(-1) ?? '',
  });
}
