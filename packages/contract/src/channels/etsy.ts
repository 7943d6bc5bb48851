import type { Channel, RuleSource } from './rules.ts';
import { OPAQUE } from './transparency.ts';

const STATED: RuleSource = {
  title: 'Etsy: Listing image requirements',
  url: 'https://www.etsy.com/legal/policy/listing-image-requirements',
  checkedOn: '2026-11-22',
  confidence: 'stated',
};
const REPORTED: RuleSource = {
  title: 'Several agreeing guides to Etsy’s picture sizes',
  url: null,
  checkedOn: '2026-11-23',
  confidence: 'reported',
};

export const ETSY: Channel = {
  id: 'etsy',
  name: 'Etsy',
  // 2667 × 2000: Etsy's 2000 pixels apply to the shorter side.
  preferred: { widthPx: 2667, heightPx: 2000, format: 'jpeg', isOnWhite: false, fill: 0.85 },
  rules: [
    { kind: 'side', of: 'shorter', minPx: 2000, level: 'advice', source: REPORTED },
    {
      kind: 'ratio',
      allowed: [
        [4, 3],
        [1, 1],
      ],
      level: 'advice',
      source: REPORTED,
    },
    { kind: 'format', allowed: ['jpeg', 'png', 'gif'], level: 'refused', source: REPORTED },
    OPAQUE,
    { kind: 'bytes', max: 10_000_000, level: 'refused', source: REPORTED },
  ],
  unchecked: [{ says: 'The first picture shows the item itself; no stock photos.', source: STATED }],
  unknown: ['The minimum picture size.'],
  fileNames: null,
};
