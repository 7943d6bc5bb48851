import { expect, it } from 'vitest';
import { openedWith } from '../testing/open-studio.ts';
import { createEnlarger } from './enlarge-source.ts';

it('the enlargement of a composition is found again, and isn’t mistaken for one of the product alone', async () => {
  const { studio } = await openedWith('scene');
  studio.scene.setBackground('color');
  const source = await studio.exporter.source();
  const product = await source?.alone?.();
  if (!source || !product) throw new Error('There is nothing to export.');
  const { enlarge, findMade } = studio.context.get(createEnlarger);
  expect(findMade(source, 2)).toBeNull();
  await enlarge(source, 2);
  expect([findMade(source, 2)?.tool, findMade(source, 4), findMade(product, 2)]).toEqual([
    'upscale',
    null,
    null,
  ]);
});
