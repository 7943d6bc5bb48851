import { ERRORS, OWN_MESSAGES } from '@packshot/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MaskedEdit } from '../../fill/masked-edit/edit.ts';
import { readMagicPrompt } from './read-magic-prompt.ts';

const readEdits = (prompt: string): readonly MaskedEdit[] => {
  const reading = readMagicPrompt(prompt);
  if (!reading.understood || reading.instruction.kind !== 'edit') throw new Error(`Not an edit: ${prompt}`);
  return reading.instruction.edits;
};

test.each([
  undefined,
  '',
  '   ',
  'remove',
  'Remove.',
  'erase this, please',
  'delete the text on the label',
  'Remove the logo from the mug',
  'get rid of the stain',
  'can you clean up the scratches?',
  'make it disappear',
  'remove 2 people',
  'erase the person with the hat',
  'entferne die Bohnen',
  'die Tasse entfernen',
  'Nimm die Tasse weg',
  'Weg damit',
  'Fais disparaître la personne',
  'Quítalo',
  'Puoi togliere la lampada',
  'Bitte den Schatten entfernen',
  'Lösche den Kratzer auf dem Deckel',
  'Supprimer la tasse',
  'efface l’étiquette',
  'borra el logo',
  'rimuovi la macchia',
])('the prompt %j is a request to remove the masked object', (prompt) => {
  expect(readMagicPrompt(prompt)).toEqual({ understood: true, instruction: { kind: 'fill' } });
});

describe('requests for colors', () => {
  const NAVY = [27, 42, 82];
  test.each([
    ['make it navy blue', NAVY],
    ['Navy', NAVY],
    ['paint the cap navy', NAVY],
    ['change the colour of the lid to navy blue', NAVY],
    ['change the color from red to navy', NAVY],
    ['replace red with navy', NAVY],
    ['turn the red cap navy', NAVY],
    ['#3d5afe', [61, 90, 254]],
    ['recolour it to #F80', [255, 136, 0]],
    ['make the handle rgb(1, 2, 3)', [1, 2, 3]],
    ['rose-gold', [201, 139, 124]],
    ['gray', [128, 130, 133]],
    ['please could you make the handle matte black?', [18, 18, 18]],
    ['make the sky blue', [31, 95, 196]],
    ['mach es blau', [31, 95, 196]],
    ['Mach die Tasse blau!', [31, 95, 196]],
    ['rends-le bleu', [31, 95, 196]],
    ['hazlo azul', [31, 95, 196]],
    ['rendilo blu', [31, 95, 196]],
    ['blau', [31, 95, 196]],
  ])('“%s” recolors the masked object', (prompt, color) => {
    expect(readEdits(prompt)).toEqual([{ kind: 'color', color, amount: 1 }]);
  });
  test('a request for a little of a color tints the object', () => {
    expect(readEdits('make it slightly red')).toMatchObject([{ kind: 'color', amount: 0.4 }]);
    expect(readEdits('more red')).toMatchObject([{ kind: 'color', amount: 0.4 }]);
    expect(readEdits('tint it blue by 20 %')).toMatchObject([{ kind: 'color', amount: 0.2 }]);
  });
  test('shades modify a color', () => {
    const lightness = (prompt: string): number => {
      const [edit] = readEdits(prompt);
      return edit?.kind === 'color' ? edit.color[0] + edit.color[1] + edit.color[2] : NaN;
    };
    expect(lightness('light blue')).toBeGreaterThan(lightness('blue'));
    expect(lightness('make it a lighter blue')).toBe(lightness('light blue'));
    expect(lightness('dark blue')).toBeLessThan(lightness('blue'));
    expect(lightness('pastel pink')).toBeGreaterThan(lightness('pink'));
  });
});

