// Cases from which the review score is learned and on which it is tested: photos with masks, renders, and composites.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDice, hashText } from '../../ground-truth/plan.ts';
import type { TruthItem } from '../../ground-truth/ground-truth-item.ts';

/** Product with a known outline: a photo with a mask, or an item of the ground truth. */
export interface Source {
  readonly name: string;
  readonly photo: string;
  readonly mask: string;
  /** True for a mask made by hand, which is accurate to about 3 px. */
  readonly isByHand: boolean;
  /** Folder of an item of the ground truth; missing for photos. */
  readonly folder?: string;
  readonly isHeldOut: boolean;
}

type GroundName = 'even' | 'alike' | 'set';

/** Settings of a composite, all of which follow from its name. */
export interface Recipe {
  readonly ground: GroundName;
  /** Seed that picks the set and the section of it, or the color. */
  readonly groundSeed: number;
  /** Longer side of the product, as a share of the picture's longer side. */
  readonly fill: number;
  /** Position of the product's center, in shares of the picture. */
  readonly at: readonly [x: number, y: number];
  readonly sidesPx: readonly [width: number, height: number];
  /** Name of another, smaller product beside it, from the same split; or null. */
  readonly other: string | null;
  readonly blurPx: number;
  readonly noise: number;
  readonly quality: number;
  /** Contrast factor: 1 for unchanged, less for flatter pictures. */
  readonly contrast: number;
}

export interface Case {
  readonly id: string;
  readonly source: Source;
  readonly kind: 'photo' | 'render' | 'composite';
  readonly recipe?: Recipe;
}

const HELD_OUT_ONE_IN = 3;
const COMPOSITES_EACH = { photo: 10, item: 4, sample: 6 } as const;
const CHANCES = { even: 0.45, alike: 0.62, cutOff: 0.12, other: 0.12, blurred: 0.25, noisy: 0.3, flat: 0.15 };

/**
 * Photos with masks. A third is held out, by the name of the pictured thing, so that composites of a photo are in the
 * same split.
 */
export function photoSources(folder: string): Source[] {
  const [, ...lines] = readFileSync(join(folder, 'MANIFEST.tsv'), 'utf8').trim().split('\n');
  return lines
    .map((line) => line.split('\t'))
    .filter((columns) => columns[5] !== '')
    .map(([file = '', , , , , mask = '']) => {
      const name = file.replace(/^.*\/(ob_|comp_|pymatting_|un_)?/, '').replace(/\..*$/, '');
      const thing = name.split('_')[0] ?? name;
      return {
        name: `photo/${name}`,
        photo: join(folder, file),
        mask: join(folder, mask),
        isByHand: mask.includes('.ref'),
        isHeldOut: hashText(`review ${thing}`) % HELD_OUT_ONE_IN === 0,
      };
    });
}

/** Items of the ground truth, with the set's own split. */
export function itemSources(set: string): Source[] {
  if (!existsSync(join(set, 'manifest.json'))) return [];
  const { items } = JSON.parse(readFileSync(join(set, 'manifest.json'), 'utf8')) as {
    items: TruthItem[];
  };
  return items.map(({ id, split }) => {
    const folder = join(set, id);
    return {
      name: `item/${id}`,
      photo: join(folder, 'photo.jpg'),
      mask: join(folder, 'alpha.png'),
      isByHand: false,
      folder,
      isHeldOut: split === 'put-aside',
    };
  });
}

const SIZES = [
  [640, 640],
  [560, 700],
  [720, 540],
] as const;

function createRecipe(id: string, others: readonly Source[]): Recipe {
  const dice = createDice(hashText(id));
  const roll = dice.between(0, 1);
  const isCutOff = dice.chance(CHANCES.cutOff);
  const fill = isCutOff ? dice.between(0.7, 1.1) : dice.between(0.15, 0.85);
  const room = Math.max(0.03, (1 - fill) / 2);
  const at = [0.5 + dice.between(-room, room), 0.5 + dice.between(-room, room)] as const;
  return {
    ground: roll < CHANCES.even ? 'even' : roll < CHANCES.alike ? 'alike' : 'set',
    groundSeed: Math.floor(dice.between(0, 2 ** 31)),
    fill,
    at: isCutOff ? [dice.pick([0.2, 0.5, 0.8]), dice.pick([0.25, 0.75])] : at,
    sidesPx: dice.pick(SIZES),
    other: dice.chance(CHANCES.other) && others.length > 0 ? dice.pick(others).name : null,
    blurPx: dice.chance(CHANCES.blurred) ? dice.between(0.6, 3) : 0,
    noise: dice.chance(CHANCES.noisy) ? dice.between(3, 16) : 0,
    quality: Math.round(dice.pick([dice.between(22, 60), dice.between(75, 93)])),
    contrast: dice.chance(CHANCES.flat) ? dice.between(0.35, 0.7) : 1,
  };
}

/** All cases: each source unchanged, and composites of the sources that can be cut out of their photo. */
export function createCases(photos: readonly Source[], items: readonly Source[]): Case[] {
  const cut = [...photos.filter(({ name }) => !/_on_/.test(name)), ...items];
  return [
    ...photos.map((source): Case => ({ id: source.name, source, kind: 'photo' })),
    ...items.map((source): Case => ({ id: source.name, source, kind: 'render' })),
    ...cut.flatMap((source) => {
      const others = cut.filter(
        ({ name, folder, isHeldOut }) =>
          folder === undefined && name !== source.name && isHeldOut === source.isHeldOut,
      );
      const isSample = source.folder?.includes('testing/truth') === true;
      const count =
        source.folder === undefined
          ? COMPOSITES_EACH.photo
          : isSample
            ? COMPOSITES_EACH.sample
            : COMPOSITES_EACH.item;
      return Array.from({ length: count }, (_, k): Case => {
        const id = `${source.name}/composite-${k + 1}`;
        return { id, source, kind: 'composite', recipe: createRecipe(id, others) };
      });
    }),
  ];
}
