/** Harmonize: the product matched to the light of its background. */
import { Blend } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { StudioTool } from '../../state/studio-context.ts';
import { compositionStage } from '../scene/composition-stage.tsx';
import { productIn } from '../../composite/composing.ts';
import { isProviders } from '../../model/results.ts';
import { HARMONIZE, harmonizable, isOnFlatGround } from './harmonize-work.ts';

const COMPOSITION = compositionStage({ isOpen: isOnFlatGround, holdsProduct: true });
const LazyHandles = lazy(() => import('./light-handles.tsx'));

const Handles = () => (
  <Suspense>
    <LazyHandles />
  </Suspense>
);

/** What is composed, with the light and the ground that it will be matched to. */
const Layers = () => (
  <>
    <COMPOSITION.Layers />
    <Handles />
  </>
);

export const HARMONIZE_TOOL: StudioTool = {
  name: 'harmonize',
  icon: Blend,
  key: 'h',
  promise: 'Match it to the light of your own picture.',

  works: [HARMONIZE],
  // A match needs a product without its background.
  workNow: (document) => (harmonizable(document) || productIn(document) ? 'harmonize' : 'cut-out'),
  startsWithProduct: true,

  factOf: ({ engine }) => (isProviders(engine) ? null : 'Your product keeps its texture and its text.'),
  sourceTypeOf: ({ engine }) => (isProviders(engine) ? 'compositeWithTrainedAlgorithmicMedia' : 'composite'),
  recordSourceType: 'composite',

  Panel: lazy(() => import('./harmonize-panel.tsx')),
  PhonePanel: lazy(() => import('./harmonize-options.tsx')),
  phonePlace: 'h-36',
  showsPanelInSheet: true,

  stage: { ...COMPOSITION, Layers },
  // A picture that was matched shows what it was matched to, so that it can be made anew with another light.
  Marks: Handles,
  // Between the picture before and the result lies every weaker match. A stronger one has to be made.
  shareShown: (result, document) =>
    result.tool === 'harmonize' && result.strength
      ? Math.min(1, document.edits.settings.strength / result.strength)
      : 1,
};
