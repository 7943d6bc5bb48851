/** The Create page: shows its first screen at once, and loads the studio behind it. */
import { t } from '@packshot/contract/text/translation';
import { UPLOAD_EXTENSIONS } from '@packshot/contract/tools/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ComponentType, RefObject } from 'react';
import { isWorkWaiting } from '../../../lib/handover/incoming-work.ts';
import { afterFirstPaint } from '../../../lib/page/after-first-paint.ts';
import { lazyPart } from '../../../lib/page/lazy-page.ts';
import { usePageDrops } from '../../../lib/page/page-drops.ts';
import { hasToken } from '../../../lib/session/tokens.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { STORAGE_KEYS } from '../../../lib/state/storage-keys.ts';
import { readStored } from '../../../lib/state/storage.ts';
import { bringIntoView } from '../../../ui/bring-into-view.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FullScreenLoader } from '../../../ui/full-screen-loader.tsx';
import { useIsBeside } from '../stage/layout.ts';
import { TOOL_FACES } from '../state/tool-faces.ts';
import { EmptyStage } from './empty-stage.tsx';
import type { FirstScreen, FirstScreenActions, StudioPartProps } from './first-screen.ts';
import { ToolRail, ToolRow } from './tool-rail.tsx';

const Studio = lazyPart(async () => (await import('./studio-part.tsx')).StudioOfVisit);

/** Whether another page, the address or an expired session has work that the studio opens by itself. */
const isWorkOffered = (): boolean =>
  isWorkWaiting() ||
  new URLSearchParams(location.search).has('record') ||
  readStored(STORAGE_KEYS.expiredGuest) !== null;

/** Whether there is work that the studio opens by itself, also of an earlier visit, which always had a session. */
async function hasWork(): Promise<boolean> {
  if (isWorkOffered()) return true;
  if (!hasToken()) return false;
  const { hasStoredWork } = await import('../../../lib/handover/studio-database.ts');
  return hasStoredWork();
}

/** Loads the page; with the studio if there is work, so that the page doesn't begin with the first screen. */
export async function loadCreatePage(): Promise<ComponentType> {
  // If the browser's database can't be read, the studio reports it.
  if (await hasWork().catch(() => true)) await Studio.fetchScript();
  return CreatePage;
}

function CreatePage() {
  const [isAwaited, setIsAwaited] = useState(false);
  const isLoggedIn = useGlobalState((state) => state.userLoggedIn);
  const isWorkComing = useIsWorkComing();
  const isLoaded = useStudioScript(isAwaited || isWorkComing === true);
  const onAwait = useCallback(() => setIsAwaited(true), []);
  return (
    <CreateFrame
      Studio={isLoaded && isLoggedIn ? Studio : null}
      isWorkComing={isWorkComing}
      onAwait={onAwait}
    />
  );
}

