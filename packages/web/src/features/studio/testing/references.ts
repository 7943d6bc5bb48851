/** Built-in references in the form in which the server lists them. */
import type { Reference } from '@packshot/contract/tools/scene';

export const reference = (id: string, title: string): Reference => ({
  id,
  title,
  image: `/references/${id}.webp`,
  elevations_deg: [10],
  tints: [],
  keywords: [],
  stages: [],
});

export const createReferences = (count: number): Reference[] =>
  Array.from({ length: count }, (_, at) => reference(`reference-${at + 1}`, `Reference ${at + 1}`));
