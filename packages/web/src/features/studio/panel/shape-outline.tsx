import { classNames } from '../../../ui/class-names.ts';

interface ShapeOutlineProps {
  /** Width of the shape; width and height may be any two numbers in its proportion. */
  readonly width: number;
  readonly height: number;
  readonly longestSidePx: number;
  readonly className?: string;
}

/** Small outline of a picture's shape. Hidden from screen readers: the text beside it names the shape. */
export function ShapeOutline({ width, height, longestSidePx, className }: ShapeOutlineProps) {
  const scale = longestSidePx / Math.max(width, height);
  return (
    <span
      aria-hidden
      className={classNames('block rounded-[2px] border-[1.5px]', className)}
      // Minimum size, so that a narrow shape stays visible.
      style={{ width: Math.max(6, width * scale), height: Math.max(6, height * scale) }}
    />
  );
}
