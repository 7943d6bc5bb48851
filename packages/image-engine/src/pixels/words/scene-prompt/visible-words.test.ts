import { describe, expect, it, test } from 'vitest';
import { families, plan, SHIPPED } from '../../../testing/planned-scenes.ts';
import type { ScenePlan, SceneRequest } from '../../stage/scene-plan.ts';
import { oklabOfHex } from '../../color/oklab.ts';
import { computeChroma } from './color-classes.ts';
import { readScenePrompt } from './read-scene-prompt.ts';

const SEEN_FROM_ABOVE = { palette: [], elevationDeg: 14 } as const;
const planPrompt = (prompt: string, request: Partial<SceneRequest> = {}): ScenePlan[] =>
  plan(prompt, { product: SEEN_FROM_ABOVE, ...request }, SHIPPED);
const first = (prompt: string, referenceId?: string): ScenePlan =>
  planPrompt(prompt, referenceId === undefined ? {} : { referenceId })[0];
const shownPhrases = (plan: ScenePlan): string[] => plan.facts.understood.map(({ phrase }) => phrase);

/** Kind of a paint: `colored` if its hue is plain to see, otherwise `dark` or `light`. */
function kindOfColor(hex: string): 'colored' | 'dark' | 'light' {
  const oklab = oklabOfHex(hex);
  if (computeChroma(oklab) > 0.07) return 'colored';
  return oklab[0] > 0.7 ? 'light' : 'dark';
}

describe('a scene with a striking theme', () => {
  it.each([
    ['on dark walnut', 'autumn-table'],
    ['wooden table, evening', 'autumn-table'],
    ['black marble', 'citrus-kitchen'],
    ['paper, no text', 'gift-confetti'],
    ['raspberries, turquoise background', 'citrus-kitchen'],
    ['Minzblätter, mintgrüner Hintergrund, Minze', 'autumn-table'],
    ['framboises, fond blanc', 'citrus-kitchen'],
    ['three leaves, mint green background', 'autumn-table'],
    ['tre foglie, sfondo verde', 'autumn-table'],
  ])('isn’t chosen first without a reason: “%s” doesn’t lead to %s', (prompt, family) => {
    expect(families(planPrompt(prompt))[0]).not.toBe(family);
  });

  it.each([
    ['walnut table with autumn leaves', 'autumn-table'],
    ['halloween', 'autumn-table'],
    ['lemons on white marble', 'citrus-kitchen'],
    ['birthday party', 'gift-confetti'],
    ['snowy christmas', 'snow-fir'],
  ])('is chosen with a reason: “%s” leads to %s', (prompt, family) => {
    expect(families(planPrompt(prompt))[0]).toBe(family);
  });
});

