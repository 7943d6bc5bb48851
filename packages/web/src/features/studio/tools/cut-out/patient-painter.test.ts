import { expect, it } from 'vitest';
import { PatientPainter } from './patient-painter.ts';
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
  const patient = new PatientPainter();
  patient.hover(screenPoint(0, 0));
  patient.begin(screenPoint(1, 0));
  patient.move([screenPoint(2, 0), screenPoint(3, 0)]);
  const { painter, steps } = recorder();
  patient.handTo(painter);
  patient.end();
  expect(steps).toEqual(['begin 1', 'move 2 3', 'end']);

  patient.handTo(null);
  patient.begin(screenPoint(4, 0));
  patient.cancel();
  const next = recorder();
  patient.handTo(next.painter);
  expect(next.steps).toEqual(['begin 4', 'cancel']);
  expect(steps).toEqual(['begin 1', 'move 2 3', 'end']);
});