/** Whether there is work that the studio opens by itself; null until that is known. */
function useIsWorkComing(): boolean | null {
  const [isComing, setIsComing] = useState<boolean | null>(() =>
    isWorkOffered() || hasToken() ? null : false,
  );
  useEffect(() => {
    if (isComing === false) return;
    let isCurrent = true;
    const note = (has: boolean): void => {
      if (isCurrent) setIsComing(has);
    };
    hasWork().then(note, () => note(true));
    return () => {
      isCurrent = false;
    };
    // Asked only once: work that comes later doesn't replace the first screen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return isComing;
}

/**
 * Loads the studio's script: at once if the user waits for it, otherwise when the page is idle.
 * @returns true once it has loaded, or has failed to load while the user waits; the component then reports the failure
 */
function useStudioScript(isAwaited: boolean): boolean {
  const [isLoaded, setIsLoaded] = useState(Studio.hasArrived);
  useEffect(() => {
    if (isLoaded) return;
    let isCurrent = true;
    const note = (): void => {
      if (isCurrent) setIsLoaded(true);
    };
    const load = (): void => void Studio.fetchScript().then(note, isAwaited ? note : () => undefined);
    const cancel = isAwaited ? load() : afterFirstPaint(load);
    return () => {
      isCurrent = false;
      cancel?.();
    };
  }, [isLoaded, isAwaited]);
  return isLoaded;
}

interface CreateFrameProps {
  /** The studio; null until it can be shown. */
  readonly Studio: ComponentType<StudioPartProps> | null;
  readonly isWorkComing: boolean | null;
  /** Called when the user has started something for which the studio is needed. */
  readonly onAwait?: () => void;
}

/** The first screen, with the studio beside or instead of it. Actions before the studio has loaded wait for it. */
export function CreateFrame({ Studio, isWorkComing, onAwait }: CreateFrameProps) {
  const [screen, setScreen] = useState<FirstScreen | null>(null);
  const { perform, isWaiting, tool } = useWaitingActions(screen, onAwait);
  const inputRef = useRef<HTMLInputElement>(null);
  const choosePhoto = useCallback(() => inputRef.current?.click(), []);
  const takeFiles = (files: readonly File[]): void =>
    perform((actions) => actions.takeFiles(files), { isOpening: true });
  const isDragging = usePageDrops(takeFiles);
  const isBeside = useIsBeside();
  const isShown = screen?.isShown ?? isWorkComing === false;
  const context = {
    tool,
    isLocked: screen?.isLocked ?? false,
    chooseTool: (tool: FirstScreen['tool']) => perform((actions) => actions.chooseTool(tool), { tool }),
    showBatch: () => perform((actions) => actions.showBatch()),
    showShortcuts: () => perform((actions) => actions.showShortcuts()),
  };
  return (
    // Scrolls focused elements fully into view; by default browsers accept partly visible ones.
    <div
      data-fixed-height
      onFocus={({ target }) => bringIntoView(target)}
      className={classNames(
        'flex min-h-0 flex-1 flex-col under:overflow-y-auto beside:flex-row',
        // Height of the stage: most of the window while the sheet below it is at its smallest.
        '[--stage-min:60dvh] [@media(max-height:41rem)]:[--stage-min:50dvh] has-[[data-sheet=open]]:[--stage-min:40dvh]!',
      )}
    >
      {isBeside && <ToolRail context={context} isBatch={screen?.isBatch === true} />}
      {isShown && !isBeside && (
        <div className="border-b border-line bg-surface px-3 py-2">
          <ToolRow context={context} />
        </div>
      )}
      {isShown && (
        <EmptyStage
          tool={tool}
          promise={screen?.promise ?? TOOL_FACES[tool].promise}
          reference={screen?.reference ?? null}
          recents={screen?.recents ?? null}
          isWaiting={isWaiting}
          onFiles={takeFiles}
          onBatch={context.showBatch}
        />
      )}
      {!isShown && (screen?.isShown ?? null) === null && <div className="flex-1" />}
      {isWorkComing === true && Studio === null && <FullScreenLoader />}
      {Studio && <Studio choosePhoto={choosePhoto} onFirstScreen={setScreen} />}
      <PhotoInput inputRef={inputRef} onFiles={takeFiles} />
      {isDragging && <DropCurtain />}
    </div>
  );
}

type Action = (actions: FirstScreenActions) => void;

/** Appearance of the first screen while an action waits for the studio. */
interface WaitingAction {
  /** Tool that looks chosen. */
  readonly tool?: FirstScreen['tool'];
  /** Whether a photo is being opened. */
  readonly isOpening?: boolean;
}

/** Performs actions of the first screen by the studio; before the studio has loaded, they wait. */
function useWaitingActions(screen: FirstScreen | null, onAwait?: () => void) {
  const waitingRef = useRef<Action[]>([]);
  const [isOpening, setIsOpening] = useState(false);
  const [chosenTool, setChosenTool] = useState<FirstScreen['tool']>('cut-out');
  const actions = screen?.actions;
  useEffect(() => {
    if (actions) for (const action of waitingRef.current.splice(0)) action(actions);
  }, [actions]);
  if (actions && isOpening) setIsOpening(false);
  const perform = (action: Action, { tool, isOpening: opens = false }: WaitingAction = {}): void => {
    if (actions) return action(actions);
    if (tool !== undefined) setChosenTool(tool);
    if (opens) setIsOpening(true);
    waitingRef.current.push(action);
    onAwait?.();
  };
  return { perform, isWaiting: isOpening && !actions, tool: screen?.tool ?? chosenTool };
}

interface PhotoInputProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onFiles: (files: readonly File[]) => void;
}

function PhotoInput({ inputRef, onFiles }: PhotoInputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      hidden
      multiple
      data-testid="new-photo-input"
      accept={UPLOAD_EXTENSIONS.join(',')}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        // Resets the input, so that choosing the same file twice triggers a change.
        event.currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}

function DropCurtain() {
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed inset-0 z-40 flex animate-fade-in items-center justify-center bg-ground/80 p-4"
    >
      <div className="rounded-2xl border-2 border-dashed border-accent bg-surface px-10 py-8 text-xl font-semibold shadow-high">
        {t('Drop to start')}
      </div>
    </div>
  );
}
