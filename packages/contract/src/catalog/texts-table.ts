/** Table in a ZIP of pictures, with the title and the alt text of each. Create and catalog runs write the same table. */
import { csvLine } from './csv.ts';

export const TEXTS_FILE_NAME = 'texts.csv';

/** First line of the table, with the byte order mark by which spreadsheets detect UTF-8. */
export const textsHead = (): string => `\uFEFF${csvLine(['file', 'title', 'alt_text'])}`;

export const textsLine = (file: string, title: string, altText: string): string =>
  csvLine([file, title, altText]);
