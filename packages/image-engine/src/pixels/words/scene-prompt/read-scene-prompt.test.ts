import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONCEPT_LINES } from './concepts.ts';
import { NEAR } from './nearness.ts';
import { USE_WORDS } from './product-words.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { SCENES } from './scenes.ts';
import { fold, tokenize } from './tokens.ts';
import { BARE_HOOKS, FILLERS, NEGATORS } from './word-lists.ts';

const listWantIds = (prompt: string): string[] =>
  readScenePrompt(prompt)
    .wants.filter(({ isNegated }) => !isNegated)
    .map(({ id }) => id);
const unwantedWords = (prompt: string): string[] =>
  readScenePrompt(prompt)
    .wants.filter(({ isNegated }) => isNegated)
    .map(({ id }) => id);
const colors = (prompt: string): string[] => readScenePrompt(prompt).colors.map(({ hex }) => hex);

test.each([
  ['a marble podium with soft light', 'marble podium soft-box'],
  ['on a wooden table by the window, morning light', 'wood-table window warm-morning'],
  ['Beach at sunset', 'beach golden-hour'],
  ['snowy forest, christmas mood', 'snow forest christmas'],
  ['minimalist flat-lay on linen', 'minimal flat-lay linen'],
  ['marble from a high angle', 'marble from-above'],
  ['mossy stones in a forest', 'moss pebbles forest'],
  ['rose petals, romantic', 'petals romantic'],
  ['neon cyberpunk city at night', 'neon cyberpunk city night'],
  ['terrazzo tiles and brass', 'terrazzo tiles brass'],
  ['light from the left, hard shadows', 'from-left hard-sun'],
  ['backlit frosted glass', 'from-back glass'],
  ['eye-level view, spotlight', 'eye-level spotlight'],
  ['kitchen counter with lemons', 'kitchen-counter citrus'],
  ['autumn leaves and pumpkins', 'autumn-leaves pumpkin'],
  ['velvet drapes, low key', 'velvet spotlight'],
  ['silk waves', 'silk'],
  ['gift boxes and confetti', 'gifts confetti'],
  ['paper craft clouds', 'paper clouds'],
  ['mediterranean courtyard, palm shadow', 'mediterranean courtyard palm-shadow'],
  ['🌊 and 🌸', 'water flowers'],
  ['holztisch im morgenlicht', 'wood-table warm-morning'],
  ['strand bei sonnenuntergang', 'beach golden-hour'],
  ['marbre et soie, lumière douce', 'marble silk soft-box'],
  ['playa con arena, cálido', 'beach sand warm'],
  ['legno e lino, mattina', 'wood linen warm-morning'],
  ['weihnachten mit schnee', 'christmas snow'],
  ['marbel podum with terazzo', 'marble terrazzo'],
])('the prompt “%s” is read as a request for %s', (prompt, ids) => {
  expect(listWantIds(prompt).join(' ')).toBe(ids);
});

test.each([
  ['no flowers', 'flowers', ''],
  ['marble without flowers or leaves', 'flowers leaves', 'marble'],
  ['no flowers and leaves, but warm light', 'flowers leaves', 'warm'],
  ['no flowers and warm light', 'flowers', 'warm'],
  ['without harsh shadows', 'hard-sun', ''],
  ['not too dark', 'dark', ''],
  ['no distracting props, marble', 'props', 'marble'],
  ['not only marble', '', 'marble'],
  ['flower-free podium', 'flowers', 'podium'],
  ['ohne Blumen, mit Holz', 'flowers', 'wood'],
  ['sans fleurs, bois', 'flowers', 'wood'],
  ['sin flores, con madera', 'flowers', 'wood'],
  ['senza fiori, legno', 'flowers', 'wood'],
])('the prompt “%s” excludes “%s”, and requests “%s”', (prompt, negated, positive) => {
  expect(unwantedWords(prompt).join(' ')).toBe(negated);
  expect(listWantIds(prompt).join(' ')).toBe(positive);
});

test.each([
  [
    'christmas tree, snowy',
    'Weihnachtsbaum, verschneit',
    'arbre de Noël, enneigé',
    'árbol de Navidad, nevado',
    'albero di Natale, innevato',
  ],
  ['parquet, plants', 'Parkett, Pflanzen', 'parquet, plantes', 'parquet, plantas', 'parquet, piante'],
  ['alley, fog', 'Gasse, Nebel', 'ruelle, brume', 'callejón, niebla', 'vicolo, nebbia'],
  [
    'living room, cozy',
    'Wohnzimmer, kuschelig',
    'séjour, chaleureux',
    'salón, acogedor',
    'soggiorno, accogliente',
  ],
  ['nursery', 'Babyzimmer', 'chambre bébé', 'habitación infantil', 'cameretta'],
  ['meadow, sun', 'Rasen, Sonne', 'pelouse, soleil', 'césped, sol', 'prato, sole'],
  [
    'stairs, afternoon',
    'Treppe, Nachmittag',
    'escalier, après-midi',
    'escalones, media tarde',
    'gradini, pomeriggio',
  ],
  ['black, matte', 'schwarz, matt', 'noir, mat', 'negro, mate', 'nero, opaco'],
])('the same meaning is read alike in five languages: %s', (english, ...translations) => {
  for (const translation of translations)
    expect([translation, listWantIds(translation), colors(translation)]).toEqual([
      translation,
      listWantIds(english),
      colors(english),
    ]);
});

