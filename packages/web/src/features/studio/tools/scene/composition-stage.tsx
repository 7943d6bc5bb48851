import { isBusy } from '../../state/studio-state.ts';
import type { ToolStage } from '../../state/studio-context.ts';
import { useStudioState } from '../../state/use-studio.ts';
import { reasonNotComposable } from './composable.ts';
import { frameOf, isComposing } from '../../composite/composing.ts';
import { CompositionLayers } from './composition-layers.tsx';
import { ProductHandles } from './product-handles.tsx';

/** The product in its frame, as long as its scene is not made. */
export const COMPOSITION: ToolStage = {
  isShown: isComposing,
  sizeOf: ({ edits }) => frameOf(edits.scene),
  description: 'Preview of your scene',
  reasonNotTakeable: reasonNotComposable,
  Layers: Composition,
};

function Composition() {
  const isIdle = useStudioState((state) => !isBusy(state));
  return (
    <>
      <CompositionLayers />
      {isIdle && <ProductHandles />}
    </>
  );
}
