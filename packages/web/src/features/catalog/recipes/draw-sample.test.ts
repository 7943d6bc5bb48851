import { POSES } from '@packshot/contract/tools/view';
import { expect, it } from 'vitest';
import { findView } from '../../../lib/handover/studio-database.ts';
import { toShadow } from './draw-sample.ts';

it('a corrected sample has the camera view of the picture from which it was made', () => {
  const view = { pose: 'lies' };
  const results = [
    { id: 'cut', inputId: 'photo', view },
    { id: 'mended', inputId: 'cut' },
    { id: 'another', inputId: 'other photo' },
    { id: 'again', inputId: 'mended' },
    { id: 'read again', inputId: 'again', view: { pose: 'stands' } },
  ];
  expect(results.map((result) => findView(result, results))).toEqual([
    view,
    view,
    undefined,
    view,
    { pose: 'stands' },
  ]);
});

it('a sample’s shadow fits a floating product, and has the recipe’s strength', () => {
  const kinds = POSES.map((pose) => [pose, toShadow({ pose }, 0.5).kind]);
  expect(Object.fromEntries(kinds)).toMatchObject({
    stands: 'contact',
    lies: 'contact',
    floats: 'floating',
  });
  expect(toShadow({ pose: null }, 0.5)).toMatchObject({ opacity: 0.5 });
});
