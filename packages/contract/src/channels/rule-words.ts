import type { Rule } from './rules.ts';

const MEGA = 1_000_000;
const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Short description of a rule for a table. */
export function ruleInWords(rule: Rule): string {
  switch (rule.kind) {
    case 'bytes':
      return `at most ${rule.max / MEGA} MB`;
    case 'format':
      return rule.allowed.map((format) => (format === 'webp' ? 'WebP' : format.toUpperCase())).join(', ');
    case 'extension':
      return 'file extension matches its format';
    case 'side': {
      const side = rule.of === 'longer' || rule.of === 'shorter' ? `${rule.of} side` : rule.of;
      const why = rule.purpose === undefined ? '' : `, for ${rule.purpose}`;
      return `${side} ${rule.minPx === undefined ? `at most ${rule.maxPx ?? ''}` : `at least ${rule.minPx}`}${why}`;
    }
    case 'pixels':
      return `at most ${rule.max / MEGA} megapixels`;
    case 'ratio':
      return rule.allowed.map(([across, down]) => `${across}:${down}`).join(' or ');
    case 'color':
      return `${rule.asks === 'srgb' ? 'sRGB' : 'RGB'}${rule.maxBits === undefined ? '' : `, ${rule.maxBits} bits`}`;
    case 'opaque':
      return 'no transparency';
    case 'white':
      return 'pure white edge (255, 255, 255)';
    case 'light':
      return `even light background, ${rule.minLevel} or more`;
    case 'fill':
      return `product fills ${rule.max === undefined ? '' : 'from '}${percent(rule.min ?? 0)}${rule.max === undefined ? ' or more' : ` to ${percent(rule.max)}`}`;
    case 'whole':
      return 'product not cut off';
    case 'border':
      return 'no border';
    case 'sharp':
      return 'sharp';
    case 'words':
      return 'no text beside the product';
    case 'single':
      return 'one object';
    case 'name':
      return rule.like === 'gtin-14' ? 'file name is its GTIN-14' : 'no umlauts or accents in the file name';
  }
}

export const datedRule = (rule: Rule): string =>
  `${ruleInWords(rule)}${rule.from === undefined ? '' : ` (from ${rule.from})`}${rule.until === undefined ? '' : ` (until ${rule.until})`}`;
