import { fileNotSupported } from '@packshot/contract/shell-messages';
import { showToast } from './toast.ts';

/**
 * A photo on its way from wherever it was dropped to the Create page, which may not be loaded yet. One at a time:
 * a later one takes the place of one that nobody has taken.
 */
let waiting: File | null = null;
const listeners = new Set<() => void>();

/**
 * Checks the extension and keeps the file for the Create page.
 * @returns false after a warning when the file is not supported
 */
export async function offerPhoto(file: File): Promise<boolean> {
  // Loaded here, because the schemas in the same file are not worth their weight on the landing page.
  const { hasSupportedExtension } = await import('@packshot/contract/validation');
  if (!hasSupportedExtension(file.name)) {
    showToast('warning', fileNotSupported(file.name));
    return false;
  }
  waiting = file;
  for (const listener of listeners) listener();
  return true;
}

/** Hands the waiting photo over, once. */
export function takeIncomingPhoto(): File | null {
  const file = waiting;
  waiting = null;
  return file;
}

/** Calls back whenever a photo arrives while the Create page is open. */
export function onIncomingPhoto(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
