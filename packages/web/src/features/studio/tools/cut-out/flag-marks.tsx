import type { CSSProperties } from 'react';
import { useView } from '../../stage/use-view.ts';
import { FlagNumber, useFlags } from './quality-flags.tsx';

/** Smallest box that is marked, in pixels, so that a flagged thread stays visible beside its number. */
const SMALLEST_PX = 28;

/** Marks quality flags of the cut-out on the stage: dashed boxes, with the same numbers as in the panel. */
export function FlagMarks() {
  const doubts = useFlags();
  const { image, transform } = useView((state) => state);
  if (doubts.length === 0 || !image || !transform) return null;
  const { offset, scale } = transform;
  const [widthPx, heightPx] = [image.widthPx * scale, image.heightPx * scale];
  return (
    <div
      aria-hidden
      data-testid="doubts"
      className="pointer-events-none absolute top-0 left-0 will-change-transform"
      style={{ width: widthPx, height: heightPx, transform: `translate(${offset.x}px, ${offset.y}px)` }}
    >
      {doubts.map(({ box, reason }, at) => (
        <div
          key={`${reason} ${at}`}
          className="absolute rounded-md border-2 border-dashed border-warning shadow-[0_0_0_1px_var(--color-warning-soft)]"
          style={boxStyle(box, widthPx, heightPx)}
        >
          <span className="absolute top-0 left-0 -translate-1/2">
            <FlagNumber>{at + 1}</FlagNumber>
          </span>
        </div>
      ))}
    </div>
  );
}

interface Share {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxStyle({ x, y, width, height }: Share, widthPx: number, heightPx: number): CSSProperties {
  const [boxWidthPx, boxHeightPx] = [
    Math.max(SMALLEST_PX, width * widthPx),
    Math.max(SMALLEST_PX, height * heightPx),
  ];
  return {
    left: (x + width / 2) * widthPx - boxWidthPx / 2,
    top: (y + height / 2) * heightPx - boxHeightPx / 2,
    width: boxWidthPx,
    height: boxHeightPx,
  };
}
