import { expect, it } from 'vitest';
import { TOOL_NAMES } from './names.ts';
import { recordTypes } from './result-names.ts';

it('no two tools store their pictures under one record type', () => {
  const ids = TOOL_NAMES.flatMap(recordTypes);
  expect(ids).toEqual([...new Set(ids)]);
});
