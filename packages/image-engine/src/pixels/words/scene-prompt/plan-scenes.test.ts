import { SCENE_LIGHTS, sceneFactsSchema } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL, families, plan, findSet, SHIPPED, sceneRequest } from '../../../testing/planned-scenes.ts';
import { describeToPrompt } from '../prompts/describe-to-prompt.ts';
import type { ScenePlan, SceneRequest } from '../../stage/scene-plan.ts';
import { isPlain } from '../../stage/set-kinds.ts';
import { distance, oklabOfHex } from '../../color/oklab.ts';
import { planDistance } from './plan-distance.ts';
import { planScene, planScenes } from './plan-scenes.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { SCENES } from './scenes.ts';

// The first planned scene must be in one of these families of sets.
test.each([
  ['perfume bottle on a marble podium with gold accents', 'emerald-marble'],
  ['luxury watch on black velvet, spotlight', 'velvet-stage'],
  ['sneakers on a wet street with neon lights at night', 'neon-night'],
  ['face cream on beige silk', 'silk-waves'],
  ['serum with water ripples and caustics', 'still-water'],
  ['shampoo with soap bubbles', 'soap-bubbles'],
  ['sunscreen on a sandy beach', 'dunes'],
  ['desert sand dunes at golden hour', 'dunes'],
  ['lemonade, citrus fruit, kitchen counter, bright', 'citrus-kitchen'],
  ['orange juice with lemons', 'citrus-kitchen'],
  ['coffee mug on a wooden table by the window, morning sun', 'oak-window'],
  ['oak table with leaf shadows', 'oak-window'],
  ['on a marble table in morning light', 'marble-counter'],
  ['Marmortisch am Morgen', 'marble-counter'],
  ['on a concrete table, hard sun', 'concrete-loft'],
  ['olive oil on a rustic wood table with autumn leaves', 'autumn-table'],
  ['pumpkin spice candle, autumn, cozy', 'autumn-table'],
  ['halloween pumpkins', 'autumn-table'],
  ['thanksgiving harvest', 'autumn-table'],
  ['candle on linen with books, cozy home', 'linen-books'],
  ['bedroom, linen, quiet morning', 'linen-books'],
  ['headphones on concrete, industrial loft', 'concrete-loft'],
  ['brutalist architecture, concrete', 'concrete-loft'],
  ['headphones on brushed metal, technical', 'brushed-metal'],
  ['high tech steel, precise', 'brushed-metal'],
  ['shoes on terracotta steps, mediterranean sun', 'terracotta-court'],
  ['courtyard in morocco, palm shadow', 'terracotta-court'],
  ['terrazzo podium and sage green arch', 'terrazzo-sage'],
  ['blush pink podium with arches, plaster', 'blush-arches'],
  ['frosted glass blocks, lavender', 'glass-blocks'],
  ['laboratory, scientific, glass', 'glass-blocks'],
  ['toy in paper craft clouds', 'paper-clouds'],
  ['dreamy sky with clouds', 'paper-clouds'],
  ['gift boxes, confetti, birthday party', 'gift-confetti'],
  ['black friday sale', 'gift-confetti'],
  ['happy new year with fireworks', 'gift-confetti'],
  ['moss, branches, forest', 'moss-forest'],
  ['natural cosmetics in the woods', 'moss-forest'],
  ['jungle rainforest leaves', 'moss-forest'],
  ['rose petals, romantic, wedding', 'rose-petals'],
  ['flowers, spring', 'rose-petals'],
  ['mothers day with flowers', 'rose-petals'],
  ['snow, fir branches, christmas', 'snow-fir'],
  ['winter wonderland with ice', 'snow-fir'],
  ['whisky on ice, frozen', 'snow-fir'],
  ['river stones, zen spa', 'wet-pebbles'],
  ['wet slate rocks', 'wet-pebbles'],
  ['pool water, turquoise, summer', 'still-water'],
  ['ocean', 'still-water'],
  ['theatre stage with red velvet curtain', 'velvet-stage'],
  ['cyberpunk gaming setup', 'neon-night'],
  ['satin and champagne, elegant', 'silk-waves'],
  ['bathroom with foam', 'soap-bubbles'],
  ['Holztisch am Fenster, Morgenlicht', 'oak-window'],
  ['Schnee und Tannenzweige, Weihnachten', 'snow-fir'],
  ['Marmor Podest mit Gold', 'emerald-marble'],
  ['mousse et forêt', 'moss-forest'],
  ['soie et satin', 'silk-waves'],
  ['playa, arena y sol', 'dunes'],
  ['hojas de otoño sobre madera', 'autumn-table'],
  ['velluto rosso, teatro', 'velvet-stage'],
  ['limoni in cucina', 'citrus-kitchen'],
  ['🍋 kitchen', 'citrus-kitchen'],
  ['❄️🎄', 'snow-fir'],
  ['🍂', 'autumn-table'],
  ['🎁🎉', 'gift-confetti'],
  ['terazzo podium', 'terrazzo-sage'],
])('the prompt “%s” leads to the scene %s', (prompt, family) => {
  expect(families(plan(prompt))[0]).toBe(family);
});

