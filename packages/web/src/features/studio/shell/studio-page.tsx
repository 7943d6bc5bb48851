import { t } from '@packshot/contract/text/translation';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { UPLOAD_EXTENSIONS } from '@packshot/contract/tools/limits';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { onIncomingWork, takeIncomingWork } from '../../../lib/handover/incoming-work.ts';
import { takeFix } from '../../../lib/handover/run-fix.ts';
import { openLinkedRecord } from '../../../lib/handover/linked-record.ts';
import { bringIntoView } from '../../../ui/bring-into-view.ts';
import { classNames } from '../../../ui/class-names.ts';
import { usePageDrops } from '../../../lib/page/page-drops.ts';
import type { CommandContext } from '../state/command.ts';
import type { PageActions } from '../commands/command-context.ts';
import { useCommandContext, useCommandKeys } from '../commands/use-commands.ts';
import { currentResult, PHOTO_ID } from '../model/results.ts';
import { afterFirstPaint } from '../../../lib/page/after-first-paint.ts';
import { isActive } from '../state/job.ts';
import { useIsBeside } from '../stage/layout.ts';
import { studioOfVisit } from './studio.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createBatch } from '../batch/create-batch.ts';
import { createRunFix } from '../catalog/run-fix.ts';
import { RunOpening } from '../catalog/run-opening.tsx';
import { StudioScope, useActions, useStudio, useStudioState } from '../state/use-studio.ts';
import { bestRendition, hasResultShown } from '../state/studio-state.ts';
import { EmptyStage } from './empty-stage.tsx';
import { Desk, fetchDesk, PageLayers } from './lazy-desk.ts';
import type { PageLayersProps } from './page-layers.tsx';
import { ToolRail, ToolRow } from './tool-rail.tsx';
import { setStagePictures } from '../../../lib/state/shell-signals.ts';

const BatchPage = lazy(() => import('../batch/batch-page.tsx'));
const CommandPalette = lazy(() => import('./command-palette.tsx'));
const ExportDialog = lazy(() => import('../export/export-dialog.tsx'));

/** Opens several photos as a batch; opens a single photo on the stage, unless a batch is open. */
function useAcceptFiles(): (files: readonly File[]) => void {
  const { store } = useStudio();
  const { takePhoto } = useActions(createOpenActions);
  const { runner } = useActions(createBatch);
  return useCallback(
    (files) => {
      const supported = files.filter(({ name }) => hasSupportedExtension(name));
      if (supported.length > 1 || (supported.length === 1 && store.getState().isBatchShown))
        void runner.add(files);
      else void takePhoto(files);
    },
    [store, takePhoto, runner],
  );
}

export function StudioPage() {
  return (
    <StudioScope value={studioOfVisit()}>
      <Page />
    </StudioScope>
  );
}

export function Page() {
  const [isShowingShortcuts, setIsShowingShortcuts] = useState(false);
  const [isFindingCommand, setIsFindingCommand] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const [isOutOfDownloads, setIsOutOfDownloads] = useState(false);
  /** Shops of the recipe for which a guest needs an account; null while the dialog about it is closed. */
  const [recipeShops, setRecipeShops] = useState<readonly ChannelId[] | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const actions = useMemo(
    () => ({
      choosePhoto: () => inputRef.current?.click(),
      showShortcuts: () => setIsShowingShortcuts(true),
      showCommands: () => setIsFindingCommand(true),
      showExport: () => setIsExporting(true),
      showOutOfDownloads: () => setIsOutOfDownloads(true),
      showRecipeAccount: setRecipeShops,
    }),
    [],
  );
  const context = useCommandContext(actions);
  const isBeside = useIsBeside();
  useCommandKeys(actions);
  const acceptFiles = useAcceptFiles();
  useArrivals(acceptFiles);
  useLinkedRecord();
  useSharedPictures();
  useDeskAhead();
  const isDragging = usePageDrops(acceptFiles);

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
      {isBeside && <ToolRail context={context} />}
      <Workplace context={context} actions={actions} isBeside={isBeside} onFiles={acceptFiles} />
      <PhotoInput inputRef={inputRef} onFiles={acceptFiles} />
      {isDragging && <DropCurtain />}
      <Layers
        isShowingShortcuts={isShowingShortcuts}
        onShortcutsClose={() => setIsShowingShortcuts(false)}
        isOutOfDownloads={isOutOfDownloads}
        onOutOfDownloadsClose={() => setIsOutOfDownloads(false)}
        recipeShops={recipeShops}
        onRecipeAccountClose={() => setRecipeShops(null)}
      />
      {isFindingCommand && (
        <Suspense fallback={null}>
          <CommandPalette context={context} onClose={() => setIsFindingCommand(false)} />
        </Suspense>
      )}
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog
            onClose={() => setIsExporting(false)}
            onOutOfDownloads={actions.showOutOfDownloads}
            onSaveRecipe={context.saveRecipe}
          />
        </Suspense>
      )}
      <RunOpening />
      <Announcements />
    </div>
  );
}

