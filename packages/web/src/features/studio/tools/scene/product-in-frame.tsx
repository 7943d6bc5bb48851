import { isBusy } from '../../state/studio-state.ts';
import { useStudioState } from '../../state/use-studio.ts';
import { CompositionLayers } from './composition-layers.tsx';
import { ProductHandles } from './product-handles.tsx';

/** What is being composed; while nothing is made of it, its product can be moved. */
export function ProductInFrame() {
  const isIdle = useStudioState((state) => !isBusy(state));
  return (
    <>
      <CompositionLayers />
      {isIdle && <ProductHandles />}
    </>
  );
}