test.each([
  ['navy blue wall', ['#1b2a52']],
  ['#C0FFEE background', ['#c0ffee']],
  ['#abc', ['#aabbcc']],
  ['blau und weiss', ['#1f5fc4', '#ffffff']],
  ['a sage green and cream scene', ['#9caf88', '#f5ecd2']],
  ['mur bleu', ['#1f5fc4']],
])('the colors in the prompt “%s” are read', (prompt, hexes) => {
  expect(colors(prompt)).toEqual(hexes);
});

test('a shade changes a named color', () => {
  const [plain, light, dark] = ['blue', 'light blue', 'dark blue'].map((prompt) => colors(prompt)[0]);
  expect(new Set([plain, light, dark]).size).toBe(3);
  expect(colors('hellblau')).toEqual([light]);
  expect(colors('azul claro')).toEqual([light]);
  expect(colors('bleu foncé')).toEqual([dark]);
});

test('a color belongs to the object it describes', () => {
  const first = (prompt: string) => readScenePrompt(prompt).colors[0];
  expect(first('pink marble podium')).toMatchObject({ on: ['marble', 'podium'], meantFor: 'scene' });
  expect(first('a white background')).toMatchObject({ on: ['backdrop'] });
  expect(first('gold accents')).toMatchObject({ on: ['accent'] });
  expect(first('red lipstick on silk')).toMatchObject({ meantFor: 'product' });
  expect(first('gold and marble')).toMatchObject({ meantFor: 'hint' });
  expect(readScenePrompt('dark wood').wants).toMatchObject([{ id: 'wood', shade: -0.35 }]);
  expect(first('no red flowers')).toMatchObject({ isNegated: true });
});

test.each([
  ['oak table, green plants', 'leaves'],
  ['Holztisch mit grünen Pflanzen', 'leaves'],
  ['table en bois, plantes vertes', 'leaves'],
  ['mesa de madera con flores rojas', 'flowers'],
  ['tavolo di legno e piante verdi', 'leaves'],
  ['marbre rose', 'marble'],
  ['Wand in Blau', 'backdrop'],
  ['mur vert sapin', 'backdrop'],
  ['black glossy floor', 'floor'],
  ['blue and white tiles', 'tiles'],
  ['ruban rouge', 'unknown-thing'],
  ['carnet beige', 'unknown-thing'],
  ['Stoffserviette in blau', 'unknown-thing'],
  ['champ de lavande', 'unknown-thing'],
])('in “%s” the color belongs to the %s', (prompt, thing) => {
  expect(readScenePrompt(prompt).colors[0].on).toEqual([thing]);
});

test.each([
  ['dunkler Samt', { id: 'velvet', shade: -0.35 }],
  ['madera oscura', { id: 'wood', shade: -0.35 }],
  ['bois clair', { id: 'wood', shade: 0.35 }],
])('in “%s” the shade belongs to the material', (prompt, want) => {
  expect(readScenePrompt(prompt).wants).toMatchObject([want]);
});

test.each([
  ['lying next to a cup of coffee', ['cup', 'coffee']],
  ['auf einer Tasse', ['Tasse']],
  ['flowers around the perfume', []],
  ['coffee mug on oak', []],
])('in “%s” the things beside the product are not taken for the product', (prompt, companions) => {
  expect(readScenePrompt(prompt).ignored).toEqual(companions);
});

test('a request to exclude something that no set shows is met', () => {
  expect(readScenePrompt('honey, no honeycomb')).toMatchObject({
    understood: [{ phrase: 'honey' }, { phrase: 'no honeycomb' }],
    ignored: [],
  });
});

test('understood and ignored words are reported in plain words, as written', () => {
  expect(readScenePrompt('A Marble podium, no FLOWERS, gold accents, qwertz & Qwertz')).toMatchObject({
    understood: [
      { phrase: 'Marble', as: 'marble' },
      { phrase: 'podium', as: 'podium' },
      { phrase: 'no FLOWERS', as: 'not: flowers' },
      { phrase: 'gold', as: 'color #c9a13b, accent' },
    ],
    ignored: ['qwertz'],
  });
});

