import { classNames } from '../../../ui/class-names.ts';

interface ShapeOutlineProps {
  /** Width and height are any two numbers in the shape's proportion. */
  readonly width: number;
  readonly height: number;
  readonly longestSidePx: number;
  readonly className?: string;
}

/** Small outline of a picture's shape. Decorative: the text beside it names the shape. */
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
