import { t } from '@packshot/contract/text/translation';
import { RotateCw } from 'lucide';
import { Icon } from '../../../../ui/icon.tsx';
import { placedProduct } from '../../composite/composing.ts';
import { placedBox } from '../../model/composition.ts';
import type { FramedProduct } from '../../model/composition.ts';
import { CORNERS } from './moving.ts';
import type { Corner } from './moving.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';
import { useProductDrag } from './use-product-drag.ts';
import type { ViewTransform } from '../../model/view-transform.ts';

/** Box with handles around the product for moving, scaling and rotating it, with snap lines. */
export function ProductHandles() {
  const transform = useView((state) => state.transform);
  const state = useStudioState((whole) => whole);
  const product = placedProduct(state);
  if (!transform || !product) return null;
  const { placement, box, frame } = product;
  return (
    <>
      <Guides />
      <ProductBox product={{ placement, box, frame }} transform={transform} />
    </>
  );
}

const LABEL = t(
  'Your product. Arrow keys move it, Page Up and Page Down resize it, Alt with left and right rotates it.',
);

interface ProductBoxProps {
  readonly product: FramedProduct;
  readonly transform: ViewTransform;
}

function ProductBox({ product, transform }: ProductBoxProps) {
  const sceneActions = useActions(createSceneActions);
  const drag = useProductDrag(product, transform);
  const { placement, box, frame } = product;
  const { scale, offset } = transform;
  const placed = placedBox(placement, box, frame);
  const widthPx = placed.widthPx * scale;
  const heightPx = placed.heightPx * scale;
  const leftPx = offset.x + placed.centerXPx * scale - widthPx / 2;
  const topPx = offset.y + placed.centerYPx * scale - heightPx / 2;
  return (
    <button
      type="button"
      aria-roledescription={t('movable product')}
      aria-label={LABEL}
      data-movable
      data-testid="product"
      onPointerDown={drag.onPointerDown}
      onPointerMove={drag.onPointerMove}
      onPointerUp={drag.onPointerEnd}
      onPointerCancel={drag.onPointerEnd}
      onKeyDown={drag.onKeyDown}
      onKeyUp={() => sceneActions.endPlacing()}
      onDragStart={(event) => event.preventDefault()}
      className="group absolute top-0 left-0 cursor-move touch-none outline-1 outline-accent focus-visible:outline-2 group-data-panning/pane:pointer-events-none"
      style={{
        width: widthPx,
        height: heightPx,
        transform: `translate(${leftPx}px, ${topPx}px) rotate(${placement.rotationDeg}deg)`,
      }}
    >
      {CORNERS.map((corner) => (
        <CornerHandle key={corner} corner={corner} />
      ))}
      <TurnHandle />
    </button>
  );
}

const CORNER_PLACES: Readonly<Record<Corner, string>> = {
  nw: '-top-3.5 -left-3.5 cursor-nwse-resize pointer-coarse:-top-5.5 pointer-coarse:-left-5.5',
  ne: '-top-3.5 -right-3.5 cursor-nesw-resize pointer-coarse:-top-5.5 pointer-coarse:-right-5.5',
  se: '-right-3.5 -bottom-3.5 cursor-nwse-resize pointer-coarse:-right-5.5 pointer-coarse:-bottom-5.5',
  sw: '-bottom-3.5 -left-3.5 cursor-nesw-resize pointer-coarse:-bottom-5.5 pointer-coarse:-left-5.5',
};

function CornerHandle({ corner }: { readonly corner: Corner }) {
  return (
    <span
      data-handle={corner}
      className={`absolute flex size-7 items-center justify-center pointer-coarse:size-11 ${CORNER_PLACES[corner]}`}
    >
      <span className="size-3 rounded-[3px] border-[1.5px] border-accent bg-handle pointer-coarse:size-4" />
    </span>
  );
}

function TurnHandle() {
  return (
    <span
      data-handle="turn"
      className="absolute -top-12 left-1/2 flex size-8 -translate-x-1/2 cursor-grab items-center justify-center pointer-coarse:-top-16 pointer-coarse:size-11"
    >
      <span className="flex size-6 items-center justify-center rounded-full border border-line bg-handle text-on-handle shadow-mid pointer-coarse:size-8">
        <Icon of={RotateCw} sizePx={13} />
      </span>
    </span>
  );
}

function Guides() {
  const transform = useView((state) => state.transform);
  const image = useView((state) => state.image);
  const guides = useStudioState((state) => state.guides);
  if (!transform || !image) return null;
  const { offset, scale } = transform;
  return guides.map(({ axis, at }) => (
    <div
      key={`${axis}${at}`}
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 bg-accent"
      style={
        axis === 'x'
          ? {
              width: 1,
              height: image.heightPx * scale,
              transform: `translate(${offset.x + at * image.widthPx * scale}px, ${offset.y}px)`,
            }
          : {
              height: 1,
              width: image.widthPx * scale,
              transform: `translate(${offset.x}px, ${offset.y + at * image.heightPx * scale}px)`,
            }
      }
    />
  ));
}
