import { describe, expect, it } from 'vitest';
import { countInWords, declaredLightSchema, lightInWords, productInWords } from './product-comparison.ts';

const counted = { total: 1_204_331, changed: 0 };
const light = declaredLightSchema.parse({
  kind: 'smooth-field',
  strength: 0.36,
  leastGain: 0.6,
  mostGain: 1.1,
});

describe('the comparison of product pixels', () => {
  it.each([
    [
      'a scene’s',
      { comparedWith: 'cut-out', light },
      ' beyond the matched lighting (36%), compared with the cut-out.',
    ],
    [
      'an exact scene’s',
      { comparedWith: 'cut-out', light: null },
      ', compared with the cut-out. Lighting wasn’t adjusted.',
    ],
    [
      'a harmonized picture’s',
      { comparedWith: 'pasted', light },
      ' beyond the matched lighting (36%), compared with the pasted product, not with its photo.',
    ],
    ['an older release’s', {}, ', not counting the scene’s light.'],
  ] as const)('adds the matched light and the reference picture to %s pixel count', (_what, basis, end) => {
    expect(productInWords({ ...counted, ...basis })).toBe(`${countInWords(counted)}${end}`);
  });

  it('formats numbers with thousands separators', () => {
    expect(countInWords({ total: 9_000, changed: 1_017 })).toBe('1,017 of 9,000 product pixels changed');
  });

  it('mentions the light only if there is one', () => {
    expect(lightInWords({ light })).toContain('by 0.60 to 1.10');
    expect(lightInWords({ light: null })).toBeNull();
    expect(lightInWords({})).toBeNull();
  });
});
