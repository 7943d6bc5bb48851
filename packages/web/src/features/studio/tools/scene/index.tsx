/** Background tool: places the product in a scene, on a color or on a picture. */
import { t } from '@packshot/contract/text/translation';
import { lazy } from 'react';
import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import { adjustableScene, hasOpenAdjustment } from '../../model/adjustment.ts';
import { currentResult, getMaker, getProductPixels } from '../../model/results.ts';
import type { StudioTool } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import {
  chosenFrame,
  isComposing,
  isFlat,
  isProductCurrent,
  placedProduct,
  productIn,
} from '../../composite/composing.ts';
import { isCoachNeeded } from './coach-needed.ts';
import { compositionStage } from './composition-stage.tsx';
import { productCommands } from './product-commands.ts';
import { ADJUST } from './adjust-work.ts';
import { hasSettingsOfResult, SCENE } from './scene-work.ts';

export const SCENE_TOOL: StudioTool = {
  name: 'scene',
  ...TOOL_FACES.scene,

  works: [SCENE, ADJUST],
  // Without a cut-out, the button removes the background first.
  workNow: (document) => (hasOpenAdjustment(document) ? 'adjust' : productIn(document) ? 'scene' : 'cut-out'),
  // Applies changes of a made scene when the user changes the tool, so that later tools use the changed picture.
  workOnLeaving: (document) => (hasOpenAdjustment(document) ? 'adjust' : null),
  reasonNotTakeable: ({ document }) =>
    document && hasOpenAdjustment(document) ? t('Update the picture first.') : null,
  isUnchanged: (document) =>
    adjustableScene(document) ? !hasOpenAdjustment(document) : hasSettingsOfResult(document),
  isMadeOnSaving: (document) => productIn(document) !== null && isFlat(document.edits.scene),
  startsWithProduct: true,

  describeResult(result) {
    if (result.tool === 'composite')
      return t('Your product isn’t repainted. Only colors at its edge are corrected.');
    return (getProductPixels(result)?.changed ?? 0) > 0
      ? null
      : t('Your product’s pixels are never repainted.');
  },
  getSourceType: ({ tool, scene }) => {
    if (tool === 'composite') return 'composite';
    // If a scene has no facts, a generative model made it rather than a studio set.
    return scene?.facts ? 'composite' : 'compositeSynthetic';
  },
  recordSourceType: 'composite',
  hasProductInput: true,
  sceneForPhotos: ({ edits: { scene } }) => (isFlat(scene) ? null : scene),
  makesScenes: true,

  Panel: lazy(() => import('./background-options.tsx')),
  PhonePanel: lazy(() => import('./phone-scene.tsx')),
  phonePlace: 'h-[170px]',
  showsPanelInSheet: true,
  foldsFacts: true,

  picture: {
    isShown: ({ document }) => document !== null && adjustableScene(document) !== null,
    measureSize: (document) => adjustableScene(document)?.frame ?? null,
    Layers: lazyPart(async () => (await import('../parts.ts')).LiveLayers),
  },
  coach: { isNeeded: isCoachNeeded, Card: lazy(() => import('./coach.tsx')) },
  stage: compositionStage({ isOpen: isProductCurrent, holdsProduct: true }),
  commands: productCommands,
  stageMenu: [['scene:arrange', 'scene:place-stage', 'scene:place-center', 'scene:flip']],
  pictureMenu: { arranging: ['scene:arrange'], goingOn: ['scene:reuse'] },
  commandFacts: (state, tools) => {
    const { document } = state;
    const result = document && currentResult(document);
    const isPlacing =
      document !== null &&
      isComposing(tools, document) &&
      chosenFrame(tools, document)?.holdsProduct === true;
    const isAdjustable = document !== null && adjustableScene(document) !== null;
    const isArranged = result ? ARRANGED.has(getMaker(result.tool)) : false;
    return {
      hasProduct: (isPlacing || isAdjustable) && placedProduct(state) !== null,
      canArrange: isArranged && !isAdjustable && document !== null && productIn(document) !== null,
      canReuse: result?.scene != null,
    };
  },
};

/** Tools whose results contain a placed product that the user can move again. */
const ARRANGED: ReadonlySet<string> = new Set(['scene', 'harmonize']);
