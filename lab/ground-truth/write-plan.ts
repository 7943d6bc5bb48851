// Prints the plan as JSON for the Python programs: node write-plan.ts > plan.json
//
// With numbers, prints other views of the same things, for learning and never for measuring: node write-plan.ts
// FIRST_VIEW VIEWS LONGER_SIDE_PX
import { THINGS } from './catalog.ts';
import { planItem, planItems } from './plan.ts';
import type { PlannedItem } from './plan.ts';

function shrunken(item: PlannedItem, sidePx: number): PlannedItem {
  const scale = Math.min(1, sidePx / Math.max(item.widthPx, item.heightPx));
  const [widthPx, heightPx] = [Math.round(item.widthPx * scale), Math.round(item.heightPx * scale)];
  return { ...item, widthPx, heightPx, split: 'tuning' };
}

const [first, views = 1, sidePx = 320] = process.argv.slice(2).map(Number);
const items =
  first === undefined
    ? planItems()
    : Array.from({ length: views }, (_, k) =>
        THINGS.map((thing) => shrunken(planItem(thing, first + k), sidePx)),
      ).flat();
process.stdout.write(`${JSON.stringify({ items }, undefined, 1)}\n`);
