import { describe, expect, it } from 'vitest';
import { raster } from '../../raster/raster.ts';
import { describeProduct, measureProduct } from './describe-product.ts';
import { CLASS_WEIGHTS, PRODUCT_NOUNS } from './product-nouns.ts';
import { chooseNoun } from './seen-noun.ts';

const CLASSES = 1_000;
/** Indexes of ImageNet classes. */
const LEMUR = 383;
const WAFFLE_IRON = 891;
const MUG = 504;
const COFFEE_POT = 505;
const RUNNING_SHOE = 770;
const SANDAL = 774;
const LOAFER = 630;

/** Probabilities with the given values; the other classes share the rest. */
function probabilities(values: Readonly<Record<number, number>>): Float32Array {
  const given = Object.values(values).reduce((sum, value) => sum + value, 0);
  const rest = (1 - given) / (CLASSES - Object.keys(values).length);
  return Float32Array.from({ length: CLASSES }, (_, index) => values[index] ?? rest);
}
const nounFor = (...pictures: Record<number, number>[]): string | undefined =>
  chooseNoun(pictures.map(probabilities))?.words.en;
const nounNamed = (word: string) => {
  const noun = PRODUCT_NOUNS.find(({ words }) => words.en === word);
  if (noun === undefined) throw new Error(`No noun ${word}`);
  return noun;
};

describe('the list of product nouns', () => {
  it('has a word in each of the five languages for every noun', () => {
    expect(PRODUCT_NOUNS.length).toBeGreaterThan(200);
    for (const { words } of PRODUCT_NOUNS) {
      expect(Object.keys(words)).toEqual(['en', 'de', 'fr', 'es', 'it']);
      for (const word of Object.values(words)) expect(word).toMatch(/^\p{L}[\p{L}\p{M} ’-]*$/u);
    }
  });

  it('has German nouns in capitals, and each English noun once', () => {
    for (const { words } of PRODUCT_NOUNS) expect(words.de).toMatch(/^\p{Lu}/u);
    expect(new Set(PRODUCT_NOUNS.map(({ words }) => words.en)).size).toBe(PRODUCT_NOUNS.length);
  });

  it('has valid classes and a positive weight for each of them', () => {
    for (const { classes } of PRODUCT_NOUNS) {
      expect(new Set(classes).size).toBe(classes.length);
      for (const index of classes) {
        expect(index).toBeLessThan(CLASSES);
        expect(CLASS_WEIGHTS.get(index)).toBeGreaterThan(0);
      }
    }
  });
});

describe('choosing a noun', () => {
  it('names a certain class, and nothing for an animal or for equal probabilities', () => {
    expect(nounFor({ [MUG]: 0.8 })).toBe('mug');
    expect(nounFor({ [LEMUR]: 0.95 })).toBeUndefined();
    expect(nounFor({})).toBeUndefined();
  });

  it('names nothing if two different products are similarly probable', () => {
    expect(nounFor({ [MUG]: 0.45, [COFFEE_POT]: 0.45 })).toBeUndefined();
  });

  it('chooses the broader noun if the classes of shoes are certain only together', () => {
    expect(nounFor({ [RUNNING_SHOE]: 0.4, [SANDAL]: 0.35, [LOAFER]: 0.2 })).toBe('shoe');
    expect(nounFor({ [RUNNING_SHOE]: 0.9, [SANDAL]: 0.05 })).toBe('sneaker');
  });

  it('needs more certainty for a product that shops rarely sell', () => {
    expect(nounFor({ [MUG]: 0.5 })).toBe('mug');
    expect(nounFor({ [WAFFLE_IRON]: 0.5 })).toBeUndefined();
    expect(nounFor({ [WAFFLE_IRON]: 0.97 })).toBe('waffle iron');
  });

  it('uses the mean probabilities of two pictures', () => {
    expect(nounFor({ [MUG]: 0.9 }, { [LEMUR]: 0.9 })).toBeUndefined();
    expect(nounFor({ [MUG]: 0.9 }, { [MUG]: 0.3, [LEMUR]: 0.3 })).toBe('mug');
  });
});

describe('a recognized noun in the texts', () => {
  const side = 100;
  const redSquare = measureProduct(
    raster(
      Uint8Array.from({ length: side * side * 4 }, (_, i) => {
        const pixel = i >> 2;
        const isInside = Math.abs((pixel % side) - 50) < 30 && Math.abs(Math.floor(pixel / side) - 50) < 30;
        return isInside ? [200, 30, 40, 255][i & 3] : 0;
      }),
      side,
      side,
      4,
    ),
  );
  const sentenceFor = (word: string, name: string | null = null) =>
    describeProduct(redSquare, { noun: nounNamed(word), name });

  it('has the right English article', () => {
    expect(sentenceFor('mug').finalDescription).toMatch(/^A red mug/);
    expect(sentenceFor('jeans').finalDescription).toMatch(/^A red pair of jeans/);
    const colorless = { ...redSquare, colors: [] };
    const noun = nounNamed('umbrella');
    const text = [{ text: 'RAIN', certainty: 0.99, heightPx: 30 }];
    expect(describeProduct(colorless, { noun, lines: text }).finalDescription).toMatch(/^An umbrella/);
  });

  it('starts the title and the alternative text in each language', () => {
    const { shopTexts } = sentenceFor('sunglasses');
    expect(Object.values(shopTexts ?? {}).map(({ title }) => title)).toEqual([
      'Sunglasses in red',
      'Sonnenbrille in Rot',
      'Lunettes de soleil, coloris rouge',
      'Gafas de sol en rojo',
      'Occhiali da sole color rosso',
    ]);
    expect(shopTexts?.fr.alt_text).toMatch(/^Lunettes de soleil, coloris rouge/);
  });

  it('is replaced by a name that the user typed, or by a kind of product printed on the package', () => {
    const named = sentenceFor('mug', 'Moritz');
    expect(named.finalDescription).toMatch(/^Moritz in red/);
    expect(named.facts.noun).toBeNull();
    const lines = ['COFFEE', '250 g'].map((text) => ({ text, certainty: 0.99, heightPx: 30 }));
    const printed = describeProduct(redSquare, { noun: nounNamed('box'), lines });
    expect(printed.finalDescription).toMatch(/coffee product/);
    expect(printed.facts.noun).toBeNull();
  });
});
