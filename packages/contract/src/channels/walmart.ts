import { t } from '../text/translation.ts';
import type { Channel, RuleSource } from './rules.ts';
import { OPAQUE } from './transparency.ts';

const STATED: RuleSource = {
  title: 'Walmart Marketplace Learn: image guidelines (15 July 2025)',
  url: 'https://marketplacelearn.walmart.com',
  checkedOn: '2026-11-22',
  confidence: 'stated',
};
const stated = { source: STATED } as const;

export const WALMART: Channel = {
  id: 'walmart',
  name: 'Walmart',
  preferred: { widthPx: 2200, heightPx: 2200, format: 'jpeg', isOnWhite: true, fill: 0.85 },
  rules: [
    { kind: 'ratio', allowed: [[1, 1]], level: 'refused', ...stated },
    { kind: 'side', of: 'shorter', minPx: 1500, purpose: t('zoom'), level: 'advice', ...stated },
    { kind: 'side', of: 'shorter', minPx: 2200, level: 'advice', ...stated },
    { kind: 'white', level: 'refused', ...stated },
    OPAQUE,
    { kind: 'bytes', max: 5_000_000, level: 'refused', ...stated },
    { kind: 'format', allowed: ['jpeg', 'png', 'bmp'], level: 'refused', ...stated },
    { kind: 'color', asks: 'rgb', maxBits: 8, level: 'refused', ...stated },
    { kind: 'name', like: 'gtin-14', level: 'advice', ...stated },
  ],
  unchecked: [
    { says: 'At least four pictures; a swatch has 100 × 100 pixels.', ...stated },
    { says: 'No watermark.', ...stated },
  ],
  unknown: ['The minimum picture size.'],
  fileNames: { pattern: '{sku}.{ext}', slots: [] },
};
