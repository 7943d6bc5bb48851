import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/** Pictures in a paste; screenshots arrive as unnamed PNGs, which browsers name image.png. */
function filesOf(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}

/** Extensions that browsers give to pictures they save. */
const SAVED_BY_BROWSERS = /\.(?:avif|webp|jfif)$/i;

/**
 * Renames a pasted picture to an accepted extension. The list of extensions applies to files that people pick
 * or drop; a pasted picture was copied for its content, and its bytes decide the format.
 */
const withAcceptedName = (file: File): File =>
  SAVED_BY_BROWSERS.test(file.name)
    ? new File([file], file.name.replace(SAVED_BY_BROWSERS, '.png'), {
        type: file.type,
        lastModified: file.lastModified,
      })
    : file;

/**
 * Handles files dropped anywhere on the page, or pasted with Ctrl+V outside a text field. Without it, a file
 * dropped beside the drop zone would replace the page.
 * @returns true while files are being dragged over the page
 */
export function usePageFiles(onFiles: (files: readonly File[]) => void, isEnabled = true): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const receive = useEffectEvent(onFiles);

  useEffect(() => {
    if (!isEnabled) return;
    const abort = new AbortController();
    const { signal } = abort;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setIsDragging(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsDragging(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      receive(filesOf(event.dataTransfer));
    };
    const onPaste = (event: ClipboardEvent) => {
      if ((event.target as Element | null)?.closest?.('input, textarea, [contenteditable]')) return;
      const files = filesOf(event.clipboardData).map(withAcceptedName);
      if (files.length === 0) return;
      event.preventDefault();
      receive(files);
    };
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    // A drop zone in the page stops its drop event before it reaches the window.
    addEventListener('drop', () => setIsDragging(false), { signal, capture: true });
    addEventListener('paste', onPaste, { signal });
    return () => abort.abort();
  }, [isEnabled]);

  return isDragging && isEnabled;
}
