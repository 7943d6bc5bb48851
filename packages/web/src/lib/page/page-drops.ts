import { usePageFiles } from '../../ui/page-files.ts';
import type { PageFilesOptions } from '../../ui/page-files.ts';

const refusals = () => import('./refuse-drops.ts');

/** Files that are dropped on a page or pasted. Says what is wrong with links and cells, unless the page takes them. */
export function usePageDrops(
  onFiles: Parameters<typeof usePageFiles>[0],
  { onCells = refuseCells, ...options }: PageFilesOptions = {},
): boolean {
  return usePageFiles(onFiles, { onLink: refuseLink, onCells, ...options });
}

const refuseLink = (): void => void refusals().then((say) => say.refuseLink());

/** Cells without a picture could not be mistaken for one. */
function refuseCells(_text: string, hasPicture: boolean): void {
  if (hasPicture) void refusals().then((say) => say.refuseCells());
}
