import { createBatch } from '../batch/create-batch.ts';
import type { BatchWork } from '../batch/create-batch.ts';
import { createViewActions } from '../stage/view-actions.ts';
import type { ViewActions } from '../stage/view-actions.ts';
import { createViewStore } from '../stage/view-store.ts';
import type { ViewStore } from '../stage/view-store.ts';
import type { Viewport } from '../model/view-transform.ts';
import { createCropActions } from '../tools/crop/crop-actions.ts';
import type { CropActions } from '../tools/crop/crop-actions.ts';
import { autosave } from '../documents/autosave.ts';
import { createDescriptionActions } from '../tools/describe/description-actions.ts';
import type { DescriptionActions } from '../tools/describe/description-actions.ts';
import { createHarmonizeSettings } from '../tools/harmonize/harmonize-work.ts';
import type { HarmonizeSettings } from '../tools/harmonize/harmonize-work.ts';
import { createMagicSettings } from '../tools/magic/magic-work.ts';
import type { MagicSettings } from '../tools/magic/magic-work.ts';
import { createUpscaleSettings } from '../tools/upscale/upscale-work.ts';
import type { UpscaleSettings } from '../tools/upscale/upscale-work.ts';
import { createEngines } from '../run/engines.ts';
import type { Engines } from '../run/engines.ts';
import { createExporter } from '../export/exporter.ts';
import type { Exporter } from '../export/exporter.ts';
import { fileResults } from '../history/file-results.ts';
import { createBrushActions } from '../tools/magic/brush-actions.ts';
import type { BrushActions } from '../tools/magic/brush-actions.ts';
import { createOpenActions } from '../open/open-actions.ts';
import type { OpenActions } from '../open/open-actions.ts';
import { realServices } from './real-services.ts';
import { createRefineActions } from '../tools/cut-out/refine-actions.ts';
import type { RefineActions } from '../tools/cut-out/refine-actions.ts';
import { createRunActions } from '../run/run-actions.ts';
import type { RunActions } from '../run/run-actions.ts';
import { createResultSaver } from '../export/save-result.ts';
import type { ResultSaver } from '../export/save-result.ts';
import { createAssistant } from '../tools/scene/assist.ts';
import type { Assistant } from '../tools/scene/assist.ts';
import { createSceneActions } from '../tools/scene/scene-actions.ts';
import type { SceneActions } from '../tools/scene/scene-actions.ts';
import type { StudioServices } from '../state/services.ts';
import type { PixelSize } from '../model/size.ts';
import { createStudioContext } from '../state/studio-context.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { stageSize } from '../state/tools.ts';
import { TOOLS } from '../tools/index.ts';
import { followOtherTabs } from '../documents/other-tabs.ts';
import { createUndoActions } from '../documents/undo-actions.ts';
import type { UndoActions } from '../documents/undo-actions.ts';

/** Studio: actions on the open document are direct members; others are grouped by subject. */
export interface Studio extends OpenActions, RunActions, UndoActions, ResultSaver {
  readonly context: StudioContext;
  readonly store: StudioContext['store'];
  readonly view: ViewStore;
  readonly look: ViewActions;
  readonly settings: MagicSettings & UpscaleSettings & HarmonizeSettings;
  readonly brush: BrushActions;
  readonly refine: RefineActions;
  readonly crop: CropActions;
  readonly scene: SceneActions;
  readonly description: DescriptionActions;
  readonly assistant: Assistant;
  readonly engines: Engines;
  readonly exporter: Exporter;
  readonly batch: BatchWork;
  dismissFailure(): void;
}

export function createStudio(services: StudioServices): Studio {
  const context = createStudioContext(services, TOOLS);
  followStage(context);
  autosave(context);
  followOtherTabs(context);
  fileResults(context);
  return {
    context,
    store: context.store,
    view: context.get(createViewStore),
    look: context.get(createViewActions),
    settings: {
      ...context.get(createMagicSettings),
      ...context.get(createUpscaleSettings),
      ...context.get(createHarmonizeSettings),
    },
    brush: context.get(createBrushActions),
    refine: context.get(createRefineActions),
    crop: context.get(createCropActions),
    scene: context.get(createSceneActions),
    description: context.get(createDescriptionActions),
    assistant: context.get(createAssistant),
    engines: context.get(createEngines),
    exporter: context.get(createExporter),
    batch: context.get(createBatch),
    ...context.get(createOpenActions),
    ...context.get(createRunActions),
    ...context.get(createUndoActions),
    ...context.get(createResultSaver),
    dismissFailure: context.dismissFailure,
  };
}

/** Updates the view's image size, the container's size and the product's bounds when the state changes. */
function followStage(context: StudioContext): void {
  const { store } = context;
  const view = context.get(createViewStore);
  const scene = context.get(createSceneActions);
  store.subscribe((state) => view.setImage(stageSize(context.tools, state)));
  view.store.subscribe(({ viewport }, before) => {
    if (viewport && viewport !== before.viewport) store.setState({ container: toContainerSize(viewport) });
  });
  store.subscribe((state, before) => {
    if (state.pictures !== before.pictures || state.document?.edits !== before.document?.edits)
      void scene.measureProduct();
  });
}

const toContainerSize = ({ widthPx, heightPx, devicePixelRatio }: Viewport): PixelSize => ({
  widthPx: widthPx * devicePixelRatio,
  heightPx: heightPx * devicePixelRatio,
});

let studio: StudioContext | null = null;

/** Studio that is the same for the whole visit, so that a run continues while the user is on another page. */
export const studioOfVisit = (): StudioContext => (studio ??= createStudio(realServices()).context);
