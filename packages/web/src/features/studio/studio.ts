/** The studio, wired: one for the whole visit, so that a run goes on while the user looks at another tab. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { createBatch } from './batch/create-batch.ts';
import type { BatchWork } from './batch/create-batch.ts';
import { createViewStore } from './canvas/view-store.ts';
import type { ViewStore } from './canvas/view-store.ts';
import type { Viewport } from './canvas/view-transform.ts';
import { autosave } from './document/autosave.ts';
import { createMadeHereFiler } from './history/file-made-here.ts';
import { fileResults } from './history/file-results.ts';
import { reuseSettings } from './history/reuse-settings.ts';
import type { ReusedSettings } from '../../lib/incoming-work.ts';
import {
  choosePicture,
  currentDescription,
  describePicture,
  editSettings,
  endGesture,
  redo,
  undo,
} from './document/edits.ts';
import type { ToolSettings } from './document/edits.ts';
import {
  deleteDocument,
  openDocument,
  openInspiration,
  openPhoto,
  recoverDocument,
  startOver,
} from './document/open-document.ts';
import { hasOpenCorrection, sizeOf, withCurrentCorrection, withCurrentMask } from './document/document.ts';
import type { Backdrop, CompareMode, StudioDocument } from './document/document.ts';
import { PHOTO_ID } from './document/results.ts';
import type { PictureId, ToolName } from './document/results.ts';
import { createEngines } from './engines/engines.ts';
import type { Engines } from './engines/engines.ts';
import { createExporter } from './export/exporter.ts';
import type { Exporter } from './export/exporter.ts';
import { isActive } from './job/job.ts';
import { createToolRunner } from './job/runner.ts';
import { ensurePixels, loadThumbnails } from './job/show-result.ts';
import { addStroke, redoStroke, steppedBrush, undoStroke } from './magic/strokes.ts';
import type { Mask, MaskTool, Stroke } from './magic/strokes.ts';
import { createRefineActions } from './refine/refine-actions.ts';
import { createCropActions } from './crop/crop-actions.ts';
import type { CropActions } from './crop/crop-actions.ts';
import { croppingSize } from './crop/cropping.ts';
import type { Correction } from './refine/corrections.ts';
import type { RefineActions } from './refine/refine-actions.ts';
import { createRunActions } from './run-actions.ts';
import type { RunActions } from './run-actions.ts';
import { createResultSaver } from './save-result.ts';
import { createAssistant } from './scene/assist.ts';
import type { Assistant } from './scene/assist.ts';
import { frameOf, isComposing } from './scene/composing.ts';
import { createSceneActions } from './scene/scene-actions.ts';
import type { SceneActions } from './scene/scene-actions.ts';
import { realServices } from './services.ts';
import type { StudioServices } from './services.ts';
import { createStudioContext } from './studio-state.ts';
import type { StudioContext, StudioState } from './studio-state.ts';
import { whoseTurn } from './undo-turn.ts';

export interface Studio extends RunActions {
  readonly store: StudioContext['store'];
  readonly view: ViewStore;
  readonly scene: SceneActions;
  readonly refine: RefineActions;
  readonly crop: CropActions;
  readonly assistant: Assistant;
  readonly engines: Engines;
  /** Where a task's picture of changed product pixels is now; throws when it has none. */
  heatMapOf(taskId: string): Promise<string>;
  /** The picture on the stage as a file of any format and size. */
  readonly exporter: Exporter;
  /** Several photos that go through the same steps. */
  readonly batch: BatchWork;
  /** Shows unfinished work of an earlier visit, once. */
  recover(): Promise<void>;
  /** A new photo; where a product is wanted alone its background is removed at once when there are generations left. */
  takePhoto(files: readonly File[], tool?: ToolName): Promise<void>;
  chooseTool(tool: ToolName): void;
  /** Another page asks for a tool, and for a built-in reference that the scene is to follow. */
  begin(tool: ToolName, referenceId: string | null): Promise<void>;
  /** Sets a tool as it was set for a picture of history. */
  reuse(tool: ToolName, reused: ReusedSettings): Promise<void>;
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
  /** Takes a stroke back while a mask or a correction is being drawn, else the last edit. */
  undo(): void;
  redo(): void;
  draw(stroke: Stroke): void;
  chooseBrush(tool: MaskTool): void;
  /** @param size width as a share of the picture's longest side */
  setBrushSize(size: number): void;
  stepBrush(direction: 1 | -1): void;
  setPrompt(prompt: string): void;
  /** @param feather how soft a mask's edge is, as a share of the picture's longest side */
  setFeather(feather: number): void;
  setUpscale(change: Partial<Pick<ToolSettings, 'factor' | 'mode'>>): void;
  /** How far a product is matched to its scene, 0 to 1. */
  setStrength(strength: number): void;
  /** The next change of a slider or a text is a step of its own for undo. */
  endGesture(): void;
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

