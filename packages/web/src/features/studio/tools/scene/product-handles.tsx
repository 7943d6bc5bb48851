import { t } from '@packshot/contract/text/translation';
import { RotateCw } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { placedOthers, placedProduct } from '../../composite/composing.ts';
import { adjustableScene } from '../../model/adjustment.ts';
import { footOffset, placedBox } from '../../model/composition.ts';
import type { PictureId } from '../../model/results.ts';
import type { FramedProduct } from '../../model/composition.ts';
import { CORNERS } from './moving.ts';
import type { Corner } from './moving.ts';
import { nameProducts } from '../../model/product-names.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';
import { useProductDrag } from './use-product-drag.ts';
import type { ViewTransform } from '../../model/view-transform.ts';

interface ProductHandlesProps {
  /**
   * Hides box and handles, so that the user can judge the picture. They appear while the product is hovered, focused by
   * keyboard or being moved, and after a touch.
   */
  readonly isQuiet?: boolean;
}

/** Box with handles around the product for moving, scaling and rotating it, with snap lines. */
export function ProductHandles({ isQuiet = false }: ProductHandlesProps) {
  const transform = useView((state) => state.transform);
  const state = useStudioState((whole) => whole);
  const product = placedProduct(state);
  if (!transform || !product || !state.document) return null;
  const others = placedOthers(state);
  const isAlone = others.length === 0;
  const names = nameProducts(
    state.document,
    adjustableScene(state.document)?.others ?? state.document.edits.scene.otherProducts,
  );
  // Sorted by lowest point: the product that reaches lowest is nearest to the camera, and receives presses where boxes
  // overlap.
  const all = [{ ...product, id: null }, ...others].toSorted((a, b) => footY(a) - footY(b));
  return (
    <>
      <Guides />
      {all.map(({ id, placement, box, frame }) => (
        <ProductBox
          key={id ?? ''}
          id={id}
          name={isAlone ? null : id === null ? names.first : (names.others.get(id) ?? null)}
          product={{ placement, box, frame }}
          transform={transform}
          isQuiet={isQuiet || (!isAlone && id !== state.movedId)}
        />
      ))}
    </>
  );
}

/** Height of a product's lowest point, as a share of the frame. */
const footY = ({ placement, box, frame }: FramedProduct): number =>
  placement.centerY + footOffset(placement, box, frame);

const LABEL = t(
  'Your product. Arrow keys move it, Page Up and Page Down resize it, Alt with left and right rotates it.',
);

interface ProductBoxProps {
  /** ID of a further product; null for the first one. */
  readonly id: PictureId | null;
  /** Name that distinguishes the product from others; null if it is the only one. */
  readonly name: string | null;
  readonly product: FramedProduct;
  readonly transform: ViewTransform;
  readonly isQuiet: boolean;
}

/**
 * Whether the product is being moved, or was touched last, and event handlers that track this. Hover and keyboard focus
 * are left to CSS.
 */
function useIsHandled() {
  const boxRef = useRef<HTMLButtonElement>(null);
  const [isHeld, setIsHeld] = useState(false);
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    if (!isTouched) return;
    const onPointerDown = ({ target }: Event): void => {
      if (!(target instanceof Node && boxRef.current?.contains(target))) setIsTouched(false);
    };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, [isTouched]);
  return {
    boxRef,
    isHandled: isHeld || isTouched,
    onPress: ({ pointerType }: PointerEvent): void => {
      setIsHeld(true);
      if (pointerType === 'touch') setIsTouched(true);
    },
    onRelease: (): void => setIsHeld(false),
  };
}

function ProductBox({ id, name, product, transform, isQuiet }: ProductBoxProps) {
  const sceneActions = useActions(createSceneActions);
  const drag = useProductDrag(id, product, transform);
  const { boxRef, isHandled, onPress, onRelease } = useIsHandled();
  const onPointerEnd = (event: PointerEvent): void => {
    onRelease();
    drag.onPointerEnd(event);
  };
  const { placement, box, frame } = product;
  const { scale, offset } = transform;
  const placed = placedBox(placement, box, frame);
  const widthPx = placed.widthPx * scale;
  const heightPx = placed.heightPx * scale;
  const leftPx = offset.x + placed.centerXPx * scale - widthPx / 2;
  const topPx = offset.y + placed.centerYPx * scale - heightPx / 2;
  return (
    <button
      ref={boxRef}
      type="button"
      aria-roledescription={t('movable product')}
      aria-label={
        name === null
          ? LABEL
          : t(
              '{name}. Arrow keys move it, Page Up and Page Down resize it, Alt with left and right rotates it.',
              {
                name,
              },
            )
      }
      data-movable
      data-shown={!isQuiet || isHandled || undefined}
      data-testid={id === null ? 'product' : 'other-product'}
      onFocus={() => sceneActions.choose(id)}
      onPointerDown={(event) => {
        onPress(event);
        drag.onPointerDown(event);
      }}
      onPointerMove={drag.onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={drag.onKeyDown}
      onKeyUp={() => sceneActions.endPlacing()}
      onDragStart={(event) => event.preventDefault()}
      className="group absolute top-0 left-0 cursor-move touch-none outline-1 outline-transparent hover:outline-accent focus-visible:outline-2 focus-visible:outline-accent data-shown:outline-accent group-data-panning/pane:pointer-events-none"
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

/** Hidden handles don't take presses, so that a first touch on one moves the product. */
const HIDDEN_UNLESS_SHOWN =
  'pointer-events-none opacity-0 group-hover:pointer-events-auto group-hover:opacity-100 group-focus-visible:pointer-events-auto group-focus-visible:opacity-100 group-data-shown:pointer-events-auto group-data-shown:opacity-100';

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
      className={classNames(
        'absolute flex size-7 items-center justify-center pointer-coarse:size-11',
        CORNER_PLACES[corner],
        HIDDEN_UNLESS_SHOWN,
      )}
    >
      <span className="size-3 rounded-[3px] border-[1.5px] border-accent bg-handle pointer-coarse:size-4" />
    </span>
  );
}

function TurnHandle() {
  return (
    <span
      data-handle="turn"
      className={classNames(
        'absolute -top-12 left-1/2 flex size-8 -translate-x-1/2 cursor-grab items-center justify-center pointer-coarse:-top-16 pointer-coarse:size-11',
        // Fills the gap between the box and this handle, so that the handles stay visible while the pointer moves
        // across it.
        'after:absolute after:inset-x-0 after:top-full after:h-4 pointer-coarse:after:h-5',
        HIDDEN_UNLESS_SHOWN,
      )}
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