describe('a plain place', () => {
  it.each([
    ['white marble counter', 'marble-counter'],
    ['weißer Marmor', 'marble-counter'],
    ['marble kitchen counter', 'marble-counter'],
    ['bathroom counter, marble', 'marble-counter'],
    ['plan de travail en marbre', 'marble-counter'],
    ['piano in marmo nero', 'marble-counter'],
    ['wooden table', 'wood-table'],
    ['Holztisch, weißer Hintergrund', 'wood-table'],
    ['mesa de madera, sin plantas', 'wood-table'],
    ['oak table, morning sun', 'wood-table'],
    ['kitchen counter', 'kitchen-counter'],
    ['auf der Küchenarbeitsplatte', 'kitchen-counter'],
    ['encimera de cocina', 'kitchen-counter'],
    ['white kitchen, no lemons', 'kitchen-counter'],
  ])('has no striking props: “%s” leads to %s in every variant', (prompt, family) => {
    const led = families(planPrompt(prompt));
    expect(led[0]).toBe(family);
    for (const other of led) expect(['marble-counter', 'wood-table', 'kitchen-counter']).toContain(other);
  });

  it.each([
    ['emerald wall, marble', 'emerald-marble'],
    ['marble podium', 'emerald-marble'],
    ['marble and gold', 'emerald-marble'],
    ['wooden table by the window', 'oak-window'],
    ['wooden table, leaf shadows', 'oak-window'],
    ['lemons on a kitchen counter', 'citrus-kitchen'],
    ['flat lay on marble', 'flat-marble'],
    ['flat lay on a wooden table', 'flat-oak'],
  ])('doesn’t replace a striking one that is asked for: “%s” leads to %s', (prompt, family) => {
    expect(families(planPrompt(prompt))[0]).toBe(family);
  });

  it('leaves a chosen reference as it is', () => {
    expect(first('wooden table', 'oak-window').facts.reference_id).toBe('oak-window');
  });

  it.each([
    ['black marble', { marble: 'dark' }],
    ['black marble counter, white wall', { marble: 'dark', wall: 'light' }],
    ['mármol verde', { marble: 'colored' }],
    ['marble counter, pink wall', { wall: 'colored' }],
    ['walnut table', { wood: 'dark' }],
    ['dark wood, beige wall', { wood: 'dark', wall: 'light' }],
    ['table en bois, mur bleu', { wall: 'colored' }],
    ['schwarzer Holztisch', { wood: 'dark' }],
    ['kitchen counter with green tiles', { tiles: 'colored' }],
    ['black kitchen counter', { counter: 'dark' }],
    ['cucina bianca', { tiles: 'light' }],
    ['Küche, graue Arbeitsplatte, blaue Fliesen', { counter: 'dark', tiles: 'colored' }],
  ])('paints only the surface that a color belongs to: “%s”', (prompt, painted) => {
    const kinds = Object.entries(first(prompt).tints).map(([id, hex]) => [id, kindOfColor(hex)]);
    expect(Object.fromEntries(kinds)).toEqual(painted);
  });
});

