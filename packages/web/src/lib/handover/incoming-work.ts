import type { RecordSettings, SavedRecord } from '@packshot/contract/records/schemas';
import { fileNotSupported } from '@packshot/contract/shell-messages';
import { useGlobalState } from '../state/global-state.ts';
import { showToast } from '../state/toast.ts';
import type { ToolName } from '@packshot/contract/tools/names';

/** Settings with which a picture in the history was made. */
export interface ReusedSettings {
  readonly prompt: string;
  /** Seed of the picture; null for a random one. */
  readonly seed: number | null;
  readonly settings: RecordSettings;
}

export interface IncomingWork {
  readonly file: File | null;
  /** Further photos; if there are any, all photos become a batch. */
  readonly more?: readonly File[];
  readonly tool: ToolName;
  /** Set if the user only tries the tool: no run starts, and nothing is charged, until the user asks for it. */
  readonly isTrial?: boolean;
  /** ID of a built-in reference for the scene to follow, or null. */
  readonly referenceId: string | null;
  readonly reused?: ReusedSettings;
  /** Picture in the history to continue; with `reused`, the one whose settings are loaded. */
  readonly record?: SavedRecord;
}

/** Work that other pages pass to the Create page, which may not be loaded yet. Only the latest is stored. */
let waiting: IncomingWork | null = null;

/** Stores the work and makes the Create page start with it. */
export function offerWork(work: IncomingWork): void {
  waiting = work;
  useGlobalState.setState({ loadCreatePageAgain: true });
}

/**
 * Checks the extension of a file and passes the file to the Create page.
 * @returns false after a warning if the file isn't supported
 */
export async function offerPhoto(
  file: File,
  tool: ToolName = 'cut-out',
  more: readonly File[] = [],
  isTrial = false,
): Promise<boolean> {
  // Imported lazily, because the schemas in the imported module are too large for the landing page.
  const { hasSupportedExtension } = await import('@packshot/contract/validation');
  if (!hasSupportedExtension(file.name)) {
    showToast('warning', fileNotSupported(file.name));
    return false;
  }
  offerWork({ file, tool, referenceId: null, ...(more.length > 0 && { more }), ...(isTrial && { isTrial }) });
  return true;
}

/** Whether another page has passed work that the Create page hasn't taken yet. */
export const isWorkWaiting = (): boolean => useGlobalState.getState().loadCreatePageAgain;

export function takeIncomingWork(): IncomingWork | null {
  const work = waiting;
  waiting = null;
  useGlobalState.setState({ loadCreatePageAgain: false });
  return work;
}

/** Calls the listener whenever work arrives while the Create page is open. */
export function onIncomingWork(listener: () => void): () => void {
  return useGlobalState.subscribe(({ loadCreatePageAgain }, before) => {
    if (loadCreatePageAgain && !before.loadCreatePageAgain) listener();
  });
}
