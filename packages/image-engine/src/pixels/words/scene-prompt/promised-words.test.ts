import { beforeAll, describe, expect, it, test } from 'vitest';
import { createReferenceCatalog } from '../../../sets/references.ts';
import { plan, SHIPPED } from '../../../testing/planned-scenes.ts';
import { promisedWords } from './promised-words.ts';
import { UNLISTED_FAMILIES } from './unlisted-families.ts';
import type { KnownFamily } from './unlisted-families.ts';

let families: readonly KnownFamily[];
beforeAll(async () => {
  families = await createReferenceCatalog().list();
});

const promiseWords = (prompt: string, referenceId: string | null = null) => {
  const words = promisedWords(prompt, families, { referenceId, light: 'auto' });
  return {
    followed: words.followed.map(({ phrase }) => phrase),
    lost: words.lost.map(({ phrase }) => phrase),
  };
};

describe('prompt words promised to be shown', () => {
  it('only words that the chosen reference scene shows are promised', () => {
    const prompt = 'marble kitchen, citrus, lemon';
    expect(promiseWords(prompt)).toEqual({ followed: ['marble', 'kitchen', 'citrus', 'lemon'], lost: [] });
    expect(promiseWords(prompt, 'neon-night')).toEqual({
      followed: [],
      lost: ['marble', 'kitchen', 'citrus', 'lemon'],
    });
    expect(promiseWords('wet street at night', 'neon-night').lost).toEqual([]);
  });

  it.each([
    ['leather armchair by the fireplace', ['leather', 'armchair', 'fireplace']],
    ['Kerzen auf einem Holztisch', ['Kerzen']],
    ['a beach with palm trees at sunset', ['palm trees']],
    ['mug with a car on a mountain road', ['car']],
    ['mug on a gold podium', ['gold']],
    ['velvet, white curtains', ['white', 'curtains']],
    ['moss forest, green meadow', ['green', 'meadow']],
    ['in a gym', ['gym']],
    ['flat lay on oak, navy wall', ['navy', 'wall']],
    ['concrete loft, street', ['street']],
  ])('words that no picture shows are not promised: %s', (prompt, expectedLost) => {
    expect(promiseWords(prompt).lost).toEqual(expectedLost);
  });

  it('words for the product itself don’t count as missing', () => {
    const findMissing = (prompt: string, scale: 'vehicle' | 'furniture' | 'table') => {
      const { lost, unknown } = promisedWords(prompt, families, { referenceId: null, light: 'auto', scale });
      return [...lost.map(({ phrase }) => phrase), ...unknown];
    };
    expect(findMissing('car in a concrete garage', 'vehicle')).toEqual([]);
    expect(findMissing('car in a concrete garage', 'table')).toEqual(['car']);
    expect(findMissing('car parked on a mountain road', 'vehicle')).toEqual([]);
    expect(findMissing('on a mountain road', 'table')).toEqual(['mountain road']);
    expect(findMissing('snow', 'vehicle')).toEqual(['snow']);
    expect(findMissing('armchair in a mediterranean living room', 'furniture')).toEqual(['living room']);
  });

  it('the absence of unwanted things is promised only if no scene shows them', () => {
    expect(promiseWords('citrus kitchen, no props').lost).toEqual(['no props']);
    expect(promiseWords('plaster arches, no props').lost).toEqual(['no props']);
    expect(promiseWords('wooden table, no props').lost).toEqual([]);
    expect(promiseWords('no flowers', 'rose-petals').lost).toEqual(['no flowers']);
  });

  it('the prompt’s kind of light is promised unless the user picks another light', () => {
    const of = (light: 'auto' | 'night' | 'golden-hour') =>
      promisedWords('dunes at sunset', families, { referenceId: null, light }).lost.map(
        ({ phrase }) => phrase,
      );
    expect([of('auto'), of('golden-hour'), of('night')]).toEqual([[], [], ['sunset']]);
  });

  it.each([
    ['leather armchair, cozy', true],
    ['Fitnessstudio, kühl', true],
    ['stade, lumière douce', false],
    ['gimnasio, sin plantas', true],
    ['palestra con pavimento', true],
    ['cozy wooden table in a gym', false],
    ['soft light, bokeh', false],
    ['nero opaco', false],
  ])('a prompt of which only side words are shown is refused: “%s”', (prompt, isRefused) => {
    expect(promisedWords(prompt, families, { referenceId: null, light: 'auto' }).isNothingShown).toBe(
      isRefused,
    );
  });

  it('an available camera height is promised', () => {
    expect(promiseWords('top view', 'neon-night').lost).toEqual(['top view']);
    expect(promiseWords('top view', 'dunes').lost).toEqual(['top view']);
    expect(promiseWords('from a high angle', 'dunes').lost).toEqual([]);
  });
});

test('families of sets that aren’t listed as references have the facts of their sets', () => {
  for (const family of UNLISTED_FAMILIES) {
    const sets = SHIPPED.filter((set) => set.family === family.id).toSorted(
      (a, b) => a.camera.elevationDeg - b.camera.elevationDeg,
    );
    const { worlds, materials, colors, mood, season, light } = sets[0]?.keywords ?? {};
    expect(family).toEqual({
      id: sets[0]?.family,
      scale: sets[0]?.scale,
      elevations_deg: sets.map(({ camera }) => camera.elevationDeg),
      tints: sets[0]?.tints.map(({ id, color }) => ({ id, color })),
      keywords: [...new Set([worlds, materials, colors, mood, season, light].flat())],
    });
  }
});

// The prediction must agree with the report on the finished scenes.
it.each([
  ['marble kitchen with lemon', undefined],
  ['marble kitchen, citrus, lemon', 'neon-night'],
  ['leather chair by the fireplace', undefined],
  ['oak table at a window, confetti', 'oak-window'],
  ['snow and palm trees', undefined],
  ['solid teal background, no props', undefined],
  ['seamless gray paper, packshot', undefined],
])('every promised word is in some scene: %s', (prompt, referenceId) => {
  const scenes = plan(prompt, referenceId === undefined ? {} : { referenceId }, SHIPPED);
  const inScenes = new Set(scenes.flatMap(({ facts }) => facts.understood.map(({ phrase }) => phrase)));
  expect(
    promiseWords(prompt, referenceId ?? null).followed.filter((phrase) => !inScenes.has(phrase)),
  ).toEqual([]);
});
