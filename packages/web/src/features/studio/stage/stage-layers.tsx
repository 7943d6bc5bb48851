import { t } from '@packshot/contract/text/translation';
import { useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { StagePicture } from '../model/picture.ts';
import type { StageBackdrop } from '../model/document.ts';
import { pictureName } from '../model/picture-names.ts';
import { isFramed, PHOTO_ID } from '../model/results.ts';
import { bestRendition, getComparedId } from '../state/studio-state.ts';
import type { LoadedRenditions } from '../state/studio-state.ts';
import { useCurrentResult, useStudio, useStudioState } from '../state/use-studio.ts';
import { useView } from './use-view.ts';
import { visibleSplit, toZoom } from '../model/view-transform.ts';

/** Zoom from which pixels are sharp squares for inspection; below, they are smoothed as in other programs. */
const CRISP_FROM_ZOOM = 3;

export interface StageLayersProps {
  readonly shows: 'original' | 'result' | 'both';
}

/**
 * Layers of the picture: background, result and input, at the result's position and size. If both pictures are shown,
 * each is clipped at the comparison line, because either may be transparent.
 */
export function StageLayers({ shows }: StageLayersProps) {
  const { viewport, image, transform } = useView((state) => state);
  const result = useCurrentResult();
  const renditions = useStudioState(({ pictures }) => (result ? pictures[result.id] : undefined));
  const inputId = useStudioState(getComparedId);
  const input = useStudioState((state) => bestRendition(state, inputId));
  const isDecoding = useStudioState((state) => state.isDecoding);
  const backdrop = useStudioState((state) => state.document?.view.backdrop ?? TRANSPARENT);
  // Layers of transparent areas, used only on a colored background, which shows through them.
  const clear = useStudioState(({ maps }) =>
    result && backdrop.kind === 'color' ? (maps[result.id]?.clear ?? null) : null,
  );
  const { tools } = useStudio();
  const blend = useStudioState(({ document }) =>
    document && result ? (tools[document.tool].shareShown?.(result, document) ?? 1) : 1,
  );
  const splitFraction = useStudioState((state) => state.document?.view.splitFraction ?? 0.5);
  if (!viewport || !image || !transform) return null;

  const { offset, scale } = transform;
  const rect: CSSProperties = {
    width: image.widthPx * scale,
    height: image.heightPx * scale,
    transform: `translate(${offset.x}px, ${offset.y}px)`,
  };
  const split = visibleSplit(splitFraction, transform, viewport, image);
  const isBoth = shows === 'both';
  const isBlended = shows !== 'original' && blend < 1 && input !== null;
  const inputClip = isBoth ? { clipPath: `inset(0 ${(1 - split) * 100}% 0 0)` } : {};
  const resultClip = isBoth ? { clipPath: `inset(0 0 0 ${split * 100}%)` } : {};
  const isCrisp = toZoom(transform, viewport) >= CRISP_FROM_ZOOM;
  return (
    <div
      className="pointer-events-none absolute top-0 left-0 will-change-transform"
      style={{ ...rect, imageRendering: isCrisp ? 'pixelated' : 'auto' }}
    >
      <BackdropLayer backdrop={shows === 'original' ? TRANSPARENT : backdrop} />
      {isBlended && <img src={input.url} alt="" draggable={false} className={FILL} />}
      {shows !== 'original' && clear && (
        <img
          src={clear.glass.url}
          alt=""
          draggable={false}
          className={FILL}
          style={{ ...resultClip, mixBlendMode: 'multiply' }}
        />
      )}
      {shows !== 'original' && result && renditions && (
        <div className="absolute inset-0" style={resultClip}>
          <ResultLayer
            {...(clear ? { standard: null, full: clear.product } : renditions)}
            name={pictureName(result.tool)}
            opacity={blend}
          />
        </div>
      )}
      {input ? (
        <InputLayer
          picture={input}
          name={inputId === PHOTO_ID ? t('The original') : t('Before')}
          shows={shows}
          style={inputClip}
          isContained={result !== null && isFramed(result)}
        />
      ) : (
        shows !== 'result' && isDecoding && <Skeleton className="absolute inset-0 rounded-none" />
      )}
    </div>
  );
}

export const TRANSPARENT: StageBackdrop = { kind: 'transparent' };
export const FILL = 'absolute inset-0 size-full max-w-none select-none';

export function BackdropLayer({ backdrop }: { readonly backdrop: StageBackdrop }) {
  if (backdrop.kind === 'transparent')
    return <div className="checkerboard absolute inset-0 ring-1 ring-line" />;
  return <div className="absolute inset-0 ring-1 ring-line" style={{ backgroundColor: backdrop.hex }} />;
}

/**
 * Layer of the result. The full rendition replaces the standard one in a single frame, once this element has decoded
 * it. Drawing both would double the soft edges.
 */
function ResultLayer({
  standard,
  full,
  name,
  opacity,
}: LoadedRenditions & { readonly name: string; readonly opacity: number }) {
  const [readyUrl, setReadyUrl] = useState<string | null>(null);
  const fullRef = useRef<HTMLImageElement>(null);
  const isFullReady = full !== null && readyUrl === full.url;
  const onLoad = (): void => {
    const image = fullRef.current;
    if (!image || !full) return;
    const { url } = full;
    image.decode().then(
      () => setReadyUrl(url),
      // Decoding fails if another picture replaces this one meanwhile; that picture then reports its own state.
      () => undefined,
    );
  };
  return (
    <>
      {standard && !isFullReady && (
        <img src={standard.url} alt={name} draggable={false} className={FILL} style={{ opacity }} />
      )}
      {full && (
        <img
          ref={fullRef}
          src={full.url}
          alt={standard && !isFullReady ? '' : name}
          decoding="async"
          draggable={false}
          onLoad={onLoad}
          style={opacity < 1 && isFullReady ? { opacity } : {}}
          className={classNames(FILL, standard && !isFullReady && 'opacity-0')}
        />
      )}
    </>
  );
}

interface InputLayerProps {
  readonly picture: StagePicture;
  readonly name: string;
  readonly shows: StageLayersProps['shows'];
  readonly style: CSSProperties;
  /** Whether the picture is shown whole inside the area of the result, whose shape differs. */
  readonly isContained: boolean;
}

/**
 * Layer of the input: the photo or a previous result. When the result arrives, the input fades out above it, so that
 * the product stays still while its background vanishes.
 */
function InputLayer({ picture, name, shows, style, isContained }: InputLayerProps) {
  const runId = useStudioState((state) => (state.job.phase === 'done' ? state.job.runId : null));
  const [revealedRun, setRevealedRun] = useState<string | null>(runId);
  // If the user compares before the input has faded out, it isn't faded out again afterwards.
  if (shows !== 'result' && runId !== null && runId !== revealedRun) setRevealedRun(runId);
  // A picture of another shape isn't faded out, because the product would jump.
  const isRevealing = !isContained && shows === 'result' && runId !== null && runId !== revealedRun;
  if (shows === 'result' && !isRevealing) return null;
  return (
    <img
      src={picture.url}
      alt={isRevealing ? '' : name}
      draggable={false}
      style={style}
      onAnimationEnd={() => setRevealedRun(runId)}
      className={classNames(
        FILL,
        isContained && 'bg-fill-strong object-contain',
        isRevealing && 'animate-dissolve',
      )}
    />
  );
}

export function StageLabel(props: { readonly corner: 'left' | 'right'; readonly children: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'pointer-events-none absolute top-4 rounded-full bg-chip px-3 py-1 text-xs font-semibold text-chip-text',
        'portrait:max-lg:top-auto portrait:max-lg:right-auto portrait:max-lg:bottom-3 portrait:max-lg:left-2',
        props.corner === 'left' ? 'left-4' : 'right-4',
      )}
    >
      {props.children}
    </span>
  );
}
