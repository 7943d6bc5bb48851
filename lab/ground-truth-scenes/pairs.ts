// Products that are rendered in sets: things of the ground truth that stand and lie, clear and opaque ones, on plain paper
// and other grounds, from straight above, at eye level, from above and from 45°. The held-out pairs are only for the
// final measurement.
import { THINGS } from '../ground-truth/catalog.ts';
import { planItem } from '../ground-truth/plan.ts';
import type { PlannedItem } from '../ground-truth/plan.ts';

/** Product with its set: `item` is a thing and view of the ground truth, with its colors, words and light. */
export interface Pair {
  readonly id: string;
  readonly split: 'tuning' | 'put-aside';
  readonly setId: string;
  readonly item: PlannedItem;
}

type Row = readonly [item: string, setId: string, pose: 'stands' | 'lies'];

const ROWS: readonly Row[] = [
  ['shampoo-1', 'plain-sweep-eye', 'stands'],
  ['mug-1', 'oak-window-eye', 'stands'],
  ['camera-3', 'oak-window-high', 'stands'],
  ['sunglasses-2', 'flat-oak-top', 'lies'],
  ['loafer-2', 'concrete-loft-eye', 'stands'],
  ['tumbler-3', 'emerald-marble-eye', 'stands'],
  ['gift-box-5', 'terrazzo-sage-high', 'stands'],
  ['hair-dryer-2', 'flat-marble-top', 'lies'],
  ['teapot-4', 'plain-sweep-high', 'stands'],
  ['jug-4', 'terracotta-court-eye', 'stands'],
  ['wine-bottle-2', 'rose-petals-above', 'lies'],
  ['wrist-watch-3', 'plain-sweep-top', 'lies'],
  ['storage-jar-1', 'oak-window-above', 'stands'],
  ['book-4', 'flat-slate-top', 'lies'],
  ['pump-bottle-3', 'pool-tiles-eye', 'stands'],
  ['sneaker-2', 'plain-sweep-above', 'lies'],
  ['tin-1', 'autumn-table-high', 'stands'],
  ['glass-vase-4', 'plain-sweep-eye', 'stands'],
];

/** Held-out pairs, drawn by the hashes of the names among the held-out items and the sets that suit their poses. */
const HELD_OUT_ROWS: readonly Row[] = [
  ['camera-5', 'plain-sweep-eye', 'stands'],
  ['towels-4', 'plain-sweep-high', 'stands'],
  ['grass-pot-2', 'linen-books-eye', 'stands'],
  ['cactus-5', 'citrus-kitchen-high', 'stands'],
  ['desk-lamp-3', 'blush-arches-eye', 'stands'],
  ['tumbler-1', 'terrazzo-sage-eye', 'stands'],
  ['hair-dryer-5', 'flat-linen-top', 'lies'],
  ['scarf-5', 'flat-concrete-top', 'lies'],
  ['jug-3', 'concrete-loft-above', 'stands'],
];

function createPair([name, setId, pose]: Row, split: Pair['split']): Pair {
  const at = name.lastIndexOf('-');
  const thing = THINGS.find((known) => known.name === name.slice(0, at));
  if (thing === undefined) throw new Error(`No thing ${name}`);
  const item = planItem(thing, Number(name.slice(at + 1)) - 1);
  return { id: `${name}-${setId}`, split, setId, item: { ...item, pose, rollDeg: 0 } };
}

export const PAIRS: readonly Pair[] = [
  ...ROWS.map((row) => createPair(row, 'tuning')),
  ...HELD_OUT_ROWS.map((row) => createPair(row, 'put-aside')),
];
