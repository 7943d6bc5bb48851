import { t } from '../text/translation.ts';
import type { Channel, RuleSource } from './rules.ts';
import { OPAQUE } from './transparency.ts';

const STATED: RuleSource = {
  title: 'eBay Help: Picture policy',
  url: 'https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370',
  checkedOn: '2026-11-23',
  confidence: 'stated',
};
const REPORTED: RuleSource = {
  title: 'Several agreeing guides to eBay’s picture requirements',
  url: null,
  checkedOn: '2026-11-23',
  confidence: 'reported',
};

export const EBAY: Channel = {
  id: 'ebay',
  name: 'eBay',
  preferred: { widthPx: 1600, heightPx: 1600, format: 'jpeg', isOnWhite: false, fill: 0.85 },
  rules: [
    { kind: 'side', of: 'longer', minPx: 500, level: 'refused', source: STATED },
    { kind: 'side', of: 'longer', minPx: 1600, purpose: t('zoom'), level: 'advice', source: STATED },
    { kind: 'bytes', max: 12_000_000, level: 'refused', source: REPORTED },
    { kind: 'format', allowed: ['jpeg', 'png', 'gif', 'tiff', 'bmp'], level: 'advice', source: REPORTED },
    OPAQUE,
    { kind: 'border', level: 'refused', source: STATED },
    { kind: 'words', level: 'refused', source: STATED },
  ],
  unchecked: [
    { says: 'No stock photo of used, damaged or defective items, and no placeholder.', source: STATED },
    { says: 'No watermark, and no artwork added.', source: STATED },
    { says: 'At most 24 pictures.', source: STATED },
  ],
  unknown: ['Whether WebP, HEIC and AVIF are accepted everywhere.'],
  fileNames: null,
};
