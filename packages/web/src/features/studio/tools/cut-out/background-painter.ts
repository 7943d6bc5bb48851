import type { Painter } from '../../state/painter.ts';
import type { ScreenPoint } from '../../model/view-transform.ts';

/**
 * Painter that records strokes until the picture's pixels are loaded, and then replays them. So the user can draw as
 * soon as a brush is chosen.
 */
export class BackgroundPainter implements Painter {
  #painter: Painter | null = null;
  readonly #waiting: ((painter: Painter) => void)[] = [];

  /** @param painter painter for all strokes from now on, including the recorded ones; null if there is none */
  handTo(painter: Painter | null): void {
    this.#painter = painter;
    if (painter) for (const step of this.#waiting.splice(0)) step(painter);
  }

  begin(point: ScreenPoint): void {
    this.#soon((painter) => painter.begin(point));
  }

  move(points: readonly ScreenPoint[]): void {
    this.#soon((painter) => painter.move(points));
  }

  end(): void {
    this.#soon((painter) => painter.end());
  }

  cancel(): void {
    this.#soon((painter) => painter.cancel());
  }

  hover(point: ScreenPoint | null): void {
    this.#painter?.hover(point);
  }

  #soon(step: (painter: Painter) => void): void {
    if (this.#painter) step(this.#painter);
    else this.#waiting.push(step);
  }
}
