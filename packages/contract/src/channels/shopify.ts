import { t } from '../text/translation.ts';
import type { Channel, RuleSource } from './rules.ts';

const REPORTED: RuleSource = {
  title: 'Several agreeing guides to Shopify’s media, in line with excerpts of its help center',
  url: null,
  checkedOn: '2026-11-23',
  confidence: 'reported',
};
const reported = { source: REPORTED } as const;

export const SHOPIFY: Channel = {
  id: 'shopify',
  name: 'Shopify',
  preferred: { widthPx: 2048, heightPx: 2048, format: 'jpeg', isOnWhite: false, fill: 0.85 },
  rules: [
    { kind: 'side', of: 'longer', maxPx: 5000, level: 'refused', ...reported },
    { kind: 'pixels', max: 25_000_000, level: 'refused', ...reported },
    // Only advice, because just some pages state this lower limit.
    { kind: 'side', of: 'longer', maxPx: 4472, level: 'advice', ...reported },
    { kind: 'side', of: 'shorter', minPx: 800, purpose: t('zoom'), level: 'advice', ...reported },
    { kind: 'side', of: 'longer', minPx: 2048, level: 'advice', ...reported },
    { kind: 'bytes', max: 20_000_000, level: 'refused', ...reported },
    { kind: 'format', allowed: ['jpeg', 'png', 'webp', 'gif'], level: 'advice', ...reported },
    { kind: 'color', asks: 'srgb', level: 'advice', ...reported },
  ],
  unchecked: [{ says: 'The same shape for all pictures in a catalog.', ...reported }],
  unknown: ['Whether HEIC and AVIF are accepted: pages disagree.'],
  fileNames: null,
};
