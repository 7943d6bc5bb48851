import { usePageFiles } from '../../ui/page-files.ts';
import type { PageFilesOptions } from '../../ui/page-files.ts';
import { showToast } from '../state/toast.ts';

const LINK = 'That was a link, not a file. Save the picture to your device first, then drop its file here.';
const CELLS =
  'Those are cells of a spreadsheet, not a picture. Paste them into a run on Catalog, or save the picture as a file first.';

/** Files that are dropped on a page or pasted. Says what is wrong with links and cells, unless the page takes them. */
export function usePageDrops(
  onFiles: Parameters<typeof usePageFiles>[0],
  { onCells = refuseCells, ...options }: PageFilesOptions = {},
): boolean {
  return usePageFiles(onFiles, { onLink: refuseLink, onCells, ...options });
}

const refuseLink = (): void => showToast('warning', LINK);

/** Cells without a picture could not be mistaken for one. */
function refuseCells(_text: string, hasPicture: boolean): void {
  if (hasPicture) showToast('warning', CELLS);
}
