import type { ProductView } from '@packshot/contract';
import { expect, test } from 'vitest';
import { viewInWords } from './view-in-words.ts';

const STANDING: ProductView = { pose: 'stands', elevationDeg: 12 };
const FLAT: ProductView = { pose: 'lies', elevationDeg: 88 };

test.each([
  ['lying on velvet', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['liegend auf Samt', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['posée à plat sur du lin', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['flat lay on oak', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['suspendue dans une boutique', FLAT, { pose: 'hangs', elevationDeg: 5 }],
  ['colgado en una percha', STANDING, { pose: 'hangs', elevationDeg: 12 }],
  ['hanging', null, { pose: 'hangs', elevationDeg: 5 }],
  ['in piedi', FLAT, { pose: 'stands', elevationDeg: 5 }],
  ['lying on velvet', FLAT, FLAT],
  ['not hanging', FLAT, FLAT],
  ['oak table', null, null],
  ['hanging on a hook', STANDING, { pose: 'hangs', elevationDeg: 12 }],
  ['brown leather bag hanging on a white wall', STANDING, { pose: 'hangs', elevationDeg: 12 }],
  ['the product hangs in a boutique', STANDING, { pose: 'hangs', elevationDeg: 12 }],
  ['Mantel hängend an einem Haken', STANDING, { pose: 'hangs', elevationDeg: 12 }],
  ['robe suspendue à un crochet', STANDING, { pose: 'hangs', elevationDeg: 12 }],
  ['it is lying flat on linen', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['lying on marble next to a bottle', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['cozy cafe with hanging lamps', STANDING, STANDING],
  ['hanging lamps', STANDING, STANDING],
  ['wooden table, hanging plants in the background', STANDING, STANDING],
  ['wooden table, hanging green plants', STANDING, STANDING],
  ['white kitchen with pots hanging on the wall', STANDING, STANDING],
  ['lemons lying next to it on a kitchen counter', STANDING, STANDING],
  ['kitchen counter, lying next to it some lemons', STANDING, STANDING],
  ['the light hangs low, golden hour', STANDING, STANDING],
  ['oak table, a lamp hanging above', STANDING, STANDING],
  ['armchair standing in the corner of a room', FLAT, FLAT],
  ['Küche, hängende Pflanzen', STANDING, STANDING],
  ['Zitronen liegend auf Marmor', STANDING, STANDING],
  ['das Licht hängt tief', STANDING, STANDING],
  ['café avec des lampes suspendues', STANDING, STANDING],
  ['cuisine, casseroles suspendues au mur', STANDING, STANDING],
  ['cocina con ollas colgadas', STANDING, STANDING],
  ['mesa de madera, lámparas blancas colgando', STANDING, STANDING],
  ['cucina con pentole appese', STANDING, STANDING],
  ['nothing hanging', STANDING, STANDING],
  ['nichts hängend, Eichentisch', STANDING, STANDING],
  ['rien suspendu, marbre', STANDING, STANDING],
  ['boho style, crochet and linen', STANDING, STANDING],
  ['crochet blanket on a wooden table', STANDING, STANDING],
  ['stove hook and towels, kitchen', STANDING, STANDING],
  ['bedroom with a wardrobe', STANDING, STANDING],
  ['family photos hanging on the wall', STANDING, STANDING],
  ['lies flat', STANDING, { pose: 'lies', elevationDeg: 70 }],
  ['crochet mural', STANDING, { pose: 'hangs', elevationDeg: 12 }],
] as const)('the words “%s” set the pose of the product', (prompt, view, expected) => {
  const shown = viewInWords(view, prompt);
  expect(shown).toEqual(expected);
  expect(viewInWords(shown, prompt)).toEqual(shown);
});
