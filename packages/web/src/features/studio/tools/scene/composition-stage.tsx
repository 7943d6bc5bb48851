import { isBusy } from '../../state/studio-state.ts';
import type { ToolFrame, ToolStage } from '../../state/studio-context.ts';
import { useStudioState } from '../../state/use-studio.ts';
import { reasonNotComposable, SCENE_MISSING } from './composable.ts';
import { frameOf } from '../../composite/composing.ts';
import { CompositionLayers, EmptyFrame } from './composition-layers.tsx';
import { ProductHandles } from './product-handles.tsx';

/** A frame, as long as its scene is not made. */
export const compositionStage = (frame: ToolFrame): ToolStage => ({
  isShown: ({ document }) => document !== null && frame.isOpen(document),
  frame,
  sizeOf: ({ edits }) => frameOf(edits.scene),
  description: 'Preview of your scene',
  reasonNotTakeable: frame.holdsProduct ? reasonNotComposable : () => SCENE_MISSING,
  Layers: frame.holdsProduct ? ProductInFrame : EmptyFrame,
});

function ProductInFrame() {
  const isIdle = useStudioState((state) => !isBusy(state));
  return (
    <>
      <CompositionLayers />
      {isIdle && <ProductHandles />}
    </>
  );
}
