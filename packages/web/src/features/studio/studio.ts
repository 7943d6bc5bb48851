/** The studio, wired: one for the whole visit, so that a run goes on while the user looks at another tab. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { isActive } from './job/job.ts';
import { createToolRunner } from './job/run-tool.ts';
import { ensurePixels, loadThumbnails } from './job/show-result.ts';
import { createViewStore } from './canvas/view-store.ts';
import type { ViewStore } from './canvas/view-store.ts';
import { autosave } from './document/autosave.ts';
import {
  deleteDocument,
  openDocument,
  openPhoto,
  recoverDocument,
  startOver,
} from './document/open-document.ts';
import {
  currentDescription,
  currentMask,
  sizeOf,
  withCurrentMask,
  withDescription,
} from './document/document.ts';
import type { Backdrop, CompareMode, StudioDocument, ToolSettings } from './document/document.ts';
import { canRedo, canUndo, hideResult, redoStep, selectPicture, undoStep } from './document/result-chain.ts';
import type { PictureId, ResultChain, ToolName } from './document/result-chain.ts';
import { addStroke, redoStroke, steppedBrush, undoStroke } from './magic/strokes.ts';
import type { Mask, MaskTool, Stroke } from './magic/strokes.ts';
import { createResultSaver } from './save-result.ts';
import { createStudioContext } from './studio-state.ts';
import type { StudioContext, StudioState } from './studio-state.ts';
import { realServices } from './services.ts';
import type { StudioServices } from './services.ts';

export interface Studio {
  readonly store: StudioContext['store'];
  readonly view: ViewStore;
  /** Shows unfinished work of an earlier visit, once. */
  recover(): Promise<void>;
  /** A new photo; in the cut-out tool its background is removed at once when there are generations left. */
  takePhoto(files: readonly File[], tool?: ToolName): Promise<void>;
  chooseTool(tool: ToolName): void;
  /** Runs the chosen tool on the current picture. */
  run(): Promise<void>;
  cancel(): Promise<void>;
  /** Fetches the pixels of a finished result again. */
  reloadResult(): Promise<void>;
  /** @returns false when download credits are missing */
  download(): Promise<boolean>;
  copy(): Promise<boolean>;
  openRecent(id: string): Promise<void>;
  deleteRecent(id: string): Promise<void>;
  startOver(): Promise<void>;
  selectPicture(id: PictureId): void;
  /** Puts a result away; undo brings it back. */
  hideResult(id: PictureId): void;
  /** Takes a stroke back while a mask is being drawn, else the last choice of a picture. */
  undo(): void;
  redo(): void;
  /** The last choice of a picture alone. */
  undoChoice(): void;
  redoChoice(): void;
  draw(stroke: Stroke): void;
  chooseBrush(tool: MaskTool): void;
  /** @param size width as a share of the picture's longest side */
  setBrushSize(size: number): void;
  stepBrush(direction: 1 | -1): void;
  setPrompt(prompt: string): void;
  setUpscale(change: Partial<Pick<ToolSettings, 'factor' | 'mode'>>): void;
  /** Words of one's own in place of what was said of the current picture. */
  setDescription(text: string): void;
  copyDescription(): Promise<void>;
  /** Takes a failure off the stage. */
  dismissFailure(): void;
  setCompare(mode: CompareMode): void;
  setSplit(fraction: number): void;
  setBackdrop(backdrop: Backdrop): void;
  showOriginal(isShown: boolean): void;
}

