import type { Rule } from './rules.ts';

/** Rule of channels that don't accept transparency. */
export const OPAQUE: Rule = {
  kind: 'opaque',
  level: 'refused',
  source: {
    title: 'Guides to transparent pictures on marketplaces that agree',
    url: null,
    checkedOn: '2026-11-29',
    confidence: 'reported',
  },
};
