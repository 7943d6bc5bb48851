import { t } from '@packshot/contract/text/translation';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { Reference } from '@packshot/contract/tools/scene';
import { hasSupportedExtension } from '@packshot/contract/validation';
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { onIncomingWork, takeIncomingWork } from '../../../lib/handover/incoming-work.ts';
import { takeFix } from '../../../lib/handover/run-fix.ts';
import { openLinkedRecord } from '../../../lib/handover/linked-record.ts';
import type { CommandContext } from '../state/command.ts';
import type { PageActions } from '../commands/command-context.ts';
import { useCommandContext, useCommandKeys } from '../commands/use-commands.ts';
import { currentResult, PHOTO_ID } from '../model/results.ts';
import { afterFirstPaint } from '../../../lib/page/after-first-paint.ts';
import { isActive } from '../state/job.ts';
import { studioOfVisit } from './studio.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createBatch } from '../batch/create-batch.ts';
import { createRunFix } from '../catalog/run-fix.ts';
import { RunOpening } from '../catalog/run-opening.tsx';
import { StudioScope, useActions, useStudio, useStudioState, useTool } from '../state/use-studio.ts';
import { createSceneActions } from '../tools/scene/scene-actions.ts';
import type { FirstScreenActions, StudioPartProps } from './first-screen.ts';
import { RecentDocuments } from './recent-documents.tsx';
import { bestRendition, hasResultShown } from '../state/studio-state.ts';
import { Desk, fetchDesk, PageLayers } from './lazy-desk.ts';
import type { PageLayersProps } from './page-layers.tsx';
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

/** The studio of this visit, as a part of the Create page. */
export function StudioOfVisit(props: StudioPartProps) {
  return (
    <StudioScope value={studioOfVisit()}>
      <StudioPart {...props} />
    </StudioScope>
  );
}

/** Everything of the Create page except the first screen, whose state it determines. */
export function StudioPart({ choosePhoto, onFirstScreen }: StudioPartProps) {
  const [isShowingShortcuts, setIsShowingShortcuts] = useState(false);
  const [isFindingCommand, setIsFindingCommand] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const [isOutOfDownloads, setIsOutOfDownloads] = useState(false);
  /** Shops of the recipe for which a guest needs an account; null while the dialog about it is closed. */
  const [recipeShops, setRecipeShops] = useState<readonly ChannelId[] | null>(null);
  const actions = useMemo(
    () => ({
      choosePhoto,
      showShortcuts: () => setIsShowingShortcuts(true),
      showCommands: () => setIsFindingCommand(true),
      showExport: () => setIsExporting(true),
      showOutOfDownloads: () => setIsOutOfDownloads(true),
      showRecipeAccount: setRecipeShops,
    }),
    [choosePhoto],
  );
  const context = useCommandContext(actions);
  useCommandKeys(actions);
  const acceptFiles = useAcceptFiles();
  useFirstScreen(context, acceptFiles, onFirstScreen);
  useArrivals(acceptFiles);
  useLinkedRecord();
  useSharedPictures();
  useDeskAhead();

  return (
    <>
      <Workplace context={context} actions={actions} onFiles={acceptFiles} />
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
    </>
  );
}

/** Whether the first screen is shown; null while the studio looks for earlier work. */
function useIsFirstScreen(): boolean | null {
  const { tools } = useStudio();
  return useStudioState(({ stage, isBatchShown, document }) => {
    if (isBatchShown) return false;
    if (stage === 'starting') return null;
    // A document may have neither a photo nor a picture on the stage, although the chosen tool needs a photo.
    const isStageBare =
      document !== null &&
      !document.photo &&
      tools[document.tool].needsNoPhoto !== true &&
      !currentResult(document);
    return stage === 'empty' || isStageBare;
  });
}

/** Reference that the user selected before opening a photo. */
function useNextReference(): Reference | null {
  const sceneActions = useActions(createSceneActions);
  const id = useStudioState((state) => state.nextReferenceId);
  useEffect(() => {
    if (id !== null) void sceneActions.loadReferences();
  }, [sceneActions, id]);
  return useStudioState(({ shelf }) => shelf.references.find((reference) => reference.id === id) ?? null);
}

/** Sentence about what will happen to the photo that the user opens next. */
function usePromise(reference: Reference | null): string {
  const { promise } = useStudio().tools[useTool()];
  const reused = useStudioState((state) => state.nextReuse);
  if (reused !== null) {
    return reused.prompt === ''
      ? t('Your settings will be applied to it.')
      : t('Your settings will be applied to it: “{prompt}”.', { prompt: reused.prompt });
  }
  return reference ? t('It will be placed in a scene like “{title}”.', { title: reference.title }) : promise;
}

/** Reports the state of the first screen before each paint, so that the page never shows an outdated one. */
function useFirstScreen(
  { tool, isLocked, chooseTool, showBatch, showShortcuts }: CommandContext,
  takeFiles: FirstScreenActions['takeFiles'],
  onFirstScreen: StudioPartProps['onFirstScreen'],
): void {
  const studio = useStudio();
  const isShown = useIsFirstScreen();
  const isBatch = useStudioState((state) => state.isBatchShown);
  const hasRecents = useStudioState((state) => state.recents.length > 0);
  const reference = useNextReference();
  const promise = usePromise(reference);
  useLayoutEffect(() => {
    const recents = hasRecents ? (
      <StudioScope value={studio}>
        <RecentDocuments className="grid-cols-6! max-sm:grid-cols-3!" />
      </StudioScope>
    ) : null;
    const actions = { takeFiles, chooseTool, showBatch, showShortcuts };
    onFirstScreen({ isShown, tool, isLocked, isBatch, promise, reference, recents, actions });
  }, [
    studio,
    isShown,
    tool,
    isLocked,
    isBatch,
    promise,
    reference,
    hasRecents,
    takeFiles,
    chooseTool,
    showBatch,
    showShortcuts,
    onFirstScreen,
  ]);
  useLayoutEffect(() => () => onFirstScreen(null), [onFirstScreen]);
}

interface WorkplaceProps {
  readonly context: CommandContext;
  readonly actions: PageActions;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Area of the Create page in place of the first screen: a batch, or the stage with its panels. */
function Workplace({ context, actions, onFiles }: WorkplaceProps) {
  const isBatch = useStudioState((state) => state.isBatchShown);
  const isFirstScreen = useIsFirstScreen();
  if (isBatch) {
    return (
      <Suspense fallback={<div className="flex-1" />}>
        <BatchPage onFiles={onFiles} onOutOfDownloads={actions.showOutOfDownloads} />
      </Suspense>
    );
  }
  if (isFirstScreen !== false) return null;
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

function Announcements() {
  const text = useStudioState((state) => state.announcement);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
