/** Harmonize tool: matches the product to the light of its background. */
import { t } from '@packshot/contract/text/translation';
import { lazy, Suspense } from 'react';
import type { StudioTool } from '../../state/studio-context.ts';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { compositionStage } from '../scene/composition-stage.tsx';
import { productIn } from '../../composite/composing.ts';
import { isProviders } from '../../model/results.ts';
import { HARMONIZE, harmonizable, isOnFlatBackground } from './harmonize-work.ts';

const COMPOSITION = compositionStage({ isOpen: isOnFlatBackground, holdsProduct: true });
const LazyHandles = lazy(() => import('./light-handles.tsx'));

const Handles = () => (
  <Suspense>
    <LazyHandles />
  </Suspense>
);

/** Layers of the composition, with handles for its light and background. */
const Layers = () => (
  <>
    <COMPOSITION.Layers />
    <Handles />
  </>
);

export const HARMONIZE_TOOL: StudioTool = {
  name: 'harmonize',
  ...TOOL_FACES.harmonize,

  works: [HARMONIZE],
  // Without a cut-out, the button removes the background first.
  workNow: (document) => (harmonizable(document) || productIn(document) ? 'harmonize' : 'cut-out'),
  startsWithProduct: true,

  describeResult: ({ engine }) =>
    isProviders(engine) ? null : t('Your product keeps its texture and its text.'),
  getSourceType: ({ engine }) => (isProviders(engine) ? 'compositeWithTrainedAlgorithmicMedia' : 'composite'),
  recordSourceType: 'composite',

  Panel: lazy(() => import('./harmonize-panel.tsx')),
  PhonePanel: lazy(() => import('./harmonize-options.tsx')),
  phonePlace: 'h-36',
  showsPanelInSheet: true,

  stage: { ...COMPOSITION, Layers },
  // Also shows the handles for light and background over a harmonized picture, so that the user can change them.
  Marks: Handles,
  // Shows a weaker strength by blending the input and the result; a stronger one needs a new run.
  shareShown: (result, document) =>
    result.tool === 'harmonize' && result.strength
      ? Math.min(1, document.edits.settings.strength / result.strength)
      : 1,
};
