import { describe, expect, it } from 'vitest';
import { readScenePrompt } from './read-scene-prompt.ts';

/** Concepts that a prompt requests for the scene itself. */
const listWants = (prompt: string): string[] =>
  readScenePrompt(prompt)
    .wants.filter(({ isNegated, of }) => !isNegated && of == null)
    .map(({ id }) => id);

describe('a word that describes a noun outside of the vocabulary', () => {
  it.each([
    ['silver foil, velvet cushion', 'velvet cushion'],
    ['ironing board behind', 'ironing board'],
    ['pool table in the back', 'pool table'],
    ['beach umbrella', 'beach umbrella'],
    ['une caisse en bois', 'caisse en bois'],
    ['petites étoiles de papier', 'étoiles de papier'],
    ['una caja de madera', 'caja de madera'],
    ['un cesto di paglia e una cornice di legno', 'cornice di legno'],
    ['ein Hocker aus Leder', 'Hocker aus Leder'],
    ['crates made of wood', 'crates made of wood'],
    ['una mesa de mezclas', 'mesa de mezclas'],
  ])('forms one unit with it that isn’t used for the scene: “%s”', (prompt, unit) => {
    expect(listWants(prompt)).not.toContain('wood');
    expect(readScenePrompt(prompt).ignored).toContain(unit);
  });

  it.each([
    ['soft cushions', 'soft'],
    ['rustikale Kisten', 'rustic'],
    ['bunte Eier', 'bold'],
    ['unos cojines modernos', 'modern'],
    ['des coussins modernes', 'modern'],
    ['dei cuscini moderni', 'modern'],
  ])('isn’t a mood of the scene: “%s”', (prompt, mood) => {
    expect(listWants(prompt)).not.toContain(mood);
  });

  it.each([
    ['washed linen', 'linen'],
    ['rustic oak table', 'rustic wood-table'],
    ['mesa de madera', 'wood-table wood'],
    ['plan de travail en marbre', 'counter marble'],
    ['marmo lucido', 'marble'],
    ['wood texture', 'wood'],
    ['cozy wooden table', 'cozy wood-table'],
    ['salon moderne', 'home modern'],
  ])('is still read with a known noun: “%s”', (prompt, ids) => {
    expect(listWants(prompt).join(' ')).toBe(ids);
  });
});

describe('a material of the product', () => {
  it.each([
    'the leather of the shoe',
    'le verre de la montre',
    'el cuero del bolso',
    'la pelle della borsa',
    'das Leder der Tasche',
    'glint on the glass',
    'un brillo en el cristal',
    'leather bag',
  ])('isn’t the scene’s: “%s”', (prompt) => {
    expect(listWants(prompt)).toEqual([]);
  });
});

describe('a color of several words, or that is also a noun', () => {
  it.each([
    ['mur bleu paon', '#137c80', 'backdrop'],
    ['pared azul petróleo', '#14535f', 'backdrop'],
    ['sfondo verde bottiglia', '#12432e', 'backdrop'],
    ['tulipes roses', '#f08fb1', 'garden-flowers'],
    ['coussins oranges', '#ee7a1b', 'unknown-thing'],
    ['ockerfarbene Wand', '#c88a34', 'backdrop'],
    ['rote Blumen', '#cc1f2d', 'flowers'],
    ['insegna al neon rossa', '#fd012f', 'neon'],
    ['red stripes with white lines', '#cc1f2d', 'unknown-thing'],
    ['auf weißem Sand', '#ffffff', 'sand'],
  ])('belongs to its noun: “%s”', (prompt, hex, on) => {
    expect(readScenePrompt(prompt).colors[0]).toMatchObject({ hex, on: [on] });
  });

  it('remains a flower where it isn’t an adjective', () => {
    expect(listWants('pink roses')).toEqual(['petals']);
    expect(listWants('des roses')).toEqual(['petals']);
  });
});

it('a participle names no place', () => {
  expect(listWants('bathed in light, staged')).toEqual([]);
});

it('a negated infinitive excludes nothing', () => {
  expect(readScenePrompt('cama sin hacer')).toMatchObject({ understood: [{ phrase: 'cama' }] });
  expect(readScenePrompt('cama sin flores').understood).toHaveLength(2);
  expect(readScenePrompt('Tisch ohne Teller').understood).toHaveLength(2);
});