describe('words count as shown only if the picture shows them', () => {
  it.each([
    ['a kitchen', 'kitchen', 'oak-window'],
    ['a minimal mood', 'minimal', 'glass-blocks'],
    ['a plain mood', 'sin nada más', 'citrus-kitchen'],
    ['a bedroom', 'bedroom', 'linen-books'],
    ['a window', 'by the window', 'wood-table'],
    ['a city', 'city', 'neon-night'],
    ['the sea', 'sea', 'still-water'],
    ['spring', 'spring', 'flat-paper'],
    ['strawberries', 'strawberries', 'citrus-kitchen'],
    ['balloons', 'balloons', 'gift-confetti'],
    ['tulips', 'tulips', 'rose-petals'],
    ['fog', 'fog', 'linen-books'],
    ['a wool blanket', 'wool blanket', 'linen-books'],
    ['a towel', 'towel', 'flat-linen'],
    ['a monstera', 'monstera', 'living-room'],
    ['no rug', 'no rug', 'living-room'],
    ['no pictures', 'no pictures', 'living-room'],
    ['water', 'water', 'wet-pebbles'],
    ['christmas', 'christmas', 'gift-confetti'],
    ['dark wood', 'dark wood', 'snow-fir'],
  ])('%s isn’t shown: “%s” with %s', (_, prompt, family) => {
    expect(shownPhrases(first(prompt, family))).toEqual([]);
  });

  it.each([
    ['a kitchen', 'kitchen', 'citrus-kitchen'],
    ['a kitchen', 'kitchen counter', 'kitchen-counter'],
    ['a counter', 'counter', 'marble-counter'],
    ['plants', 'plants', 'oak-window'],
    ['autumn', 'autumn', 'autumn-table'],
    ['winter', 'winter', 'snow-fir'],
    ['a living room', 'living room', 'living-room'],
    ['lemons', 'lemons', 'citrus-kitchen'],
    ['a rug', 'rug', 'living-room'],
    ['towels', 'towels', 'pool-tiles'],
    ['a window whose light falls on the wall', 'window', 'oak-window'],
  ])('%s is shown: “%s” with %s', (_, prompt, family) => {
    expect(shownPhrases(first(prompt, family))).toEqual([prompt]);
  });

  it('the light of a low sun isn’t shown by snow, by soft boxes and by painted paper', () => {
    expect(shownPhrases(first('warm morning, blue background', 'snow-fir'))).toEqual(['blue']);
    expect(shownPhrases(first('golden hour', 'brushed-metal'))).toEqual([]);
    expect(shownPhrases(first('pink background, golden hour', 'plain-sweep'))).toEqual(['pink']);
    expect(shownPhrases(first('pink background, night', 'plain-sweep'))).toEqual(['pink']);
    expect(shownPhrases(first('warm morning', 'oak-window'))).toEqual(['warm morning']);
  });

  it('paints a wall’s color on the wall, and not on the cloth before it', () => {
    for (const view of ['linen-books-eye', 'linen-books-above', 'linen-books-high']) {
      const sets = SHIPPED.filter(({ id }) => id === view);
      const { tints } = plan('navy wall and books', { product: SEEN_FROM_ABOVE }, sets)[0];
      expect(tints['linen']).not.toBe('#1b2a52');
    }
  });

  it.each([
    ['a wall that is hardly visible', 'dark blue background', 'brushed-metal'],
    ['a second color of a plain background', 'yellow floor, blue wall', 'plain-sweep', ['yellow', 'wall']],
    ['a thing that the scene doesn’t show', 'white desk', 'linen-books'],
    ['a lamp', 'soft blue light', 'snow-fir'],
    ['a bright thing, which isn’t bright light', 'bright rug', 'living-room', ['rug']],
  ])('the color of %s isn’t shown: “%s” with %s', (_, prompt, family, shown: string[] = []) => {
    expect(shownPhrases(first(prompt, family))).toEqual(shown);
  });

  it.each([
    ['graffiti wall', 'concrete-loft', ['wall']],
    ['Wand voller Plakate', 'dunes', []],
    ['mur couvert d’affiches', 'flat-linen', []],
    ['pared con carteles', 'wood-table', ['pared']],
    ['muro con manifesti, pavimento', 'living-room', ['muro', 'pavimento']],
    ['messy floor', 'marble-counter', []],
  ])('a wall or floor is shown only by sets that have one: “%s” with %s', (prompt, family, shown) => {
    expect(shownPhrases(first(prompt, family))).toEqual(shown);
  });

  it('a prompt for a wall doesn’t lead to a set seen from above', () => {
    const product = { palette: [], elevationDeg: 60 };
    expect(planPrompt('concrete floor', { product })[0].facts.elevation_deg).toBeGreaterThan(60);
    for (const prompt of [
      'concrete floor, graffiti wall',
      'Betonboden, bemalte Wand',
      'sol en béton, mur peint',
    ])
      expect(planPrompt(prompt, { product })[0].facts.elevation_deg).toBeLessThan(60);
  });

  it.each([
    ['concrete, no plants', 'concrete-loft', ['concrete']],
    ['lino, senza fiori', 'linen-books', ['lino']],
    ['Leinen, ohne Zweige', 'flat-linen', ['Leinen']],
    ['métal, sans reflets', 'brushed-metal', ['métal']],
    ['mármol, sin accesorios', 'emerald-marble', ['mármol']],
    ['marbre, sans plantes', 'marble-counter', ['marbre', 'sans plantes']],
  ])(
    'an exclusion is crossed out if a detail of the set breaks it: “%s” with %s',
    (prompt, family, shown) => {
      expect(shownPhrases(first(prompt, family))).toEqual(shown);
    },
  );

  it.each([
    ['pink roses', 'rose-petals', ['pink', 'roses']],
    ['white roses', 'rose-petals', ['roses']],
    ['gelbe Zitronen', 'citrus-kitchen', ['gelbe', 'Zitronen']],
    ['citrons bleus', 'citrus-kitchen', ['citrons']],
    ['plantas verdes', 'wall-hook', ['plantas', 'verdes']],
    ['tappeto rosso', 'living-room', ['tappeto']],
    ['insegna al neon viola', 'neon-night', ['neon viola']],
  ])('a prop has only its own color: “%s” with %s', (prompt, family, shown) => {
    expect(shownPhrases(first(prompt, family))).toEqual(shown);
  });

  it.each([
    'minimal, lilac',
    'schlicht, flieder',
    'hormigón, nada más',
    'bois, rien d’autre',
    'marmo, niente altro',
  ])('a bare scene has no props: “%s”', (prompt) => {
    expect(['plain-sweep', 'marble-counter', 'wood-table', 'vehicle-hall']).toContain(
      first(prompt).facts.reference_id,
    );
  });

  it.each([
    ['on books', 'linen-books', []],
    ['beside books', 'linen-books', ['books']],
    ['posé sur un livre', 'linen-books', []],
    ['sobre una calabaza', 'autumn-table', []],
    ['auf Rosenblättern', 'rose-petals', ['Rosenblättern']],
    ['apoyado sobre lino', 'linen-books', ['apoyado sobre lino']],
    ['arena, dunas al fondo', 'flat-sand', ['arena']],
    ['Sand, dahinter Dünen', 'flat-sand', ['Sand']],
    ['sabbia, dune dietro', 'dunes', ['sabbia', 'dune']],
  ])('a thing is shown only in the place that the prompt gives it: “%s” with %s', (prompt, family, shown) => {
    expect(shownPhrases(first(prompt, family))).toEqual(shown);
  });

  it('a color of nothing in particular is shown if a dominant region has it', () => {
    for (const { tints, facts } of ['silk-waves', 'soap-bubbles'].flatMap((referenceId) =>
      planPrompt('black', { referenceId }),
    )) {
      const isShown = facts.understood.some(({ phrase }) => phrase === 'black');
      expect(isShown).toBe([tints['silk'], tints['sweep']].includes('#161616'));
    }
  });

  it('a color code is painted before a name, and shown if the light doesn’t change it', () => {
    const named = first('terracotta wall #c8674b, wooden table', 'wood-table');
    expect(named.tints['wall']).toBe('#c8674b');
    expect(shownPhrases(named)).toContain('terracotta');
    expect(shownPhrases(named)).not.toContain('#c8674b');
    expect(shownPhrases(first('background #c8674b', 'plain-sweep'))).toContain('#c8674b');
  });

  it.each([
    ['pastel', 'linen-books', []],
    ['pastell', 'glass-blocks', ['pastell']],
    ['colorful', 'terracotta-court', []],
    ['bunt', 'gift-confetti', ['bunt']],
    ['colorido', 'flat-terrazzo', ['colorido']],
    ['dark', 'marble-counter', []],
    ['oscuro', 'velvet-stage', ['oscuro']],
    ['froid', 'wood-table', []],
    ['freddo', 'snow-fir', ['freddo']],
    ['gradient', 'glass-blocks', []],
  ])('a tone is shown only by pictures that have it: “%s” with %s', (prompt, family, shown) => {
    const product = { palette: [], elevationDeg: 14 };
    const plans = planPrompt(prompt, { product, referenceId: family, light: 'soft-box' });
    expect(shownPhrases(plans[0])).toEqual(shown);
  });

  it('white light is shown by every lamp', () => {
    expect(shownPhrases(first('white soft light', 'plain-sweep'))).toContain('white');
  });

  it('an excluded detail of the only scene of an occasion is crossed out', () => {
    const { facts } = first('christmas, fir branches, no baubles');
    expect(facts.reference_id).toBe('snow-fir');
    expect(facts.ignored).toContain('no baubles');
  });

  it('a bright room isn’t shown as dark', () => {
    const room = { referenceId: 'plaster-room', light: 'hard-sun' } as const;
    expect(shownPhrases(planPrompt('dark', room)[0])).toEqual([]);
    expect(shownPhrases(planPrompt('dark', { ...room, light: 'night' })[0])).toEqual(['dark']);
  });

  it('words for warm or bright light count only in such light', () => {
    const night = { referenceId: 'oak-window', light: 'night' } as const;
    const morning = { ...night, light: 'warm-morning' } as const;
    expect(shownPhrases(planPrompt('warm', night)[0])).toEqual([]);
    expect(shownPhrases(planPrompt('warm', morning)[0])).toEqual(['warm']);
    expect(shownPhrases(planPrompt('bright', night)[0])).toEqual([]);
    expect(shownPhrases(planPrompt('bright', morning)[0])).toEqual(['bright']);
  });

  it('excluded plants don’t grow in the scene', () => {
    for (const { facts } of planPrompt('living room, no plants', { scale: 'furniture' }))
      expect(facts.reference_id).not.toBe('living-room');
  });

  it('prefers scenes that show the words to equally fitting ones that only suit them', () => {
    const kitchens = families(planPrompt('kitchen counter')).filter((family) => family === 'kitchen-counter');
    expect(kitchens.length).toBeGreaterThan(2);
  });
});

