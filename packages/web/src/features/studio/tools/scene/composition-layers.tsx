import { t } from '@packshot/contract/text/translation';
import type { Shadow } from '@packshot/contract/tools/scene';
import { isComputed } from '../../model/scene-settings.ts';
import { FRAME_HINTS } from './scene-words.ts';
import type { CSSProperties } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import type { StagePicture } from '../../model/picture.ts';
import {
  chosenReference,
  flatBackground,
  getFrameSize,
  isFlat,
  isProductInvisible,
  placedProduct,
  shownShadow,
} from '../../composite/composing.ts';
import type { StageProduct } from '../../composite/composing.ts';
import { footOffset, placedBox, placedFoot, placedPicture } from '../../model/composition.ts';
import { layeredOpacities, shadowShape } from '@packshot/image-engine/pixels';
import { bestRendition } from '../../state/studio-state.ts';
import { useStore } from 'zustand';
import { areAlike, ComposedScene, useLiveScene } from './live-layers.tsx';
import { referenceTitle } from '../../../../lib/api/references.ts';
import { createLiveScenes } from './live-scenes.ts';
import type { LiveState } from './live-scenes.ts';
import { reasonWithoutPicture } from './composable.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';
import type { PixelSize } from '../../model/size.ts';

/**
 * Composition on the stage: background, shadow and product. Positions are frame pixels times the view's scale, so that
 * the composition zooms like a picture.
 */
export function CompositionLayers() {
  const state = useStudioState((whole) => whole);
  const product = placedProduct(state);
  const isInvisible = isProductInvisible(state);
  useLiveScene();
  const { state: liveState, key, isOutdated } = useActions(createLiveScenes);
  const live = useStore(liveState);
  const scene = state.document?.edits.scene;
  const isLive =
    scene !== undefined &&
    key() !== null &&
    live.id === product?.result.id &&
    areAlike(live.shown?.frame.ground, getFrameSize(scene));
  if (isLive && live.shown) {
    const { shown } = live;
    const { frame, movedId, placement } = shown;
    const isUpdating = isOutdated();
    return (
      <Frame>
        {({ scale }) => (
          <>
            <div
              aria-busy={isUpdating}
              className={classNames('absolute inset-0 transition-opacity', isUpdating && 'opacity-40')}
            >
              <ComposedScene {...{ frame, movedId, placement, scale }} label={toLabel(shown)} />
            </div>
            <SceneStatus isUpdating={isUpdating} />
          </>
        )}
      </Frame>
    );
  }
  const hasFailed = live.id === product?.result.id && live.shown === null;
  const isLoading = key() !== null && !hasFailed;
  return (
    <Frame>
      {({ frame, scale }) => (
        <>
          <Background isLoading={isLoading} />
          {!product && !isInvisible && <Skeleton className="absolute inset-[18%] rounded-lg opacity-60" />}
          {isInvisible && (
            <p role="status" className="absolute inset-x-4 top-1/2 text-center text-sm">
              <span className="rounded-full bg-chip px-3 py-1.5 text-chip-text">{FRAME_HINTS.invisible}</span>
            </p>
          )}
          {product && <ProductShadow product={product} frame={frame} scale={scale} />}
          {product && <PlacedProductImage product={product} frame={frame} scale={scale} />}
        </>
      )}
    </Frame>
  );
}

/** Name of a composed scene for screen readers. */
const toLabel = ({ facts }: NonNullable<LiveState['shown']>): string =>
  facts
    ? t('Preview of the scene: {title}', { title: referenceTitle(facts.reference_id, facts.title) })
    : t('Your scene');

/** Frame without a product: shows only the reference, whatever background is selected. */
export const EmptyFrame = () => <Frame>{() => <SceneBackground isLoading={false} />}</Frame>;

interface FrameProps {
  readonly children: (on: { readonly frame: PixelSize; readonly scale: number }) => React.ReactNode;
}

function Frame({ children }: FrameProps) {
  const transform = useView((state) => state.transform);
  const scene = useStudioState((state) => state.document?.edits.scene);
  if (!transform || !scene) return null;
  const frame = getFrameSize(scene);
  const { offset, scale } = transform;
  return (
    <div
      className="pointer-events-none absolute top-0 left-0 overflow-hidden ring-1 ring-line"
      data-testid="frame"
      style={{
        width: frame.widthPx * scale,
        height: frame.heightPx * scale,
        transform: `translate(${offset.x}px, ${offset.y}px)`,
      }}
    >
      {children({ frame, scale })}
    </div>
  );
}

