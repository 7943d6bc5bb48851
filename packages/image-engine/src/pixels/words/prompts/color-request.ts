import { isColorName, readColor } from '../../color/color-names.ts';
import type { ColorPhrase } from '../../color/color-names.ts';
import type { MaskedEdit } from '../../fill/masked-edit/edit.ts';
import { oklabOfSrgb, srgbOfOklab } from '../../color/oklab.ts';
import type { Triple } from '../../color/oklab.ts';
import { getAmount, FILLER_ONLY, namesAThing } from './clauses.ts';
import type { Amounts, Clause } from './clauses.ts';

const TINT: Amounts = { slight: 0.4, usual: 1, strong: 1, full: 1 };
const SOME_TINT: Amounts = { slight: 0.2, usual: 0.4, strong: 0.6, full: 0.8 };

const COLOR_VERB = /^(?:make|turn|paint|colou?r|recolou?r|dye|tint|change|set|fill|switch|convert)\b/;
const COLOR_FROM_TO =
  /^(?:change|replace|swap|turn|switch|convert) (?:the )?(?:colou?r )?(?:from )?(.+?) (?:to|with|for|into|by) (.+)$/;

/**
 * Parses a color request such as "Make the mug blue", "change red to green", "a bit more orange". Undefined if the
 * request doesn't give the masked object a color.
 */
export function readColorRequest(clause: Clause): MaskedEdit | undefined {
  const fromTo = COLOR_FROM_TO.exec(clause.text);
  if (fromTo !== null) {
    const color = readColor(withoutArticles(fromTo[2]));
    const from = fromTo[1].split(' ');
    const thing = from.every((word) => isColorName(word)) || !/^(?:replace|swap)/.test(clause.text);
    if (color !== undefined && thing && namesAThing(fromTo[1]))
      return colorEdit(color, getAmount(clause, TINT));
  }
  const verb = COLOR_VERB.exec(clause.text);
  const words = clause.text
    .slice(verb?.[0].length ?? 0)
    .trim()
    .split(' ');
  for (let start = 0; start < words.length; start++) {
    const color = readColor(words.slice(start));
    if (color === undefined) continue;
    const before = words.slice(0, start).filter((word) => word !== 'color' && word !== 'colour');
    const link = before.at(-1);
    if (link === 'more') {
      return verb !== null || before.length === 1
        ? colorIfNamed(color, before.slice(0, -1), getAmount(clause, SOME_TINT))
        : undefined;
    }
    // In "the sky blue" the sky is an object and "blue" its color, so the words aren't the shade sky blue.
    if (link !== undefined && /^(?:the|this|that|my|its)$/.test(link) && start + 1 < words.length) continue;
    const thing =
      link !== undefined && /^(?:to|into|in|with|as|a|an|all)$/.test(link) ? before.slice(0, -1) : before;
    if (verb === null && thing.some((word) => !FILLER_ONLY.test(word))) return undefined;
    return colorIfNamed(color, thing, getAmount(clause, TINT));
  }
  return undefined;
}

const withoutArticles = (text: string): string[] =>
  text.split(' ').filter((word) => word !== 'a' && word !== 'an' && word !== 'the');

const colorIfNamed = (color: ColorPhrase, thing: readonly string[], amount: number): MaskedEdit | undefined =>
  namesAThing(thing.join(' ')) ? colorEdit(color, amount) : undefined;

/** Lightness toward which "light" and "pale" move a color. */
const LIGHT_TONE = 0.92;

function colorEdit({ hex, shades }: ColorPhrase, amount: number): MaskedEdit {
  const sample = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  const lab: Triple = [0, 0, 0];
  oklabOfSrgb(sample(1), sample(3), sample(5), lab);
  for (const shade of shades) {
    if (shade.lightness > 0) lab[0] += shade.lightness * Math.max(0, LIGHT_TONE - lab[0]);
    else lab[0] *= 1 + shade.lightness;
    lab[1] *= shade.chroma;
    lab[2] *= shade.chroma;
  }
  if (shades.length === 0) return { kind: 'color', color: [sample(1), sample(3), sample(5)], amount };
  const color: Triple = [0, 0, 0];
  srgbOfOklab(lab[0], lab[1], lab[2], color);
  return {
    kind: 'color',
    color: [Math.round(color[0]), Math.round(color[1]), Math.round(color[2])],
    amount,
  };
}
