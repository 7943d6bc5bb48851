import { isBusy } from '../../state/studio-state.ts';
import { useStudioState } from '../../state/use-studio.ts';
import { CompositionLayers } from './composition-layers.tsx';
import { ProductHandles } from './product-handles.tsx';

/** Composition on the stage; the user can move its product while no run is active. */
export function ProductInFrame() {
  const isIdle = useStudioState((state) => !isBusy(state));
  return (
    <>
      <CompositionLayers />
      {isIdle && <ProductHandles />}
    </>
  );
}