test.each([
  ['marble kitchen without fruit', 'citrus-kitchen'],
  ['spring, no flowers', 'rose-petals'],
  ['christmas without snow', 'snow-fir'],
  ['dark stage, no velvet', 'velvet-stage'],
  ['podium, no arches', 'blush-arches'],
  ['forest? no moss', 'moss-forest'],
])('the prompt “%s” never leads to the scene %s', (prompt, family) => {
  for (let seed = 0; seed < 12; seed++) expect(families(plan(prompt, { seed }))).not.toContain(family);
});

test('scenes remain when a prompt excludes things that every set shows', () => {
  expect(plan('no walls, no podium, no stone, no plaster', {}, SHIPPED.slice(0, 1))).toHaveLength(4);
});

describe('suggested prompts', () => {
  test('a suggested prompt is understood completely, and its scene is the first', () => {
    fc.assert(
      fc.property(
        fc.lorem({ maxCount: 12 }),
        fc.constantFrom('red', 'silver', 'glossy', 'serum', 'toy'),
        (text, word) => {
          const { prompt, suggestions } = describeToPrompt(`A ${word} product. ${text}`);
          for (const suggested of [prompt, ...suggestions]) {
            const stage = SCENES.find((scene) => suggested.toLowerCase().startsWith(`${scene.stage},`));
            expect(readScenePrompt(suggested).ignored).toEqual([]);
            expect([suggested, families(plan(suggested, { count: 2 }))[0]]).toEqual([
              suggested,
              stage?.family,
            ]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('every scene is found by its own words', () => {
    for (const { family, stage, colors, lights, moods } of SCENES) {
      for (const light of lights) {
        const prompt = `${stage}, ${colors.slice(0, 2).join(' and ')}, ${light}, ${moods[0] ?? ''} mood`;
        expect([prompt, families(plan(prompt, { count: 2 }))[0]]).toEqual([prompt, family]);
      }
    }
  });
});

describe('planning variants', () => {
  const PROMPTS = ['', 'qwertz', 'marble', 'warm wood', 'snow', 'luxury', 'pink podium', 'no flowers'];

  test.each(PROMPTS)('variants of "%s" clearly differ', (prompt) => {
    for (let seed = 0; seed < 8; seed++) {
      const plans = plan(prompt, { seed });
      for (const [i, first] of plans.entries()) {
        for (const second of plans.slice(i + 1)) {
          const apart = planDistance(
            { plan: first, set: findSet(first) },
            { plan: second, set: findSet(second) },
          );
          expect(apart).toBeGreaterThan(0.15);
        }
      }
    }
  });

  test.each(SHIPPED.map(({ family }) => family))('variants of the scene family %s alone differ', (family) => {
    const plans = plan('', { referenceId: family }, SHIPPED);
    expect(new Set(families(plans))).toEqual(new Set([family]));
    for (const [i, first] of plans.entries()) {
      for (const second of plans.slice(i + 1)) {
        const sets = [findSet(first, SHIPPED), findSet(second, SHIPPED)] as const;
        expect(planDistance({ plan: first, set: sets[0] }, { plan: second, set: sets[1] })).toBeGreaterThan(
          0.15,
        );
      }
    }
  });

  test('variants of an empty prompt come from four families, and depend on the seed', () => {
    const plannedFamilies = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const variantFamilies = families(plan('', { seed }));
      expect(new Set(variantFamilies).size).toBe(4);
      for (const family of variantFamilies) plannedFamilies.add(family);
    }
    expect(plannedFamilies.size).toBeGreaterThan(12);
  });

  test('different unknown words lead to different scenes', () => {
    const familyLists = ['blorp', 'zzyzx', 'foo', 'quux', 'wibble'].map((prompt) =>
      families(plan(prompt)).join(),
    );
    expect(new Set(familyLists).size).toBeGreaterThan(2);
  });

  test('two variants are the first two of four', () => {
    for (const prompt of PROMPTS) {
      expect(plan(prompt, { count: 2 })).toEqual(plan(prompt, { count: 4 }).slice(0, 2));
    }
  });
});

test('any request can be planned, deterministically, with facts that the contract accepts', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
  const request = fc.record({
    prompt: fc.oneof(fc.string({ maxLength: 80, unit: 'binary' }), fc.lorem()),
    light: fc.constantFrom(...SCENE_LIGHTS),
    palette: fc.array(hex, { maxLength: 4 }),
    product: fc.option(
      fc.record({
        palette: fc.array(hex, { maxLength: 4 }),
        elevationDeg: fc.option(fc.integer({ min: 3, max: 50 })),
      }),
    ),
    seed: fc.nat(),
    count: fc.constantFrom(2, 4),
    sets: fc.subarray(ALL, { minLength: 1 }),
  });
  fc.assert(
    fc.property(request, ({ sets, ...rest }) => {
      const plans = planScenes(rest, sets);
      expect(plans).toHaveLength(rest.count);
      expect(planScenes(rest, sets)).toEqual(plans);
      for (const scene of plans) {
        const set = findSet(scene, sets);
        expect(sceneFactsSchema.safeParse(scene.facts).success).toBe(true);
        expect(Object.keys(scene.lights).toSorted()).toEqual(set.lights.map(({ id }) => id).toSorted());
        expect(
          Object.values(scene.lights)
            .flat()
            .every((v) => Number.isFinite(v) && v >= 0),
        ).toBe(true);
        for (const [id, color] of Object.entries(scene.tints)) {
          expect(set.tints.map((tint) => tint.id)).toContain(id);
          expect(color).toMatch(/^#[0-9a-f]{6}$/);
        }
        expect(scene.exposure).toBeGreaterThan(0.3);
        expect(scene.exposure).toBeLessThan(3.3);
        expect(scene.keySoftness).toBeGreaterThan(0);
      }
    }),
    { numRuns: 60 },
  );
});

describe('scenes of the product’s scale', () => {
  const product = { palette: ['#303030'], elevationDeg: 8 };
  const hall = SHIPPED.filter(({ family }) => family === 'concrete-loft').map((set) => ({
    ...set,
    id: `hall-${set.view}`,
    family: 'hall',
    scale: 'vehicle' as const,
  }));
  const scalesIn = (request: Partial<SceneRequest>, sets = [...SHIPPED, ...hall], prompt = '') =>
    plan(prompt, { product, ...request }, sets).map((scenePlan) => {
      const set = findSet(scenePlan, sets);
      return isPlain(set) ? 'plain' : (set.scale ?? 'tabletop');
    });

  test('a vehicle gets no tabletop scene, and a small product gets no hall', () => {
    for (const seed of [1, 2, 3]) {
      for (const scale of scalesIn({ scale: 'vehicle', seed })) expect(['vehicle', 'plain']).toContain(scale);
      for (const scale of scalesIn({ scale: 'table', seed })) expect(['tabletop', 'plain']).toContain(scale);
      for (const scale of scalesIn({ seed })) expect(['tabletop', 'plain']).toContain(scale);
    }
    for (const scale of scalesIn({}, undefined, 'parked on concrete')) {
      expect(['vehicle', 'plain']).toContain(scale);
    }
  });

  test('furniture stands in a room or on a plain background', () => {
    const scales = [1, 2, 3].flatMap((seed) => scalesIn({ scale: 'furniture', seed }));
    expect(scales).toContain('room');
    for (const scale of scales) expect(['room', 'plain']).toContain(scale);
    const roomScales = scalesIn({ scale: 'furniture' }, undefined, 'in a living room');
    expect(new Set(roomScales)).toEqual(new Set(['room']));
    const small = scalesIn({}, undefined, 'in a living room');
    for (const scale of small) expect(['tabletop', 'plain']).toContain(scale);
  });

  test('a product without a scene of its scale gets a plain background, unless a scene is chosen', () => {
    const others = SHIPPED.filter(({ scale }) => scale !== 'room');
    expect(new Set(scalesIn({ scale: 'furniture' }, others))).toEqual(new Set(['plain']));
    expect(new Set(scalesIn({ scale: 'vehicle', referenceId: 'moss-forest' }))).toEqual(
      new Set(['tabletop']),
    );
  });

  test('a product of hand size is seen from near', () => {
    const framings = plan('', { product, scale: 'hand' }).map(({ framing }) => framing);
    expect(new Set(framings)).toEqual(new Set(['near']));
  });
});

describe('planning a single variant', () => {
  const PROMPTS = [
    '',
    'qwertz',
    'marble podium',
    'warm wood, no flowers',
    'luxury, close-up',
    'Schnee, von links',
  ];
  const PRODUCTS = [null, { palette: ['#b0703a', '#202224'], elevationDeg: 12 }];

  test.each(PROMPTS)('a variant of “%s” planned alone is the same as among all variants', (prompt) => {
    for (const product of PRODUCTS) {
      for (const seed of [0, 1, 7, 123_456]) {
        for (const sets of [ALL, SHIPPED, SHIPPED.slice(0, 1)]) {
          const request = sceneRequest({ prompt, product, seed });
          const alone = [0, 1, 2, 3].map((variant) => JSON.stringify(planScene(request, variant, sets)));
          expect(alone).toEqual(planScenes(request, sets).map((scene) => JSON.stringify(scene)));
        }
      }
    }
  });

  test('a variant that the request doesn’t have is refused', () => {
    for (const variant of [-1, 0.5, 4]) {
      expect(() => planScene(sceneRequest(), variant, ALL)).toThrow(`There is no variant ${variant} of 4`);
    }
  });
});

test('planning without a set, or without a set of the family, is refused', () => {
  expect(() => planScenes(sceneRequest(), [])).toThrow(RangeError);
  expect(() => planScenes(sceneRequest({ referenceId: 'nowhere' }), ALL)).toThrow(RangeError);
});

test.each([
  ['marble podium, close-up', 'close-up'],
  ['Nahaufnahme auf Marmor', 'close-up'],
  ['marble podium, wide shot with copy space', 'wide'],
  ['marble podium, no close-up', 'usual'],
  ['marble podium', 'usual'],
])('the prompt “%s” is framed %s, and reported as followed', (prompt, framing) => {
  for (const scene of plan(prompt)) {
    expect(scene.framing).toBe(framing);
    // A podium of another stone is accepted, so a missing “marble” is ignored.
    expect(scene.facts.ignored.filter((phrase) => !/mar(?:ble|mor)/i.test(phrase))).toEqual([]);
  }
});

test('every other variant frames a freestanding product closer, unless the words say how close', () => {
  const product = { palette: ['#b0703a'], elevationDeg: null };
  const framings = (prompt: string, request: Partial<SceneRequest> = {}) =>
    plan(prompt, { product, ...request }).map(({ framing }) => framing);
  expect(framings('marble podium')).toEqual(['near', 'usual', 'near', 'usual']);
  expect(framings('marble podium', { count: 2 })).toEqual(['near', 'usual']);
  expect(framings('marble podium', { framing: 'wide' })).toEqual(['wide', 'wide', 'wide', 'wide']);
  expect(new Set(framings('close-up of a marble podium', { framing: 'wide' }))).toEqual(
    new Set(['close-up']),
  );
  expect(framings('marble podium', { isPlaced: true })).toEqual(['usual', 'usual', 'usual', 'usual']);
  expect(new Set(framings('marble podium, wide shot'))).toEqual(new Set(['wide']));
});

test('a requested camera height that no set has is reported as ignored', () => {
  const eyeOnly = SHIPPED.filter(({ id }) => id === 'oak-window-eye');
  for (const [prompt, ignored] of [
    ['oak table, from above', ['from above']],
    ['oak table, at eye level', []],
  ] as const) {
    expect(plan(prompt, {}, eyeOnly)[0]?.facts.ignored).toEqual(ignored);
  }
});

test('words for things that a scene lacks are reported as ignored, and for things that it has as understood', () => {
  const [facts] = plan('oak table, confetti, qwertz', { referenceId: 'oak-window', count: 2 }, SHIPPED).map(
    (scene) => scene.facts,
  );
  expect(facts).toMatchObject({
    reference_id: 'oak-window',
    understood: [{ phrase: 'oak table' }],
    ignored: ['confetti', 'qwertz'],
  });
});

test('every keyword of a set that ships is in the lexicon', () => {
  for (const { id, keywords } of SHIPPED) {
    for (const keyword of Object.values(keywords).flat()) {
      expect([id, keyword, readScenePrompt(keyword).ignored]).toEqual([id, keyword, []]);
    }
  }
});

// Prompts with a color for one thing, which no wall, floor or backdrop may get.
test.each([
  ['rustic oak table in a cozy kitchen, morning light, green plants', '#2e8b3d'],
  ['Betonloft mit grünen Pflanzen', '#2e8b3d'],
  ['table en bois, fleurs rouges', '#cc1f2d'],
  ['estudio blanco con flores rojas', '#cc1f2d'],
  ['pareti di gesso e piante verdi', '#2e8b3d'],
  ['concrete loft, blue candles', '#1f5fc4'],
  ['beige linen, pink flowers', '#f08fb1'],
])('the prompt “%s” doesn’t give the room the color of an object in it', (prompt, hex) => {
  for (const sets of [ALL, SHIPPED]) {
    for (const scene of plan(prompt, {}, sets)) {
      const own = new Map(findSet(scene, sets).tints.map(({ id, color }) => [id, color]));
      for (const [id, color] of Object.entries(scene.tints)) {
        if (color === own.get(id)) continue;
        expect(distance(oklabOfHex(color), oklabOfHex(hex))).toBeGreaterThan(0.1);
      }
    }
  }
});

test('a color for an object that the scene doesn’t show is reported as ignored', () => {
  for (const { facts } of plan('concrete loft, green plants', {}, SHIPPED)) {
    expect(facts.understood.map(({ phrase }) => phrase)).toEqual(['concrete', 'loft']);
    expect(facts.ignored).toEqual(['green', 'plants']);
  }
});

describe('a set that shows a series of products', () => {
  const products: readonly SceneRequest['product'][] = [2, 25, 45, 90].flatMap((elevationDeg) =>
    (['stands', 'lies', 'hangs'] as const).flatMap((pose) =>
      [['#ffffff'], ['#102030'], ['#e02020', '#40a040'], ['#b8946b']].map((palette) => ({
        palette,
        elevationDeg,
        pose,
      })),
    ),
  );
  const planFor = (referenceId: string, part: Partial<SceneRequest>): ScenePlan => {
    const [first] = plan('', { referenceId, isInSeries: true, count: 1, ...part }, SHIPPED);
    if (first === undefined) throw new Error('Nothing was planned.');
    return first;
  };

  test.each([...new Set(SHIPPED.map(({ family }) => family))])(
    'keeps its place, light and colors in %s, whatever the product is',
    (family) => {
      const looks = new Set<string>();
      for (const product of products)
        for (const scale of [undefined, 'furniture'] as const) {
          const { setId, isMirrored, tints, facts, framing } = planFor(family, { product, scale });
          const set = SHIPPED.find(({ id }) => id === setId);
          // The paint of a plain set compensates for the light, which differs a little between its cameras.
          const colors = set && isPlain(set) ? facts.palette.length : tints;
          looks.add(JSON.stringify([facts.reference_id, facts.light, isMirrored, colors, framing]));
        }
      expect([...looks]).toEqual([expect.stringContaining(`"${family}","as-composed",false`)]);
    },
  );

  test('is seen from the height of the product’s photo', () => {
    const seenFrom = (elevationDeg: number) =>
      planFor('oak-window', { product: { palette: [], elevationDeg, pose: 'stands' } }).setId;
    expect([5, 50].map(seenFrom)).toEqual(['oak-window-eye', 'oak-window-high']);
  });

  test('has the light and colors that the request states', () => {
    const { facts, tints } = planFor('oak-window', { light: 'golden-hour', palette: ['#336699'] });
    expect(facts.light).toBe('golden-hour');
    expect(Object.values(tints)).not.toEqual([]);
  });
});
