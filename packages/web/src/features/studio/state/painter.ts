import type { ScreenPoint } from '../model/view-transform.ts';

/** Draws with one pointer instead of moving the picture. Points are screen pixels from the surface's corner. */
export interface Painter {
  begin(point: ScreenPoint): void;
  move(points: readonly ScreenPoint[]): void;
  end(): void;
  /** Removes the stroke since `begin`, because a second finger has touched. */
  cancel(): void;
  /** Pointer position while not pressed; null if it has left or is a finger. */
  hover(point: ScreenPoint | null): void;
}
