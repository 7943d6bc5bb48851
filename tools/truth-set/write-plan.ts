// The plan as JSON, for the programs in Python: node write-plan.ts > plan.json
import { planOf } from './plan.ts';

process.stdout.write(`${JSON.stringify({ items: planOf() }, undefined, 1)}\n`);
