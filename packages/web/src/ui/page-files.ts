import { useEffect, useEffectEvent, useState } from 'react';
import type { TransferContent } from './given.ts';

const hasFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') ?? false;

/** Lists the files in a drop or paste; screenshots arrive as PNGs that browsers name image.png. */
function listFiles(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])];
}

/** Matches the extensions that browsers give to pictures that they save. */
const SAVED_BY_BROWSERS = /\.(?:avif|webp|jfif)$/i;

/**
 * Gives a pasted picture an accepted extension. The list of extensions applies to files that the user chooses or drops.
 * A pasted picture was copied for its content, and its bytes determine the format.
 */
const withAcceptedName = (file: File): File =>
  SAVED_BY_BROWSERS.test(file.name)
    ? new File([file], file.name.replace(SAVED_BY_BROWSERS, '.png'), {
        type: file.type,
        lastModified: file.lastModified,
      })
    : file;

const TEXT_FIELD = 'input, textarea, [contenteditable]';
const isInTextField = ({ target }: Event): boolean =>
  (target as Element | null)?.closest?.(TEXT_FIELD) != null;

/** Reads the content of a drop or paste during the event, because browsers empty it afterwards. */
const readGiven = (transfer: DataTransfer | null): TransferContent => ({
  types: [...(transfer?.types ?? [])],
  text: transfer?.getData('text/plain') ?? '',
  html: transfer?.getData('text/html') ?? '',
  files: listFiles(transfer).map(withAcceptedName),
});

export interface PageFilesOptions {
  readonly isEnabled?: boolean;
  /**
   * Called when the user has pasted cells of a spreadsheet.
   * @param hasPicture whether the clipboard also contains a picture of them
   */
  readonly onCells?: (text: string, hasPicture: boolean) => void;
  /** Called when the user has dropped or pasted a link or picture of another page without its file. */
  readonly onLink?: () => void;
}

/**
 * Handles files that the user drops anywhere on the page, or pastes with Ctrl+V outside a text field.
 * @param onFiles also receives the dropped data, which may contain folders; null if the files were pasted
 * @returns true while files are being dragged over the page
 */
export function usePageFiles(
  onFiles: (files: readonly File[], dropped: DataTransfer | null) => void,
  { isEnabled = true, onCells, onLink }: PageFilesOptions = {},
): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const receive = useEffectEvent(onFiles);
  const receiveCells = useEffectEvent((text: string, hasPicture: boolean) => onCells?.(text, hasPicture));
  const receiveLink = useEffectEvent(() => onLink?.());

  useEffect(() => {
    if (!isEnabled) return;
    const abort = new AbortController();
    const { signal } = abort;
    // True while the user drags a picture or link of this page, which is ignored.
    let isOwn = false;
    const tellApart = async (transferred: TransferContent): Promise<void> => {
      const { detectKind: kindOf } = await import('./given.ts');
      const kind = kindOf(transferred);
      if (signal.aborted) return;
      if (kind === 'cells') receiveCells(transferred.text, transferred.files.length > 0);
      else if (kind === 'files') receive(transferred.files, null);
      else if (kind === 'link') receiveLink();
    };
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer) || isOwn) return;
      event.preventDefault();
      setIsDragging(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsDragging(false);
      if (isOwn) return;
      if (hasFiles(event.dataTransfer)) {
        event.preventDefault();
        receive(listFiles(event.dataTransfer), event.dataTransfer);
      } else if (!isInTextField(event)) {
        // Prevents the browser from opening the link in place of the page.
        event.preventDefault();
        void tellApart(readGiven(event.dataTransfer));
      }
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isInTextField(event)) return;
      const transferred = readGiven(event.clipboardData);
      if (transferred.files.length === 0 && transferred.html === '') return;
      event.preventDefault();
      if (transferred.text.trim() === '' && transferred.files.length > 0) receive(transferred.files, null);
      else void tellApart(transferred);
    };
    addEventListener('dragstart', () => (isOwn = true), { signal, capture: true });
    addEventListener('dragend', () => (isOwn = false), { signal, capture: true });
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    // Listens in the capture phase, because a drop zone in the page stops the event before it reaches the window.
    addEventListener('drop', () => setIsDragging(false), { signal, capture: true });
    addEventListener('paste', onPaste, { signal });
    return () => abort.abort();
  }, [isEnabled]);

  return isDragging && isEnabled;
}

/** Prevents the browser from opening what the user drops outside of fields, which would lose unsaved work. */
export function useDropGuard(): void {
  useEffect(() => {
    const abort = new AbortController();
    const guard = (event: DragEvent): void => {
      const isForField = hasFiles(event.dataTransfer)
        ? (event.target as Element | null)?.closest?.('input[type=file]') != null
        : isInTextField(event);
      if (!isForField) event.preventDefault();
    };
    // Listens in the capture phase, so that the event is already prevented when a drop zone stops it.
    for (const name of ['dragover', 'drop'] as const)
      addEventListener(name, guard, { signal: abort.signal, capture: true });
    return () => abort.abort();
  }, []);
}