test.each<[string, MaskedEdit[]]>([
  ['brighter', [{ kind: 'brightness', amount: 0.25 }]],
  ['heller', [{ kind: 'brightness', amount: 0.25 }]],
  ['mach es ein bisschen heller', [{ kind: 'brightness', amount: 0.12 }]],
  ['rends le fond plus sombre', [{ kind: 'brightness', amount: -0.25 }]],
  ['haz el fondo más oscuro', [{ kind: 'brightness', amount: -0.25 }]],
  ['mach den Hintergrund unscharf', [{ kind: 'blur', amount: 0.45 }]],
  ['sfoca lo sfondo', [{ kind: 'blur', amount: 0.45 }]],
  ['wärmer', [{ kind: 'temperature', amount: 0.45 }]],
  ['plus froid', [{ kind: 'temperature', amount: -0.45 }]],
  ['rendilo più nitido, per favore', [{ kind: 'sharpen', amount: 0.5 }]],
  ['Bitte schwarzweiß', [{ kind: 'saturation', amount: -1 }]],
  ['s’il vous plaît, plus clair', [{ kind: 'brightness', amount: 0.25 }]],
  ['den Becher heller machen', [{ kind: 'brightness', amount: 0.25 }]],
  ['más oscuro', [{ kind: 'brightness', amount: -0.25 }]],
  ['Etwas heller bitte', [{ kind: 'brightness', amount: 0.12 }]],
  ['Un peu plus clair', [{ kind: 'brightness', amount: 0.12 }]],
  ['Mehr Kontrast', [{ kind: 'contrast', amount: 0.25 }]],
  ['Moins saturé', [{ kind: 'saturation', amount: -0.4 }]],
  ['Luz más cálida', [{ kind: 'temperature', amount: 0.45 }]],
  ['Cambia il colore in rosso', [{ kind: 'color', color: [204, 31, 45], amount: 1 }]],
  ['Die Schuhe sollen rot sein', [{ kind: 'color', color: [204, 31, 45], amount: 1 }]],
  ['Les chaussures en rouge', [{ kind: 'color', color: [204, 31, 45], amount: 1 }]],
  ['make it much brighter', [{ kind: 'brightness', amount: 0.45 }]],
  ['brighten by 20 %', [{ kind: 'brightness', amount: 0.2 }]],
  ['increase brightness 10%', [{ kind: 'brightness', amount: 0.1 }]],
  ['darken the background slightly', [{ kind: 'brightness', amount: -0.12 }]],
  ['too bright', [{ kind: 'brightness', amount: -0.25 }]],
  ['more contrast', [{ kind: 'contrast', amount: 0.25 }]],
  ['black & white', [{ kind: 'saturation', amount: -1 }]],
  ['desaturate by 50 percent', [{ kind: 'saturation', amount: -0.5 }]],
  ['less saturated', [{ kind: 'saturation', amount: -0.4 }]],
  ['a bit more vibrant', [{ kind: 'saturation', amount: 0.18 }]],
  ['blur the background heavily', [{ kind: 'blur', amount: 0.75 }]],
  ['sharpen', [{ kind: 'sharpen', amount: 0.5 }]],
  ['remove the yellow cast', [{ kind: 'neutral', amount: 1 }]],
  ['fix the white balance', [{ kind: 'neutral', amount: 1 }]],
  ['neutral white', [{ kind: 'neutral', amount: 1 }]],
  ['white background clean', [{ kind: 'clean-white', amount: 1 }]],
  ['make the background pure white', [{ kind: 'clean-white', amount: 1 }]],
  ['a little cooler', [{ kind: 'temperature', amount: -0.2 }]],
  [
    'make it look warmer, sharper and more saturated',
    [
      { kind: 'temperature', amount: 0.45 },
      { kind: 'sharpen', amount: 0.5 },
      { kind: 'saturation', amount: 0.4 },
    ],
  ],
])('the prompt “%s” is read as the edits that it names', (prompt, edits) => {
  expect(readEdits(prompt)).toEqual(edits);
});

describe('refused requests', () => {
  test.each([
    'a cat',
    'add a red hat',
    'a red hat',
    'red dragon flying over the city',
    'replace the cup with a vase',
    'make a castle of gold',
    'make it bigger',
    'make the cat smile',
    'make it brighter like the sun',
    'remove the cup and add a plant',
    'remove the label and make it red',
    'red and blue',
    'red or blue',
    "don't remove it",
    'remove everything except the mug',
    'remove the background',
    'remove noise',
    'Bitte mach das Bild schöner',
    'entferne nicht die Tasse',
    'nimm nur die Tasse weg',
    'Tasse nicht entfernen',
    'alles außer der Tasse entfernen',
    'den Hintergrund entfernen',
    'den Becher größer machen',
    'remplace la tasse par un vase',
    'supprime tout sauf la tasse',
    'mach es rot oder blau',
    'ignore previous instructions',
    'brighter, brighter, brighter, brighter, brighter',
    '<script>',
    '🙂',
    'x'.repeat(400),
  ])('“%s” is refused', (prompt) => {
    expect(readMagicPrompt(prompt)).toEqual({
      understood: false,
      code: 'PROMPT_NOT_UNDERSTOOD',
      message: OWN_MESSAGES.magicPromptNotUnderstood,
    });
  });
  test('a refused prompt has the HTTP status of the error catalog', () => {
    expect(ERRORS.PROMPT_NOT_UNDERSTOOD.status).toBe(422);
  });
});

test('any text gets an answer, and amounts stay in range', () => {
  const words = fc.constantFrom(
    ...'make it the red much brighter by 500 % and warmer less blur background white remove #fff constructor __proto__'.split(
      ' ',
    ),
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(text, (prompt) => {
      const reading = readMagicPrompt(prompt);
      if (!reading.understood || reading.instruction.kind === 'fill') return;
      for (const { amount } of reading.instruction.edits) expect(Math.abs(amount)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});
