import { expect, test } from 'vitest';
import { scenesFitting } from './fitting-views.ts';

const FAMILIES = [
  { id: 'low', elevations_deg: [6] },
  { id: 'both', elevations_deg: [6, 25] },
];

test.each([
  [10, null, 'chosen'],
  [10, 'low', 'chosen'],
  [26, 'low', 'others'],
  [40, 'both', 'chosen'],
  // A plain backdrop, which isn't among the references, is seen from straight above.
  [88, 'both', 'others'],
  [88, null, 'chosen'],
] as const)(
  'for a product seen from %d degrees, with reference scene %s, these scenes have a fitting camera: %s',
  (elevationDeg, referenceId, expected) => {
    expect(scenesFitting(elevationDeg, FAMILIES, referenceId)).toBe(expected);
  },
);
