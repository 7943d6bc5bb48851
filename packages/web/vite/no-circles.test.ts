import { expect, it } from 'vitest';
import { circleIn } from './no-circles.ts';

it('a build with circular imports is reported with its files, unlike one without', () => {
  const straight = new Map([
    ['page.js', ['shared.js', 'core.js']],
    ['panel.js', ['page.js', 'shared.js']],
    ['shared.js', ['core.js']],
    ['core.js', []],
  ]);
  expect(circleIn(straight)).toBeNull();
  const back = new Map([...straight, ['shared.js', ['core.js', 'page.js']]]);
  expect(circleIn(back)).toEqual(['page.js', 'shared.js', 'page.js']);
});
