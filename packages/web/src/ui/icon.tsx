import type { IconNode } from 'lucide';
import { createElement } from 'react';

export interface IconProps {
  readonly of: IconNode;
  readonly sizePx?: number;
  readonly className?: string | undefined;
}

/** Side length of the grid on which Lucide draws its icons. */
const GRID_PX = 24;
/** Stroke width in pixels, the same at every icon size. */
const STROKE_PX = 1.6;

/** Lucide icon at the product's stroke width. Hidden from screen readers: the element around it provides the text. */
export function Icon({ of: shapes, sizePx = 18, className }: IconProps) {
  return (
    <svg
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${GRID_PX} ${GRID_PX}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={(STROKE_PX * GRID_PX) / sizePx}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
      className={className}
    >
      {shapes.map(([tag, attributes]) =>
        createElement(tag, { ...attributes, key: JSON.stringify(attributes) }),
      )}
    </svg>
  );
}
