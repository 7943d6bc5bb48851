import type { Painter } from '../../state/painter.ts';
import type { ScreenPoint } from '../../model/view-transform.ts';

/**
 * Takes strokes before there is anything to draw them on, and draws them as soon as there is: whoever chooses a brush draws at
 * once, and the pixels under it take a moment to be read.
 */
export class PatientPainter implements Painter {
  #painter: Painter | null = null;
  readonly #waiting: ((painter: Painter) => void)[] = [];

  /** @param painter who draws from now on, beginning with what waits; null: nobody for the moment */
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
