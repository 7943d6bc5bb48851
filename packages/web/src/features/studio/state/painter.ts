import type { ScreenPoint } from '../model/view-transform.ts';

/**
 * Receives the pointer's movements on the stage while a tool draws. Points are screen pixels from the stage's corner.
 */
export interface Painter {
  begin(point: ScreenPoint): void;
  move(points: readonly ScreenPoint[]): void;
  end(): void;
  /** Removes the stroke since `begin`, for example when a second finger touches the screen. */
  cancel(): void;
  /** Receives the pointer's position while not pressed; null if the pointer has left or is a finger. */
  hover(point: ScreenPoint | null): void;
}