interface WorkplaceProps {
  readonly context: CommandContext;
  readonly actions: PageActions;
  readonly isBeside: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Area of the Create page that shows a batch, the empty stage, or the stage with its panels. */
function Workplace({ context, actions, isBeside, onFiles }: WorkplaceProps) {
  const stage = useStudioState((state) => state.stage);
  const isBatch = useStudioState((state) => state.isBatchShown);
  const { tools } = useStudio();
  // Whether the document has neither a photo nor a picture on the stage, although the chosen tool needs a photo.
  const isStageBare = useStudioState(
    ({ document }) =>
      document !== null &&
      !document.photo &&
      tools[document.tool].needsNoPhoto !== true &&
      !currentResult(document),
  );
  if (isBatch) {
    return (
      <Suspense fallback={<div className="flex-1" />}>
        <BatchPage onFiles={onFiles} onOutOfDownloads={actions.showOutOfDownloads} />
      </Suspense>
    );
  }
  if (stage === 'empty' || isStageBare) {
    return (
      <>
        {!isBeside && (
          <div className="border-b border-line bg-surface px-3 py-2">
            <ToolRow context={context} />
          </div>
        )}
        <EmptyStage onFiles={onFiles} />
      </>
    );
  }
  if (stage === 'starting') return <div className="flex-1" />;
  return (
    <Suspense fallback={<div className="flex-1" />}>
      <Desk context={context} actions={actions} />
    </Suspense>
  );
}

/** Layers above the page, loaded when first needed. */
function Layers(props: PageLayersProps) {
  const isRunning = useStudioState(({ job }) => isActive(job));
  const isNeeded =
    isRunning || props.isShowingShortcuts || props.isOutOfDownloads || props.recipeShops !== null;
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  if (!wasNeeded) return null;
  return (
    <Suspense>
      <PageLayers {...props} />
    </Suspense>
  );
}

/**
 * Loads the scripts that only an open picture needs: at once if a picture is being opened, otherwise when the page is
 * idle, so that a picture can also be opened offline.
 */
function useDeskAhead(): void {
  const { documents } = useStudio().services;
  const isComing = useStudioState(({ document, arrival }) => document !== null || arrival !== null);
  const isStarting = useStudioState(({ stage }) => stage === 'starting');
  useEffect(() => {
    if (isComing) void fetchDesk();
    // Waits while the page looks for earlier work, because it paints nothing until then.
    else if (!isStarting) return afterFirstPaint(() => void fetchDesk());
    return undefined;
  }, [isComing, isStarting]);
  useEffect(() => {
    const goOn = (id: string | null): void => {
      if (id !== null) void fetchDesk();
    };
    // Errors are ignored because opening the document reports them.
    documents.currentId().then(goOn, () => undefined);
  }, [documents]);
}

/** Opens work that other pages passed to this one, and unfinished work of an earlier visit. */
function useArrivals(acceptFiles: (files: readonly File[]) => void): void {
  const openActions = useActions(createOpenActions);
  const batchWork = useActions(createBatch);
  const runFix = useActions(createRunFix);
  useEffect(() => {
    const take = (): void => {
      const work = takeIncomingWork();
      const fix = takeFix();
      if (fix) void runFix.begin(fix);
      else if (work?.file && work.more) acceptFiles([work.file, ...work.more]);
      else if (work?.file)
        void openActions.takePhoto([work.file], work.tool, { isTrial: work.isTrial ?? false });
      else if (work?.reused) void openActions.reuse(work.tool, work.reused, work.record);
      else if (work?.record) void openActions.openRecord(work.tool, work.record);
      else if (work) void openActions.begin(work.tool, work.referenceId);
    };
    take();
    void openActions.recover();
    void batchWork.runner.recover();
    return onIncomingWork(take);
  }, [acceptFiles, openActions, batchWork, runFix]);
}

/**
 * Opens the history record that the page's address names, once, and removes it from the address. From then on, the
 * record's document is stored like any other.
 */
function useLinkedRecord(): void {
  useEffect(() => {
    const address = new URL(location.href);
    const record = address.searchParams.get('record');
    if (record === null) return;
    address.searchParams.delete('record');
    history.replaceState(history.state, '', `${address.pathname}${address.search}`);
    void openLinkedRecord(record);
  }, []);
}

/** Tells the app shell the addresses of the photo and the result on the stage. */
function useSharedPictures(): void {
  const original = useStudioState(({ stage, pictures }) =>
    stage === 'open' ? (pictures[PHOTO_ID]?.full?.url ?? '') : null,
  );
  const result = useStudioState((state) =>
    hasResultShown(state) ? (bestRendition(state, state.document?.edits.currentId ?? '')?.url ?? null) : null,
  );
  useEffect(() => {
    setStagePictures(original, result);
  }, [original, result]);
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

function Announcements() {
  const text = useStudioState((state) => state.announcement);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
