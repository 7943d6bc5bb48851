import { UPSCALE_MAX_SIDE_PX } from '@packshot/contract/tools/limits';
import { expect, it } from 'vitest';
import { enlargeSize, fitsLimit } from './upscale-limit.ts';

it('the size of an enlarged picture is computed, and a picture of exactly the maximum size is allowed', () => {
  expect(enlargeSize({ widthPx: 1400, heightPx: 900 }, 2)).toEqual({ widthPx: 2800, heightPx: 1800 });
  const side = UPSCALE_MAX_SIDE_PX / 2;
  expect(fitsLimit({ widthPx: side, heightPx: 10 }, 2)).toBe(true);
  expect(fitsLimit({ widthPx: 10, heightPx: side + 1 }, 2)).toBe(false);
  expect(fitsLimit({ widthPx: side, heightPx: 10 }, 4)).toBe(false);
});
