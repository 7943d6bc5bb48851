import { describe, expect, it, test } from 'vitest';
import { plan, findSet, SHIPPED } from '../../../testing/planned-scenes.ts';
import { readScenePrompt } from './read-scene-prompt.ts';
import { getProfile } from './set-profile.ts';

/** Background behind the product in the first planned scene. */
function findPlannedGround(prompt: string, elevationDeg: number): string {
  const [first] = plan(prompt, { product: { palette: [], elevationDeg } }, SHIPPED);
  return getProfile(findSet(first, SHIPPED)).ground ?? '';
}

describe.each([
  [
    'wood|oak',
    'tabla de madera|tagliere di legno|planche en bois|wooden board|dunkle Holzplatte, Abendlicht',
  ],
  ['linen', 'linen|Leinen|lin froissé|tela de lino arrugada, luz natural|nappe en lin blanc'],
  ['terracotta', 'Terrakotta|terre cuite|barro cocido|cotto, sole|clay tiles under the sun'],
  ['metal', 'brushed steel|gebürsteter Stahl|acier brossé|acero cepillado|acciaio spazzolato'],
  ['stone|slate|pebbles', 'on dark slate|auf dunklem Schiefer, Seitenlicht|lastra di ardesia|pizarra oscura'],
  ['marble', 'piano di cucina in pietra scura|plan de travail en pierre sombre|Arbeitsplatte aus Granit'],
  ['marble', "posé sur du marbre blanc près d'une fenêtre|white marble by a window|Marmor am Fenster"],
  ['paper', 'on crumpled kraft paper|zerknittertes Papier|papier froissé'],
  ['sand', 'sur du sable fin au coucher du soleil|sabbia e conchiglie'],
])('a prompt for the surface %s', (grounds, prompts) => {
  it.each(prompts.split('|').flatMap((prompt) => [[prompt, 4] as const, [prompt, 14] as const]))(
    'stands the product on the requested surface: “%s”, seen from %i°',
    (prompt, elevationDeg) => {
      expect(grounds.split('|')).toContain(findPlannedGround(prompt, elevationDeg));
    },
  );
});

test('a prompt gets its surface even when the nearest set has another camera height', () => {
  expect(findPlannedGround('posé sur du marbre blanc près d’une fenêtre', 40)).toBe('marble');
});

test.each([
  ['on dark slate', ['slate'], []],
  ['dark slate wall', ['wall', 'seamless'], ['#363c42']],
  ['dark slate podium', ['podium'], ['#363c42']],
  ['dark gold', [], ['#7a6228']],
  ['brick wall', ['brick', 'wall'], ['#9c4a35']],
  ['terracotta wall', ['wall', 'seamless'], ['#c2623f']],
  ['sfondo verde salvia', ['seamless'], ['#9caf88']],
  ['senfgelber Hintergrund', ['seamless'], ['#d0a021']],
  ['mustard yellow sweep', ['seamless'], ['#d0a021']],
  ['sfondo blu notte', ['seamless'], ['#1b2a52']],
  ['fond bleu ciel', ['seamless'], ['#7fbfe6']],
  ['parete verde oliva', ['wall', 'seamless'], ['#76772c']],
  ['plain orange', ['plain', 'seamless'], ['#ee7a1b']],
  ['plain coral', ['plain', 'seamless'], ['#f2765b']],
  ['einfach rot', [], ['#cc1f2d']],
  ['salmon pink wall', ['wall', 'seamless'], ['#f08a72']],
  ['fond vert sauge', ['seamless'], ['#9caf88']],
  ['pared amarillo mostaza', ['wall', 'seamless'], ['#d0a021']],
])('colors and materials are told apart: %s', (prompt, ids, hexes) => {
  const { wants, colors } = readScenePrompt(prompt);
  expect(wants.map(({ id }) => id)).toEqual(ids);
  expect(colors.map(({ hex }) => hex)).toEqual(hexes);
});
