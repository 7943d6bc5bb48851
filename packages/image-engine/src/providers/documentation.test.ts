import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { capabilityTable } from './testing/capability-table.ts';

it('docs/engines.md lists the engines’ capabilities', () => {
  const page = readFileSync(new URL('../../../../docs/engines.md', import.meta.url), 'utf8');
  expect(page).toContain(capabilityTable());
});
