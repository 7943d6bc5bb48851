import { usePageFiles } from '../../ui/page-files.ts';
import type { PageFilesOptions } from '../../ui/page-files.ts';

const refusals = () => import('./refuse-drops.ts');

/** Handles files that are dropped on a page or pasted. Explains why links and cells are refused, unless the page accepts them. */
export function usePageDrops(
  onFiles: Parameters<typeof usePageFiles>[0],
  { onCells = refuseCells, ...options }: PageFilesOptions = {},
): boolean {
  return usePageFiles(onFiles, { onLink: refuseLink, onCells, ...options });
}

const refuseLink = (): void => void refusals().then((say) => say.refuseLink());

/** Without a picture, pasting cells needs no explanation. */
function refuseCells(_text: string, hasPicture: boolean): void {
  if (hasPicture) void refusals().then((say) => say.refuseCells());
}