/** Tools that begin with the product alone. */
const PRODUCT_TOOLS: readonly ToolName[] = ['cut-out', 'scene', 'harmonize'];

export function createStudio(services: StudioServices): Studio {
  const context = createStudioContext(services);
  const { store, change } = context;
  const engines = createEngines(services);
  const runner = createToolRunner(context, engines);
  const fileMadeHere = createMadeHereFiler(context);
  const saver = createResultSaver(context, fileMadeHere);
  const view = createViewStore();
  const scene = createSceneActions(context);
  const assistant = createAssistant(context, runner, engines, scene);
  let recovery: Promise<void> | null = null;

  store.subscribe((state) => view.setImage(stageSize(state)));
  view.store.subscribe(({ viewport }, before) => {
    if (viewport && viewport !== before.viewport) store.setState({ container: containerOf(viewport) });
  });
  store.subscribe((state, before) => {
    if (state.pictures !== before.pictures || state.document?.edits !== before.document?.edits)
      void scene.measureProduct();
  });
  autosave(context);
  fileResults(context);

  const changeView = (part: Partial<StudioDocument['view']>): void =>
    change((document) => ({ ...document, view: { ...document.view, ...part } }));
  const changeMask = (next: (mask: Mask) => Mask): void =>
    change((document) => withCurrentMask(document, next));
  const changeCorrection = (next: (correction: Correction) => Correction): void =>
    change((document) => withCurrentCorrection(document, next));
  /** Changes that may put another picture on the stage. */
  const changePicture = (next: (document: StudioDocument, nowMs: number) => StudioDocument): void => {
    if (isActive(store.getState().job)) return;
    const before = store.getState().document?.edits.currentId;
    change(next);
    if (store.getState().document?.edits.currentId === before) return;
    dismissFailure();
    store.setState({ isResultMissing: false });
    void ensurePixels(context);
  };
  const dismissFailure = (): void => {
    if (store.getState().job.phase === 'failed') context.dispatch({ type: 'reset' });
  };
  const refine = createRefineActions(context, dismissFailure);
  /** Goes on where an earlier page stopped: with tasks on the server, or with pixels that are not here. */
  const goOn = async (document: StudioDocument | null): Promise<void> => {
    if (!document) return;
    await ensurePixels(context);
    await loadThumbnails(context, document.id);
    if (document.pendingRun) await runner.resume(document.pendingRun);
  };
  const takePhoto: Studio['takePhoto'] = async (files, tool) => {
    const arrival = Symbol('arrival');
    store.setState({ arrival });
    try {
      if (isActive(store.getState().job)) await runner.cancel();
      assistant.stop();
      const document = await openPhoto(context, files, tool);
      // Cancel, or another photo, may have come while this one was looked at.
      if (store.getState().arrival !== arrival) return;
      store.setState({ arrival: null });
      if (document && PRODUCT_TOOLS.includes(document.tool) && services.generationsLeft() !== 0)
        await runner.start('cut-out', PHOTO_ID);
    } finally {
      if (store.getState().arrival === arrival) store.setState({ arrival: null });
    }
  };
  const runs = createRunActions(context, runner, takePhoto);
  const chooseTool = (tool: ToolName): void => {
    const { job, document } = store.getState();
    if (isActive(job)) return;
    dismissFailure();
    // What was drawn over a cut-out is meant: whoever goes on from it goes on from the corrected one.
    if (document?.tool === 'cut-out' && tool !== 'cut-out' && hasOpenCorrection(document))
      void runner.start('refine', document.edits.currentId);
    store.setState({ nextTool: tool });
    if (tool === 'inspire' && !document) openInspiration(context);
    change((open) => ({
      ...open,
      tool,
      view: tool === 'magic' ? { ...open.view, compare: 'result' } : open.view,
    }));
  };
  const recover = (): Promise<void> => (recovery ??= recoverDocument(context).then(goOn));

  return {
    store,
    view,
    scene,
    refine,
    crop: createCropActions(context),
    assistant,
    engines,
    async heatMapOf(taskId) {
      const { result } = await services.taskState(taskId);
      if (result?.product_pixels === undefined) throw new Error('This result was not compared.');
      return result.product_pixels.heat_map_url;
    },
    exporter: createExporter(context, fileMadeHere),
    batch: createBatch(context),
    recover,
    takePhoto,
    chooseTool,
    ...runs,
    begin: async (tool, referenceId) => {
      await recover();
      chooseTool(tool);
      if (referenceId === null) return;
      if (store.getState().document) scene.setReference({ kind: 'built-in', id: referenceId });
      else store.setState({ nextReferenceId: referenceId });
    },
    reuse: async (tool, reused) => {
      await recover();
      chooseTool(tool);
      reuseSettings(context, reused);
    },
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
    // While scenes arrive one after another, those that are there can be looked at.
    selectPicture: (id) => {
      if (!isActive(store.getState().job)) {
        changePicture((document, nowMs) => choosePicture(document, id, nowMs));
        return;
      }
      change((document, nowMs) => choosePicture(document, id, nowMs));
      void ensurePixels(context);
    },
    undo: () => {
      const turn = whoseTurn(store.getState(), 'undo');
      if (turn === 'mask') changeMask(undoStroke);
      else if (turn === 'correction') changeCorrection(undoStroke);
      else changePicture(undo);
    },
    redo: () => {
      const turn = whoseTurn(store.getState(), 'redo');
      if (turn === 'mask') changeMask(redoStroke);
      else if (turn === 'correction') changeCorrection(redoStroke);
      else changePicture(redo);
    },
    draw: (stroke) => {
      dismissFailure();
      changeMask((mask) => addStroke(mask, stroke));
    },
    chooseBrush: (tool) => {
      store.setState((state) => ({ brush: { ...state.brush, tool } }));
      if (store.getState().document?.tool === 'cut-out') refine.open();
      else changeView({ compare: 'result' });
    },
    setBrushSize: (size) => store.setState((state) => ({ brush: { ...state.brush, size } })),
    stepBrush: (direction) =>
      store.setState(({ brush }) => ({ brush: { ...brush, size: steppedBrush(brush.size, direction) } })),
    setPrompt: (prompt) => {
      dismissFailure();
      change((document, nowMs) => editSettings(document, 'magic-wish', nowMs, { prompt }));
    },
    setFeather: (feather) => {
      dismissFailure();
      change((document, nowMs) => editSettings(document, 'feather', nowMs, { feather }));
    },
    setUpscale: (part) => {
      dismissFailure();
      change((document, nowMs) => editSettings(document, 'upscale', nowMs, part));
    },
    setStrength: (strength) =>
      change((document, nowMs) => editSettings(document, 'strength', nowMs, { strength })),
    endGesture: () => change(endGesture),
    setDescription: (text) =>
      change((document, nowMs) => describePicture(document, document.edits.currentId, text, nowMs)),
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

/** The image container in the pixels of the screen. */
const containerOf = ({ widthPx, heightPx, devicePixelRatio }: Viewport) => ({
  widthPx: widthPx * devicePixelRatio,
  heightPx: heightPx * devicePixelRatio,
});

/** The stage's coordinates are the current picture's own pixels, or the output's while a scene is composed. */
export const stageSize = (state: StudioState): { widthPx: number; heightPx: number } | null =>
  state.document &&
  (isComposing(state)
    ? frameOf(state.document.edits.scene)
    : state.document.tool === 'crop'
      ? croppingSize(state.document)
      : sizeOf(state.document));

let studio: Studio | null = null;

/** The studio of this page. */
export function theStudio(): Studio {
  studio ??= createStudio(realServices());
  return studio;
}
