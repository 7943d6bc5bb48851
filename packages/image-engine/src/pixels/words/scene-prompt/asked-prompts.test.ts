import { beforeAll, describe, expect, it, test } from 'vitest';
import { createReferenceCatalog } from '../../../sets/references.ts';
import { ASKED_IN_OTHER_LANGUAGES } from '../../../testing/asked-in-other-languages.ts';
import { ASKED_PROMPTS, HELD_OUT_PROMPTS } from '../../../testing/asked-prompts.ts';
import type { AskedPrompt } from '../../../testing/asked-prompts.ts';
import { families, plan, SHIPPED } from '../../../testing/planned-scenes.ts';
import { promisedWords } from './promised-words.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import type { KnownFamily } from './unlisted-families.ts';
import { viewInWords } from './view-in-words.ts';

let references: readonly KnownFamily[];
beforeAll(async () => {
  references = await createReferenceCatalog().list();
});

const promiseWords = (prompt: string) =>
  promisedWords(prompt, references, { referenceId: null, light: 'auto' });
const listMissing = (prompt: string): string[] => {
  const { lost, unknown } = promiseWords(prompt);
  return [...lost.map(({ phrase }) => phrase), ...unknown];
};

/** Product of which only the prompt tells the view, as the scene tool plans it. */
function productIn(prompt: string) {
  const view = viewInWords(null, prompt);
  return { palette: [], elevationDeg: view?.elevationDeg ?? null, ...(view && { pose: view.pose }) };
}

/** Checks a prompt: returns sets that it should not lead to, and errors about missing words and refusals. */
function judge({ prompt, leadsTo, missing = [], isRefused = false }: AskedPrompt) {
  const led = [...new Set(families(plan(prompt, { product: productIn(prompt) }, SHIPPED)))];
  const words = promiseWords(prompt);
  const unsaid = missing.filter((word) => !listMissing(prompt).includes(word));
  return {
    strays: leadsTo.length === 0 ? [] : led.filter((family) => !leadsTo.includes(family)),
    unsaid,
    falselyMissing: listMissing(prompt).filter((word) => !missing.includes(word)),
    isRefusedWrongly: words.isNothingShown !== isRefused,
    near: words.near.length,
  };
}

it.each(ASKED_PROMPTS)(
  'a prompt from the test list is followed, or its missing parts are named: “$prompt”',
  (askedPrompt) => {
    expect(judge(askedPrompt)).toEqual({
      strays: [],
      unsaid: [],
      falselyMissing: [],
      isRefusedWrongly: false,
      near: askedPrompt.missing === undefined ? 0 : 3,
    });
  },
);

it.each(HELD_OUT_PROMPTS)(
  'a prompt not used in development is followed, or its missing parts are named: “$prompt”',
  (askedPrompt) => {
    const { strays, unsaid, falselyMissing, isRefusedWrongly } = judge(askedPrompt);
    expect({ strays, unsaid, falselyMissing, isRefusedWrongly }).toEqual({
      strays: [],
      unsaid: [],
      falselyMissing: [],
      isRefusedWrongly: false,
    });
  },
);

test('a scene with a similar object is reported as having a substitute', () => {
  const { lost } = promiseWords('navy blue wall, wooden shelf');
  expect(lost.map(({ phrase, instead }) => [phrase, instead])).toEqual([['wooden shelf', 'wood table']]);
});

test('no substitute is named that the scenes only suit', () => {
  const { lost } = promiseWords('wooden table, breakfast');
  expect(lost.map(({ phrase, instead }) => [phrase, instead])).toEqual([['breakfast', null]]);
});

test.each([
  ['under water, coral', ['under water', 'coral']],
  ['coral wall', []],
])('coral means a reef among words for the sea, and a color otherwise: %s', (prompt, missing) => {
  expect(listMissing(prompt)).toEqual(missing);
});

describe.each(ASKED_IN_OTHER_LANGUAGES)('translations of “%s”', (englishPrompt, ...others) => {
  const askedPrompt = ASKED_PROMPTS.find(({ prompt }) => prompt === englishPrompt);

  it.each(others)('give scenes that fit as well, and report as many missing parts: “%s”', (prompt) => {
    if (askedPrompt === undefined) throw new Error(`No test prompt for ${englishPrompt}`);
    const { strays, isRefusedWrongly } = judge({ ...askedPrompt, prompt });
    const { lost, unknown } = promiseWords(prompt);
    expect({ strays, isRefusedWrongly, unknown }).toEqual({
      strays: [],
      isRefusedWrongly: false,
      unknown: [],
    });
    expect(lost.length > 0).toBe(askedPrompt.missing !== undefined);
  });
});

test.each([
  ['Eichentisch', ['Eichen', 'tisch']],
  ['Badezimmerfliesen', ['Badezimmer', 'fliesen']],
  ['Betonboden', ['Beton', 'boden']],
  ['keine Steinwand', ['keine Steinwand']],
  ['moonstone', []],
  ['snowboard', []],
  ['Traktorenwerk', []],
])('German compound nouns are split: %s', (prompt, phrases) => {
  expect(readScenePrompt(prompt).understood.map(({ phrase }) => phrase)).toEqual(phrases);
});
