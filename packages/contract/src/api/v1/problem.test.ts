import { expect, it } from 'vitest';
import { problemKind } from './problem.ts';

it.each([
  ['JOB_NOT_FOUND', 'Job not found'],
  ['URL_REFUSED', 'URL refused'],
  ['AVIF_TOO_LARGE', 'AVIF too large'],
] as const)('the problem %s is titled "%s"', (code, title) => {
  expect(problemKind(code)).toMatchObject({ code, title, type: `/v1/problems/${code}` });
});

it('the detail of TOO_LARGE_BYTES doesn’t mention a photo, because the body may be JSON', () => {
  expect(problemKind('TOO_LARGE_BYTES').detail).not.toContain('This photo');
});
