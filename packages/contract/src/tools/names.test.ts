import { expect, it } from 'vitest';
import { TOOL_NAMES } from './names.ts';
import { recordTypes } from './result-names.ts';

it('no two tools file their pictures under one id: History would take one for the other', () => {
  const ids = TOOL_NAMES.flatMap(recordTypes);
  expect(ids).toEqual([...new Set(ids)]);
});