test('a request for no text or no people counts as met, and a request for text is ignored', () => {
  expect(readScenePrompt('no text, no people').ignored).toEqual([]);
  expect(readScenePrompt('with text').ignored).toEqual(['text']);
});

/** All phrases of the vocabulary's concepts. */
const conceptWords = Object.values(CONCEPT_LINES)
  .flatMap((lines) => lines.split(/[:,;\n]/).map((word) => word.trim().replaceAll('-', ' ')))
  .filter((word) => word !== '' && !BARE_HOOKS.has(word));
/** All phrases of the vocabulary. */
const words = [...conceptWords, ...Object.values<readonly string[]>(USE_WORDS).flat()];
const anyPrompt = fc.oneof(
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.string({ maxLength: 300, unit: 'grapheme' }),
  fc.lorem(),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...words),
        fc.constantFrom('no', 'without', ',', 'and', 'dark', 'light', '#ff0', 'x'),
      ),
      {
        maxLength: 30,
      },
    )
    .map((parts) => parts.join(' ')),
);

test('any text is read deterministically, and every word is accounted for', () => {
  fc.assert(
    fc.property(anyPrompt, (prompt) => {
      const reading = readScenePrompt(prompt);
      expect(readScenePrompt(prompt)).toEqual(reading);
      const accounted = new Set(
        [...reading.understood.map(({ phrase }) => phrase), ...reading.ignored].flatMap((text) =>
          tokenize(text).map(({ word }) => word),
        ),
      );
      const missedWords = tokenize(prompt)
        .map(({ word }) => word)
        .filter((word) => !accounted.has(word) && !FILLERS.has(word) && !NEGATORS.has(word));
      // Excludes words that join phrases or end negations, and the French floor.
      expect(
        missedWords.filter(
          (word) =>
            !/^(?:\d+|just|only|instead|but|nor|aber|sondern|mais|pero|con|ma|mit|oder|ou|sol)$/.test(word),
        ),
      ).toEqual([]);
      for (const { phrase } of [...reading.wants, ...reading.colors]) {
        expect(reading.understood[phrase]).toBeDefined();
      }
    }),
    { numRuns: 400 },
  );
});

test('every known phrase is understood, in any order', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(conceptWords, { minLength: 1, maxLength: 12 }), (phrases) => {
      expect(readScenePrompt(phrases.join(', ')).ignored).toEqual([]);
    }),
  );
  for (const phrase of words) {
    const { understood, ignored } = readScenePrompt(phrase);
    expect([phrase, understood.length > 0, ignored]).toEqual([phrase, true, []]);
  }
});

test.each([
  ['10,000 letters', 'a'.repeat(10_000)],
  ['10,000 characters of words', 'terracotta marbel xqzwvkjh '.repeat(400)],
  ['emoji only', '🌊🍋🌸'.repeat(300)],
  ['another script', '大理石の台座と柔らかい光。'.repeat(100)],
  ['right to left', 'منصة رخامية مع ضوء ناعم '.repeat(100)],
  ['control characters', '\u0000\u0007\u001b[31m marble \u202e podium \ud800'],
  ['combining marks', `x${'\u0301'.repeat(5000)}`],
])('a prompt of %s is read', (_, prompt) => {
  const reading = readScenePrompt(prompt);
  expect(reading.understood.length + reading.ignored.length).toBeGreaterThan(0);
});

test('the lexicon has only normalized words and no duplicates', () => {
  const idByWord = new Map<string, string>();
  const ids = new Set<string>();
  for (const lines of Object.values(CONCEPT_LINES)) {
    for (const [, id = '', others = ''] of lines.matchAll(/^ *([a-z-]+):(.*)$/gm)) {
      expect(ids.has(id)).toBe(false);
      ids.add(id);
      for (const word of others.split(/[,;]/).filter(Boolean)) {
        expect(fold(word)).toBe(word);
        expect([word, idByWord.get(word)]).toEqual([word, undefined]);
        idByWord.set(word, id);
      }
    }
  }
  for (const [id, near] of Object.entries(NEAR)) {
    expect(ids).toContain(id);
    for (const word of near.split(' ').filter((part) => !/^\d+$/.test(part))) expect(ids).toContain(word);
  }
});

test('every word of the scenes behind suggested prompts is understood', () => {
  for (const { family, stage, lights, moods, props, worlds, materials, seasons } of SCENES) {
    for (const phrase of [stage, ...lights, ...moods, ...props, ...worlds, ...materials, ...seasons]) {
      expect([family, phrase, readScenePrompt(phrase).ignored]).toEqual([family, phrase, []]);
    }
  }
});