const COVER = 'absolute inset-0 size-full max-w-none object-cover select-none';

interface BackgroundProps {
  /** Whether a composed scene will replace the background. */
  readonly isLoading: boolean;
}

function Background({ isLoading }: BackgroundProps) {
  const state = useStudioState((whole) => whole);
  const scene = state.document?.edits.scene;
  const flat = flatBackground(state);
  if (flat?.kind === 'transparent') return <div className="checkerboard absolute inset-0" />;
  if (flat?.kind === 'color')
    return <div className="absolute inset-0" style={{ backgroundColor: flat.hex }} />;
  if (flat?.kind === 'picture')
    return <img src={flat.picture.url} alt="" draggable={false} className={COVER} />;
  // Shows a placeholder rather than an earlier scene, because the preview must match the file.
  if (scene && isFlat(scene)) return <MissingPicture reason={reasonWithoutPicture(state)} />;
  return <SceneBackground isLoading={isLoading} />;
}

/** Placeholder for a background picture that is missing or still loading. */
function MissingPicture({ reason }: { readonly reason: string }) {
  return (
    <>
      <div className="checkerboard absolute inset-0" />
      <FrameHint>{reason}</FrameHint>
    </>
  );
}

/** Status while the scene of the current settings isn't shown yet; announced by screen readers. */
const SceneStatus = ({ isUpdating }: { readonly isUpdating: boolean }) => (
  <div role="status">{isUpdating && <FrameHint>{FRAME_HINTS.updating}</FrameHint>}</div>
);

/** Hint in the frame, in a corner where the hint doesn't overlap the product's rotate handle. */
function FrameHint({ children }: { readonly children: string }) {
  const centerX = useStudioState((state) => placedProduct(state)?.placement.centerX ?? null);
  return (
    <p
      className={classNames(
        'absolute top-4 rounded-2xl bg-chip px-3 py-1.5 text-xs font-medium text-chip-text compact:top-1 compact:rounded-lg compact:px-1.5 compact:py-0.5 compact:text-2xs',
        centerX === null && 'left-1/2 w-max max-w-[calc(100%-2rem)] -translate-x-1/2 text-center',
        centerX !== null && 'max-w-[calc(50%-1.75rem)] compact:max-w-[calc(50%-1.5rem)]',
        centerX !== null && (centerX < 0.5 ? 'right-4 compact:right-1' : 'left-4 compact:left-1'),
      )}
    >
      {children}
    </p>
  );
}

/** Preview of the scene's reference: a built-in one, cropped like the scene will be, or a picture for the mood. */
function SceneBackground({ isLoading }: BackgroundProps) {
  const state = useStudioState((whole) => whole);
  const scene = state.document?.edits.scene;
  const reference = chosenReference(state);
  const crop = reference?.stages.find(({ aspect_ratio: id }) => id === scene?.aspectRatioId)?.crop;
  if (reference && crop) {
    const style: CSSProperties = {
      width: `${100 / crop.width}%`,
      height: `${100 / crop.height}%`,
      left: `${(-100 * crop.x) / crop.width}%`,
      top: `${(-100 * crop.y) / crop.height}%`,
    };
    return (
      <>
        <img
          src={reference.image}
          alt={t('Preview of the scene: {title}', { title: reference.title })}
          draggable={false}
          className="absolute max-w-none select-none"
          style={style}
        />
        <SceneStatus isUpdating={isLoading} />
      </>
    );
  }
  const choice = scene?.reference;
  const mood: StagePicture | null =
    choice?.kind === 'own'
      ? bestRendition(state, choice.picture.id)
      : choice?.kind === 'result'
        ? bestRendition(state, choice.id)
        : null;
  return (
    <>
      <div className="absolute inset-0 bg-linear-to-b from-fill to-fill-strong" />
      {mood && (
        <img src={mood.url} alt="" draggable={false} className={`${COVER} scale-110 opacity-60 blur-xl`} />
      )}
      <SceneStatus isUpdating={isLoading} />
      {!isLoading && <FrameHint>{mood ? FRAME_HINTS.mood : FRAME_HINTS.words}</FrameHint>}
    </>
  );
}

interface ProductProps {
  readonly product: StageProduct;
  readonly frame: PixelSize;
  /** Number of screen pixels per frame pixel. */
  readonly scale: number;
}

