export interface TransferContent {
  readonly types: readonly string[];
  readonly text: string;
  readonly html: string;
  readonly files: readonly File[];
}

/** Number of characters of the clipboard's HTML that are searched; the first table or picture comes much earlier. */
const LOOKED_AT = 200_000;

/**
 * Kind of the content: cells of a spreadsheet, files, or a link or picture of another page without its file; null for
 * anything else.
 */
export function detectKind(transferred: TransferContent): 'cells' | 'files' | 'link' | null {
  if (isCells(transferred)) return 'cells';
  if (transferred.files.length > 0) return 'files';
  return isLink(transferred) ? 'link' : null;
}

/**
 * Whether the content is spreadsheet cells, which may include a picture of the cells. Copied files have their names or
 * addresses as text, which doesn't count as a table.
 */
function isCells({ text, html, files }: TransferContent): boolean {
  if (text.trim() === '') return false;
  if (/<table[\s>]|google-sheets-html-origin/i.test(html.slice(0, LOOKED_AT))) return true;
  const isName = (line: string): boolean =>
    /^\s*(?:https?|file|data|blob):/i.test(line) || files.some(({ name }) => line.trim().endsWith(name));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return files.length > 0 && !lines.every(isName);
}

const isLink = ({ types, text, html }: TransferContent): boolean =>
  types.includes('text/uri-list') || (/<img\s/i.test(html.slice(0, LOOKED_AT)) && text.trim() === '');
