import { sceneLockSchema } from '@packshot/contract';
import { expect, test } from 'vitest';
import { readSetDescriptions } from '../../../sets/set-description.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import { listMoods } from './set-moods.ts';

const sets = await readSetDescriptions();

test('a set offers three to five moods, each only with light settings that a scene can store, and a plain set offers none', () => {
  const counts = sets.map((set) => [isPlain(set), listMoods(set).length] as const);
  for (const [isPlainSet, count] of counts)
    if (isPlainSet) expect(count).toBe(0);
    else expect([3, 4, 5]).toContain(count);
  const light = sceneLockSchema.pick({ light: true, lights: true, exposure: true, keySoftness: true });
  for (const mood of sets.flatMap(listMoods)) expect(light.parse(mood)).toEqual(mood);
});

test('the moods of a set differ in light', () => {
  for (const set of sets) {
    const lights = listMoods(set).map((mood) => JSON.stringify([mood.lights, mood.exposure]));
    expect(new Set(lights).size, set.id).toBe(lights.length);
  }
});
