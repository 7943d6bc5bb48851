import { expect, it } from 'vitest';
import { BackgroundPainter } from './background-painter.ts';
import type { Painter } from '../../state/painter.ts';
import { screenPoint } from '../../model/view-transform.ts';

function recorder(): { painter: Painter; steps: string[] } {
  const steps: string[] = [];
  const painter: Painter = {
    begin: ({ x }) => void steps.push(`begin ${x}`),
    move: (points) => void steps.push(`move ${points.map(({ x }) => x).join(' ')}`),
    end: () => void steps.push('end'),
    cancel: () => void steps.push('cancel'),
    hover: () => void steps.push('hover'),
  };
  return { painter, steps };
}

it('strokes drawn before the painting code has loaded are painted once and in order, and can be continued', () => {
  const backgroundPainter = new BackgroundPainter();
  backgroundPainter.hover(screenPoint(0, 0));
  backgroundPainter.begin(screenPoint(1, 0));
  backgroundPainter.move([screenPoint(2, 0), screenPoint(3, 0)]);
  const { painter, steps } = recorder();
  backgroundPainter.handTo(painter);
  backgroundPainter.end();
  expect(steps).toEqual(['begin 1', 'move 2 3', 'end']);

  backgroundPainter.handTo(null);
  backgroundPainter.begin(screenPoint(4, 0));
  backgroundPainter.cancel();
  const next = recorder();
  backgroundPainter.handTo(next.painter);
  expect(next.steps).toEqual(['begin 4', 'cancel']);
  expect(steps).toEqual(['begin 1', 'move 2 3', 'end']);
});
