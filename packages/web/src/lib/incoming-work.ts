import type { RecordSettings, SavedRecord } from '@packshot/contract/records/schemas';
import { fileNotSupported } from '@packshot/contract/shell-messages';
import { useGlobalState } from './global-state.ts';
import { showToast } from './toast.ts';
import type { ToolName } from '@packshot/contract/tools/names';

/** What a picture of history was made with. */
export interface ReusedSettings {
  readonly prompt: string;
  /** Null: another one each time. */
  readonly seed: number | null;
  readonly settings: RecordSettings;
}

/** What the Create page is to begin with. */
export interface IncomingWork {
  readonly file: File | null;
  /** Further photos, which make a batch of it. */
  readonly more?: readonly File[];
  readonly tool: ToolName;
  /** Opened to look at the tool: nothing runs, and nothing is spent, before it is asked for. */
  readonly isTrial?: boolean;
  /** A built-in reference that the scene is to follow. */
  readonly referenceId: string | null;
  /** What the tool is to be set to. */
  readonly reused?: ReusedSettings;
  /** A picture of history that is gone on from; with `reused`, one whose settings are. */
  readonly record?: SavedRecord;
}

/**
 * Work on its way from wherever it was begun to the Create page, which may not be loaded yet. One at a time: a later
 * one takes the place of one that nobody has taken.
 */
let waiting: IncomingWork | null = null;

/** Keeps the work for the Create page, which is told to begin again with it. */
export function offerWork(work: IncomingWork): void {
  waiting = work;
  useGlobalState.setState({ loadCreatePageAgain: true });
}

/**
 * Checks the extension and keeps the file for the Create page.
 * @returns false after a warning when the file is not supported
 */
export async function offerPhoto(
  file: File,
  tool: ToolName = 'cut-out',
  more: readonly File[] = [],
  isTrial = false,
): Promise<boolean> {
  // Loaded here, because the schemas in the same file are not worth their weight on the landing page.
  const { hasSupportedExtension } = await import('@packshot/contract/validation');
  if (!hasSupportedExtension(file.name)) {
    showToast('warning', fileNotSupported(file.name));
    return false;
  }
  offerWork({ file, tool, referenceId: null, ...(more.length > 0 && { more }), ...(isTrial && { isTrial }) });
  return true;
}

/** Hands the waiting work over, once. */
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
