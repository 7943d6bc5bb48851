import type { RecordSettings, SavedRecord } from '@packshot/contract/records/schemas';
import { fileNotSupported } from '@packshot/contract/shell-messages';
import { useGlobalState } from '../state/global-state.ts';
import { showToast } from '../state/toast.ts';
import type { ToolName } from '@packshot/contract/tools/names';

/** The settings that a picture from history was made with. */
export interface ReusedSettings {
  readonly prompt: string;
  /** Null for a random seed. */
  readonly seed: number | null;
  readonly settings: RecordSettings;
}

/** Initial state of the Create page. */
export interface IncomingWork {
  readonly file: File | null;
  /** Further photos, which make it a batch. */
  readonly more?: readonly File[];
  readonly tool: ToolName;
  /** Set if the page was opened to try the tool: no run starts and no charge occurs until the user requests it. */
  readonly isTrial?: boolean;
  /** A built-in reference for the scene to follow. */
  readonly referenceId: string | null;
  /** Settings to load into the tool. */
  readonly reused?: ReusedSettings;
  /** A picture from history to continue; with `reused`, the one whose settings are loaded. */
  readonly record?: SavedRecord;
}

/** Work passed to the Create page, which may not be loaded yet. Only the latest is stored. */
let waiting: IncomingWork | null = null;

/** Stores the work for the Create page and makes it restart. */
export function offerWork(work: IncomingWork): void {
  waiting = work;
  useGlobalState.setState({ loadCreatePageAgain: true });
}

/**
 * Checks the extension and stores the file for the Create page.
 * @returns false after a warning if the file isn't supported
 */
export async function offerPhoto(
  file: File,
  tool: ToolName = 'cut-out',
  more: readonly File[] = [],
  isTrial = false,
): Promise<boolean> {
  // Imported lazily: the schemas in that file are too heavy for the landing page.
  const { hasSupportedExtension } = await import('@packshot/contract/validation');
  if (!hasSupportedExtension(file.name)) {
    showToast('warning', fileNotSupported(file.name));
    return false;
  }
  offerWork({ file, tool, referenceId: null, ...(more.length > 0 && { more }), ...(isTrial && { isTrial }) });
  return true;
}

/** Returns the waiting work once. */
export function takeIncomingWork(): IncomingWork | null {
  const work = waiting;
  waiting = null;
  useGlobalState.setState({ loadCreatePageAgain: false });
  return work;
}

/** Calls back whenever work arrives while the Create page is open. */
export function onIncomingWork(listener: () => void): () => void {
  return useGlobalState.subscribe(({ loadCreatePageAgain }, before) => {
    if (loadCreatePageAgain && !before.loadCreatePageAgain) listener();
  });
}
