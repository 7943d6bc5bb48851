import { classNames } from '../../../ui/class-names.ts';

interface ShapeOutlineProps {
  /** The shape: any two numbers in its proportion. */
  readonly width: number;
  readonly height: number;
  readonly longestSidePx: number;
  readonly className?: string;
}

/** A small frame of a picture's shape. Decorative: what it stands for is written beside it. */
export function ShapeOutline({ width, height, longestSidePx, className }: ShapeOutlineProps) {
  const scale = longestSidePx / Math.max(width, height);
  return (
    <span
      aria-hidden
      className={classNames('block rounded-[2px] border-[1.5px]', className)}
      // However narrow it is, it stays a frame.
      style={{ width: Math.max(6, width * scale), height: Math.max(6, height * scale) }}
    />
  );
}
