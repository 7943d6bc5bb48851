import { usePageFiles } from '../../ui/page-files.ts';
import type { PageFilesOptions } from '../../ui/page-files.ts';

const refusals = () => import('./refuse-drops.ts');

/** Handles files dropped on the page or pasted. Explains why links and cells are refused, unless accepted. */
export function usePageDrops(
  onFiles: Parameters<typeof usePageFiles>[0],
  { onCells = refuseCells, ...options }: PageFilesOptions = {},
): boolean {
  return usePageFiles(onFiles, { onLink: refuseLink, onCells, ...options });
}

const refuseLink = (): void => void refusals().then((say) => say.refuseLink());

/** Shows an explanation only if the pasted cells include a picture, which the user may have wanted to open. */
function refuseCells(_text: string, hasPicture: boolean): void {
  if (hasPicture) void refusals().then((say) => say.refuseCells());
}