export function createStudio(services: StudioServices): Studio {
  const context = createStudioContext(services);
  const { store } = context;
  const runner = createToolRunner(context);
  const saver = createResultSaver(context);
  const view = createViewStore();
  let recovery: Promise<void> | null = null;

  store.subscribe((state) => view.setImage(stageSize(state)));
  autosave(context);

  const change = (next: (document: StudioDocument) => StudioDocument): void => {
    const { document } = store.getState();
    if (document) context.patchDocument(document.id, next);
  };
  const changeView = (part: Partial<StudioDocument['view']>): void =>
    change((document) => ({ ...document, view: { ...document.view, ...part } }));
  const changeSettings = (part: Partial<ToolSettings>): void =>
    change((document) => ({ ...document, settings: { ...document.settings, ...part } }));
  const changeMask = (next: (mask: Mask) => Mask): void =>
    change((document) => withCurrentMask(document, next));
  const changeChain = (next: (chain: ResultChain) => ResultChain): void => {
    if (isActive(store.getState().job)) return;
    const before = store.getState().document?.chain.present.currentId;
    change((document) => ({ ...document, chain: next(document.chain) }));
    if (store.getState().document?.chain.present.currentId === before) return;
    dismissFailure();
    store.setState({ isResultMissing: false });
    void ensurePixels(context);
  };
  const dismissFailure = (): void => {
    if (store.getState().job.phase === 'failed') context.dispatch({ type: 'reset' });
  };
  /** Goes on where an earlier page stopped: with a task on the server, or with pixels that are not here. */
  const goOn = async (document: StudioDocument | null): Promise<void> => {
    if (!document) return;
    await Promise.all([ensurePixels(context), loadThumbnails(context, document.id)]);
    if (document.pendingTask) await runner.resume(document.pendingTask);
  };
  return {
    store,
    view,
    recover: () => (recovery ??= recoverDocument(context).then(goOn)),
    takePhoto: async (files, tool) => {
      const arrival = Symbol('arrival');
      store.setState({ arrival });
      try {
        if (isActive(store.getState().job)) await runner.cancel();
        const document = await openPhoto(context, files, tool);
        // Cancel, or another photo, may have come while this one was looked at.
        if (store.getState().arrival !== arrival) return;
        store.setState({ arrival: null });
        if (document?.settings.tool === 'cut-out' && services.generationsLeft() !== 0) await runner.start();
      } finally {
        if (store.getState().arrival === arrival) store.setState({ arrival: null });
      }
    },
    chooseTool: (tool) => {
      if (isActive(store.getState().job)) return;
      dismissFailure();
      store.setState({ nextTool: tool });
      changeSettings({ tool });
      if (tool === 'magic') changeView({ compare: 'result' });
    },
    run: runner.start,
    cancel: async () => {
      const { arrival, job } = store.getState();
      store.setState({ arrival: null });
      if (isActive(job)) await runner.cancel();
      else if (arrival !== null) services.notify('success', OWN_MESSAGES.cancelled);
    },
    reloadResult: () => {
      store.setState({ isResultMissing: false });
      return ensurePixels(context);
    },
    selectPicture: (id) => changeChain((chain) => selectPicture(chain, id)),
    hideResult: (id) => changeChain((chain) => hideResult(chain, id)),
    undo: () => {
      if (isEditingMask(store.getState())) changeMask(undoStroke);
      else changeChain(undoStep);
    },
    redo: () => {
      if (isEditingMask(store.getState())) changeMask(redoStroke);
      else changeChain(redoStep);
    },
    undoChoice: () => changeChain(undoStep),
    redoChoice: () => changeChain(redoStep),
    draw: (stroke) => {
      dismissFailure();
      changeMask((mask) => addStroke(mask, stroke));
    },
    chooseBrush: (tool) => {
      store.setState((state) => ({ brush: { ...state.brush, tool } }));
      changeView({ compare: 'result' });
    },
    setBrushSize: (size) => store.setState((state) => ({ brush: { ...state.brush, size } })),
    stepBrush: (direction) =>
      store.setState(({ brush }) => ({ brush: { ...brush, size: steppedBrush(brush.size, direction) } })),
    setPrompt: (prompt) => {
      dismissFailure();
      changeSettings({ prompt });
    },
    setUpscale: (part) => {
      dismissFailure();
      changeSettings(part);
    },
    setDescription: (text) =>
      change((document) => withDescription(document, document.chain.present.currentId, text)),
    copyDescription: async () => {
      const { document } = store.getState();
      try {
        await services.copyText((document && currentDescription(document)) ?? '');
        services.notify('success', OWN_MESSAGES.descriptionCopied);
      } catch (error) {
        console.warn('The browser did not copy.', error);
        services.notify('error', OWN_MESSAGES.textCopyFailed);
      }
    },
    dismissFailure,
    download: saver.download,
    copy: saver.copy,
    openRecent: async (id) => goOn(await openDocument(context, id)),
    deleteRecent: (id) => deleteDocument(context, id),
    startOver: () => startOver(context),
    setCompare: (compare) => changeView({ compare }),
    setSplit: (splitFraction) => changeView({ splitFraction }),
    setBackdrop: (backdrop) => changeView({ backdrop }),
    showOriginal: (isShowingOriginal) => store.setState({ isShowingOriginal }),
  };
}

/** The stage's coordinates are the current picture's own pixels, whatever rendition is shown. */
export const stageSize = ({ document }: StudioState): { widthPx: number; heightPx: number } | null =>
  document && sizeOf(document);

/** Undo and redo belong to the mask as long as there is something drawn, or to be drawn again. */
export function isEditingMask({ document }: StudioState): boolean {
  if (document?.settings.tool !== 'magic') return false;
  const { strokes, undone } = currentMask(document);
  return strokes.length > 0 || undone.length > 0;
}

export function undoState(state: StudioState): { canUndo: boolean; canRedo: boolean } {
  const { document } = state;
  if (!document) return { canUndo: false, canRedo: false };
  if (!isEditingMask(state)) return { canUndo: canUndo(document.chain), canRedo: canRedo(document.chain) };
  const { strokes, undone } = currentMask(document);
  return { canUndo: strokes.length > 0, canRedo: undone.length > 0 };
}

let studio: Studio | null = null;

/** The studio of this page. */
export function theStudio(): Studio {
  studio ??= createStudio(realServices());
  return studio;
}
