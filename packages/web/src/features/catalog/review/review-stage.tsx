import { t } from '@packshot/contract/text/translation';
import type { RunItem } from '@packshot/contract/catalog/items';
import { isOfCutOut } from '@packshot/contract/tools/quality-flags';
import { useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { itemName } from '../words.ts';

/** Height of a zoomed picture relative to its container; shows a flagged area and its surroundings. */
const ZOOM = 2.5;

interface FocusPoint {
  readonly x: number;
  readonly y: number;
}

/** Usual position of each side of a framed product, in shares (0 to 1) of the picture. */
const PLACES: Readonly<Record<RunItem['doubts'][number]['place'], FocusPoint>> = {
  left: { x: 0.2, y: 0.5 },
  right: { x: 0.8, y: 0.5 },
  top: { x: 0.5, y: 0.2 },
  bottom: { x: 0.5, y: 0.8 },
  inside: { x: 0.5, y: 0.5 },
  whole: { x: 0.5, y: 0.5 },
};

/** Point to zoom to: the exact position of the most serious quality flag if known, else an estimate. */
export function doubtfulPoint(
  { doubts: [flag], review }: Pick<RunItem, 'doubts' | 'review'>,
  isBefore: boolean,
): FocusPoint {
  const box = isBefore ? (review?.box ?? flag?.box) : review?.made_box;
  if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return PLACES[isBefore ? 'whole' : (flag?.place ?? 'whole')];
}

type Box = RunItem['doubts'][number]['box'];

/**
 * Areas to outline, in shares of the picture: on the photo those of the cut-out's quality flags; on the result, where
 * only the most doubtful area is known, that one.
 */
function doubtfulBoxes(
  { doubts, review }: Pick<RunItem, 'doubts' | 'review'>,
  isBefore: boolean,
): readonly Box[] {
  if (isBefore) return doubts.filter(isOfCutOut).map(({ box }) => box);
  return review?.made_box ? [review.made_box] : [];
}

interface StageProps {
  readonly item: RunItem;
  /** Whether the photo is shown instead of the resulting picture. */
  readonly isBefore: boolean;
  readonly isZoomed: boolean;
  readonly onGone: () => void;
}

/** Picture of the current row, which fills the available space; scrollable when zoomed. */
export function ReviewStage({ item, isBefore, isZoomed, onGone }: StageProps) {
  const [output] = item.outputs;
  const resultUrl = output?.url ?? item.thumb_url;
  const url = isBefore ? item.photo_url : resultUrl;
  const name = itemName(item);
  return (
    <div className="relative min-h-64 flex-1 overflow-clip rounded-lg border border-line short:min-h-44">
      {url === null ? (
        <p className="absolute inset-0 flex items-center justify-center bg-fill text-sm text-muted">
          {t('Loading…')}
        </p>
      ) : (
        <Shown
          key={`${item.row} ${isBefore} ${isZoomed}`}
          url={url}
          onGone={onGone}
          description={isBefore ? t('Photo of {name}', { name }) : t('Picture of {name}', { name })}
          point={isZoomed ? doubtfulPoint(item, isBefore) : null}
          boxes={doubtfulBoxes(item, isBefore)}
          ratio={output && !isBefore ? output.width / output.height : null}
        />
      )}
      <span
        aria-hidden
        className="pointer-events-none absolute top-3 left-3 rounded-full bg-chip px-3 py-1 text-xs font-semibold text-chip-text"
      >
        {isBefore ? t('Before') : t('After')}
      </span>
    </div>
  );
}

interface ShownPictureProps {
  readonly url: string;
  readonly onGone: () => void;
  readonly description: string;
  /** Point to zoom to; null shows the whole picture. */
  readonly point: FocusPoint | null;
  readonly boxes: readonly Box[];
  /**
   * Aspect ratio, width by height; null for that of the loaded picture. A fixed ratio avoids a jump when a larger
   * picture replaces a small one.
   */
  readonly ratio: number | null;
}

const wholeStyle = (ratio: number | null) =>
  ratio === null ? {} : { height: '100%', aspectRatio: String(ratio) };

/** Scrolls an element until a point of its picture is in the center. */
function lookAt(element: HTMLElement | null, point: FocusPoint | null): void {
  if (element === null || point === null) return;
  element.scrollLeft = point.x * element.scrollWidth - element.clientWidth / 2;
  element.scrollTop = point.y * element.scrollHeight - element.clientHeight / 2;
}

function Shown({ url, onGone, description, point, boxes, ratio }: ShownPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const [loadedRatio, setLoadedRatio] = useState<number | null>(null);
  const shownRatio = ratio ?? loadedRatio;
  // Scrolls after loading, because the picture's size is unknown before.
  useLayoutEffect(() => {
    if (shownRatio !== null) lookAt(box.current, point);
  }, [point, shownRatio]);
  return (
    <div
      ref={box}
      className={classNames(
        'absolute inset-0 bg-fill',
        point === null ? 'flex items-center justify-center overflow-clip' : 'overflow-auto',
      )}
    >
      <div
        className={classNames('relative', point === null && 'max-h-full max-w-full')}
        style={
          point === null
            ? wholeStyle(shownRatio)
            : { ...wholeStyle(shownRatio), height: `${ZOOM * 100}%`, maxWidth: 'none' }
        }
      >
        <img
          src={url}
          alt={description}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setLoadedRatio(naturalWidth / naturalHeight)
          }
          onError={onGone}
          className="checkerboard size-full object-contain"
        />
        {shownRatio !== null && <Outlines boxes={boxes} ratio={shownRatio} />}
      </div>
    </div>
  );
}

/** Outlines of areas above a picture. The SVG fits its container like the picture does with `object-contain`. */
function Outlines({ boxes, ratio }: { readonly boxes: readonly Box[]; readonly ratio: number }) {
  return (
    <svg
      aria-hidden
      data-testid="flag-outlines"
      viewBox={`0 0 ${ratio} 1`}
      className="pointer-events-none absolute inset-0 size-full fill-none"
    >
      {boxes.map(({ x, y, width, height }, index) => (
        // Areas have no other identity than their places.
        // oxlint-disable-next-line react/no-array-index-key
        <g key={index}>
          {['stroke-warning-soft stroke-4', 'stroke-warning stroke-2 [stroke-dasharray:6_4]'].map(
            (stroke) => (
              <rect
                key={stroke}
                x={x * ratio}
                y={y}
                width={width * ratio}
                height={height}
                className={stroke}
                vectorEffect="non-scaling-stroke"
              />
            ),
          )}
        </g>
      ))}
    </svg>
  );
}
