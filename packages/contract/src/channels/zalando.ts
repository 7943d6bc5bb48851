import type { Channel, RuleSource } from './rules.ts';
import { OPAQUE } from './transparency.ts';

const STATED: RuleSource = {
  title: 'Zalando Partner University: image requirements (3 March 2025)',
  url: 'https://partner.zalando.com/university',
  checkedOn: '2026-11-22',
  confidence: 'stated',
};
const stated = { source: STATED } as const;

export const ZALANDO: Channel = {
  id: 'zalando',
  name: 'Zalando',
  preferred: { widthPx: 1801, heightPx: 2600, format: 'jpeg', isOnWhite: true, fill: 0.85 },
  rules: [
    { kind: 'side', of: 'width', minPx: 762, level: 'refused', ...stated },
    { kind: 'side', of: 'height', minPx: 1100, level: 'refused', ...stated },
    { kind: 'side', of: 'height', minPx: 2600, level: 'advice', ...stated },
    { kind: 'ratio', allowed: [[1801, 2600]], level: 'refused', ...stated },
    { kind: 'format', allowed: ['jpeg'], level: 'refused', ...stated },
    OPAQUE,
    { kind: 'bytes', max: 20_000_000, level: 'refused', ...stated },
    { kind: 'light', minLevel: 245, level: 'refused', ...stated },
    { kind: 'sharp', level: 'refused', ...stated },
  ],
  unchecked: [{ says: 'Views and order as the product’s category requires.', ...stated }],
  unknown: ['How much of the frame the product has to fill.'],
  fileNames: null,
};