/** Product over its glass layer, which darkens and tints the background. */
function PlacedProductImage({ product, frame, scale }: ProductProps) {
  const background = useStudioState((state) => state.document?.edits.scene.background);
  const { picture, maps } = product;
  const clear = background === 'transparent' ? null : maps.clear;
  const on = { product, frame, scale };
  return (
    <>
      {clear && <PlacedImage {...on} picture={clear.glass} alt="" style={{ mixBlendMode: 'multiply' }} />}
      <PlacedImage {...on} picture={clear?.product ?? picture} alt={t('Your product')} />
    </>
  );
}

interface PlacedProps extends ProductProps {
  /** Picture of the product, or one that covers the same area, at any size. */
  readonly picture: StagePicture;
  readonly alt: string;
  readonly style?: CSSProperties;
}

/** Draws a picture at the product's placement, rotated about the center of the product's box. */
function PlacedImage({ product, frame, scale, picture, alt, style }: PlacedProps) {
  const { box, placement } = product;
  const placed = placedBox(placement, box, frame);
  const whole = placedPicture(placement, box, frame);
  const originX = whole.middleXPx * scale;
  const originY = whole.middleYPx * scale;
  return (
    <img
      src={picture.url}
      alt={alt}
      draggable={false}
      className="absolute max-w-none select-none"
      style={{
        width: whole.widthPx * scale,
        height: whole.heightPx * scale,
        left: placed.centerXPx * scale - originX,
        top: placed.centerYPx * scale - originY,
        transformOrigin: `${originX}px ${originY}px`,
        transform: `rotate(${placement.rotationDeg}deg)${placement.isFlipped ? ' scaleX(-1)' : ''}`,
        ...style,
      }}
    />
  );
}

/** Shadow like in the composite: the one in the photo, or a computed one. */
function ProductShadow(props: ProductProps) {
  const scene = useStudioState((state) => state.document?.edits.scene);
  const { maps } = props.product;
  if (!scene) return null;
  const shadow = shownShadow(scene, props.product);
  if (isComputed(shadow)) return <ComputedShadow {...props} shadow={shadow} />;
  const own = maps.shadow;
  if (!own) return null;
  return (
    <div aria-hidden data-testid="shadow">
      {layeredOpacities(shadow.opacity).map((opacity, layer) => (
        // The list is static, so the index is a stable key.
        <PlacedImage key={layer} {...props} picture={own} alt="" style={{ opacity }} />
      ))}
    </div>
  );
}

/** Computed shadow with the same shape as in the composite. CSS filters draw it, and blur it after it is projected. */
function ComputedShadow({ product, frame, scale, shadow }: ProductProps & { readonly shadow: Shadow }) {
  const { placement, box } = product;
  const placed = placedBox(placement, box, frame);
  const footPx = (placement.centerY + footOffset(placement, box, frame)) * frame.heightPx;
  const shape = shadowShape(shadow, placed, footPx, placedFoot(placement, box, frame), product.pose);
  if (!shape) return null;
  const [a, b, c, d, e, f] = shape.matrix;
  return (
    <div aria-hidden data-testid="shadow">
      <div
        className="absolute inset-0"
        style={{ filter: `blur(${shape.blurPx * scale}px)`, opacity: shape.opacity }}
      >
        <div
          className="absolute inset-0 origin-top-left"
          style={{ transform: `matrix(${a}, ${b}, ${c}, ${d}, ${e * scale}, ${f * scale})` }}
        >
          <PlacedImage
            product={product}
            frame={frame}
            scale={scale}
            // The thumbnail suffices for a blurred shadow, and redraws fast while the user drags the product.
            picture={product.thumbnail}
            alt=""
            style={{ filter: 'brightness(0)' }}
          />
        </div>
      </div>
      {shape.contact && (
        <div
          className="absolute rounded-[50%]"
          style={{
            left: (shape.contact.centerXPx - shape.contact.radiusXPx) * scale,
            top: (shape.contact.centerYPx - shape.contact.radiusYPx) * scale,
            width: shape.contact.radiusXPx * 2 * scale,
            height: shape.contact.radiusYPx * 2 * scale,
            opacity: shape.contact.opacity,
            filter: `blur(${(shape.contact.radiusYPx * scale) / 2}px)`,
            backgroundColor: '#000',
          }}
        />
      )}
    </div>
  );
}
