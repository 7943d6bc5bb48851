import type { ScreenPoint } from '../model/view-transform.ts';

/** Draws with one pointer, in place of moving the picture. Points are screen pixels from the surface's corner. */
export interface Painter {
  begin(point: ScreenPoint): void;
  move(points: readonly ScreenPoint[]): void;
  end(): void;
  /** Takes back what was drawn since `begin`: a second finger has come. */
  cancel(): void;
  /** Where the pointer is without being pressed; null when it is gone or is a finger. */
  hover(point: ScreenPoint | null): void;
}
