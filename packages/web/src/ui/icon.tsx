import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  readonly of: LucideIcon;
  readonly sizePx?: number;
  readonly className?: string;
}

/** A Lucide icon at the product's stroke width. Decorative: the element around it provides the text. */
export function Icon({ of: Shape, sizePx = 18, className }: IconProps) {
  return (
    <Shape
      size={sizePx}
      strokeWidth={1.6}
      absoluteStrokeWidth
      aria-hidden
      focusable={false}
      className={className}
    />
  );
}
