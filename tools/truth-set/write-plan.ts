// The plan as JSON, for the programs in Python: node write-plan.ts > plan.json
//
// With numbers, other views of the same things, to learn from and never to measure with: node write-plan.ts FIRST_VIEW VIEWS LONGER_SIDE_PX
// With names behind the numbers, of these things only, or with `further` of all further kinds; their elevations are spread without gaps.
import { THINGS } from './catalog.ts';
import type { Thing } from './catalog.ts';
import { FURTHER_KINDS } from './further-kinds.ts';
import { itemOf, learnedBand, planOf } from './plan.ts';
import type { PlannedItem } from './plan.ts';

function shrunken(item: PlannedItem, sidePx: number): PlannedItem {
  const scale = Math.min(1, sidePx / Math.max(item.widthPx, item.heightPx));
  const [widthPx, heightPx] = [Math.round(item.widthPx * scale), Math.round(item.heightPx * scale)];
  return { ...item, widthPx, heightPx, split: 'tuning' };
}

function named(name: string): readonly Thing[] {
  if (name === 'further') return FURTHER_KINDS;
  const thing = [...THINGS, ...FURTHER_KINDS].find((known) => known.name === name);
  if (thing === undefined) throw new Error(`No thing is called ${name}`);
  return [thing];
}

/** Views that nothing is measured with: the set's own begin at 0, and there are VIEWS of them. */
function learnedPlan(names: readonly string[], first: number, views: number, sidePx: number): PlannedItem[] {
  const things = names.length > 0 ? names.flatMap(named) : THINGS;
  return Array.from({ length: views }, (_, k) =>
    things.map((thing) => {
      const band = names.length > 0 ? learnedBand(thing, k, views) : undefined;
      return shrunken(itemOf(thing, first + k, band), sidePx);
    }),
  ).flat();
}

const [first, views = '1', sidePx = '320', ...names] = process.argv.slice(2);
const items =
  first === undefined ? planOf() : learnedPlan(names, Number(first), Number(views), Number(sidePx));
process.stdout.write(`${JSON.stringify({ items }, undefined, 1)}\n`);
