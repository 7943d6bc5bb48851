import { describe, expect, it, test } from 'vitest';
import { scaleInName, seenInName, scaleInPrompt } from './name-scale.ts';

describe('the real-world scale of a product', () => {
  it.each([
    ['Leather armchair', 'furniture'],
    ['Ohrensessel Samt', 'furniture'],
    ['Silla de oficina', 'furniture'],
    ['Canapé d’angle', 'furniture'],
    ['Red sports car', 'vehicle'],
    ['Vélo électrique', 'vehicle'],
    ['Kinderfahrrad', 'vehicle'],
    ['Gold rings', 'hand'],
    ['Armbanduhr', 'hand'],
    ['Camp mug', 'table'],
    ['Orologio da polso', 'hand'],
    ['Table lamp', 'table'],
    ['Schreibtischlampe', 'table'],
    ['Lampe de table', 'table'],
    ['Car wax', 'table'],
    ['Toy car', 'table'],
    ['Voiture jouet', 'table'],
    ['Sofa cushions', 'table'],
    ['Kinderwagen', null],
    ['Macchina da caffè', null],
    ['Thingamajig', null],
    ['', null],
  ] as const)('is read from a product name: “%s” is %s', (name, scale) => {
    expect(scaleInName(name)).toBe(scale);
  });

  it('is a vehicle’s for the prompt word “parked”, and isn’t read from a scene’s furniture', () => {
    expect(scaleInPrompt('parked on a mountain road')).toBe('vehicle');
    expect(scaleInPrompt('geparkt in einer Halle')).toBe('vehicle');
    expect(scaleInPrompt('beside a leather armchair and a car')).toBeNull();
  });
});

test.each([
  ['Gold watch for women', 'lies'],
  ['Herrenarmbanduhr', 'lies'],
  ['watch box', 'stands'],
  ['Pendelleuchte Oslo', 'hangs'],
  ['lampada a sospensione', 'hangs'],
  ['table lamp', 'stands'],
  ['chemise en lin', 'worn'],
  ['silla de comedor', 'floor'],
  ['toy chair', 'stands'],
  ['IMG 2041', null],
  ['Pair of earrings', 'lies'],
  ['Paar Ohrringe', 'lies'],
  ['Paire de bagues', 'lies'],
  ['Set of 4 chairs', 'floor'],
  ['Bed sheets', 'stands'],
  ['Table runner', 'stands'],
  ['Desk organizer', 'stands'],
  ['Bike pedals', 'stands'],
  ['Watch winder', 'stands'],
  ['Necklace stand', 'stands'],
  ['Knife sharpener', 'stands'],
  ['Swatch', null],
  ['Wristwatch', 'lies'],
])('the product name “%s” implies the usual pose: %s', (name, usualPose) => {
  expect(seenInName(name)).toBe(usualPose);
});