const meanings = (prompt: string): string[] => readScenePrompt(prompt).understood.map(({ as }) => as);

test.each([
  ['a plant on the left, soft light', false],
  ['planta a la derecha, luz suave', false],
  ['long shadow to the left', false],
  ['soft light from the left', true],
  ['Blitz von links', true],
  ['von rechts', true],
  ['Morgenlicht von rechts', true],
  ['luce laterale da destra', true],
  ['softbox camera left', true],
  ['left', true],
])('a side is the light’s only beside a word for light: “%s”', (prompt, isLight) => {
  expect(meanings(prompt).some((as) => /^light from (?:left|right)$/.test(as))).toBe(isLight);
});

test.each([
  ['sol béton ciré', 'sun', false],
  ['sol en béton', 'sun', false],
  ['sol de la mañana', 'warm morning', true],
  ['home recording studio', 'studio', false],
  ['studio di architetto', 'studio', false],
  ['studio fotografico', 'studio', true],
  ['mesita de noche', 'wood table', true],
  ['luce fredda dall’alto', 'light from top', true],
  ['visto dall’alto', 'from above', true],
  ['pas de père Noël', 'not: santa', true],
  ['mesa de madera, azulejos', 'wood table', true],
  ['il neige, les flocons fallen', 'autumn', false],
  ['white lane lines', 'linen', false],
  ['madera clara, un paño arrugado', 'light wood', true],
  ['table de nuit', 'night', false],
  ['oak desk, laptop', 'product: tech', false],
  ['petit déjeuner au lit', 'bedroom', true],
  ['Pampas', 'vase', false],
  ['warm desk lamp glow', 'wood table', false],
  ['sobre cemento, sin nada más', 'plain mood', true],
  ['scandinavian', 'minimal mood', false],
  ['marble and flowers, the perfume in front', 'product: beauty', true],
  ['floating in mid air', 'sky', false],
  ['purple gradient', 'glow', false],
  ['luz cenital', 'light from top', true],
  ['lunettes de soleil', 'sun', false],
  ['puesta de sol', 'golden hour', true],
  ['walnut sideboard', 'dark wood', true],

  ['carta da parati', 'paper', false],
  ['sol assorti', 'sun', false],
  ['himbeeren und minze', 'herbs', true],
])('words are read in their sense: “%s”', (prompt, meaning, isRead) => {
  expect(meanings(prompt).includes(meaning)).toBe(isRead);
});

test.each([
  ['orange rim light', ['lamp']],
  ['teclado con luz azul', ['lamp']],
  ['projecteurs bleus et rouges', ['lamp', 'lamp']],
  ['sky in orange and pink', ['sky', 'sky']],
  ['ciel orange et rose', ['sky', 'sky']],
  ['tappeto color crema', ['rug']],
  ['wall in sage green #A3B18A', ['backdrop', 'backdrop']],
  ['black slate', ['slate']],
  ['white brick wall', ['brick', 'backdrop']],
])('a color belongs to its thing: “%s”', (prompt, on) => {
  expect(readScenePrompt(prompt).colors.flatMap((color) => color.on)).toEqual(on);
});

it('a neon color asks for a neon lamp', () => {
  expect(readScenePrompt('neon pink').wants.map(({ id }) => id)).toContain('neon');
  expect(families(planPrompt('purple neon'))[0]).toBe('neon-night');
});
