import { expect, it } from 'vitest';
import { committedSets } from '../../../testing/studio-sets.ts';
import { raster } from '../../raster/raster.ts';
import { toCamera } from '../../stage/camera.ts';
import { bulkBeside, chooseShadow } from './choose-shadow.ts';
import type { StudioSet } from '../../stage/studio-set.ts';

const sets = new Map(committedSets().map((set) => [set.id, set]));
const plane = raster(new Uint8Array(4).fill(200), 2, 2, 1);
const placement = { centerX: 0.5, centerY: 0.5, width: 0.3, rotationDeg: 0, isFlipped: false };

/** Kind of shadow that is chosen if the photo's shadow falls to a side of the picture: 1 is right. */
function chooseKind(id: string, elevationDeg: number | null, side: number, more: object = {}): string {
  const set = sets.get(id);
  if (set === undefined) throw new Error(`${id} is missing`);
  const photo = {
    plane,
    left: 0,
    top: 0,
    width: 1,
    height: 1,
    lean: { x: side * 0.3, y: 0 },
    depth: 0.4,
    bulk: 0.1,
  };
  const layers = set.lights.map((light) => ({
    light,
    plane: { values: [], samples: [] },
    weight: [1, 1, 1],
  }));
  const light = { keyShare: 0.6, keySoftness: 30 };
  const order = {
    requestedShadow: undefined,
    photo,
    productView: { pose: null, elevationDeg },
    set,
    placement,
    ...light,
  };
  return chooseShadow({ ...order, camera: toCamera(set), layers: layers as never, ...more });
}
/** Side to which the key light of a set casts shadows. */
const getShadowSide = ({ lights }: StudioSet): number =>
  -Math.sign(lights.find(({ id }) => id === 'key')?.direction[0] ?? 0);

it('the photo’s shadow is used if the scene has about the photo’s camera height', () => {
  expect(chooseKind('plain-sweep-above', 30, 1)).toBe('photo');
  expect(chooseKind('plain-sweep-above', null, 1)).toBe('photo');
  expect(chooseKind('plain-sweep-top', 20, 1)).toBe('computed');
});

it('the photo’s shadow is used only if the set’s own shadows fall to the same side', () => {
  const set = sets.get('oak-window-above');
  if (set === undefined) throw new Error('The oak table is missing');
  const fall = getShadowSide(set);
  expect(fall).not.toBe(0);
  expect(chooseKind(set.id, 25, fall)).toBe('photo');
  expect(chooseKind(set.id, 25, -fall)).toBe('computed');
  // Under hard light the set's objects cast shadows with a sharp edge, which the photo's shadow doesn't have. With
  // light from all sides the photo's shadow always fits.
  expect(chooseKind(set.id, 25, fall, { keySoftness: 1 })).toBe('computed');
  expect(chooseKind(set.id, 25, -fall, { keyShare: 0.1, keySoftness: 1 })).toBe('photo');
});

it('a hanging product gets a computed shadow, and the user’s choice is respected', () => {
  const hangingView = { pose: 'hangs', elevationDeg: 25 } as const;
  expect(chooseKind('plain-sweep-above', 25, 1, { productView: hangingView })).toBe('computed');
  const withKind = (kind: string) => ({
    requestedShadow: { kind, directionDeg: null, softness: null, opacity: 1 },
  });
  expect(chooseKind('plain-sweep-above', 25, 1, withKind('contact'))).toBe('computed');
  expect(chooseKind('plain-sweep-top', 5, 1, withKind('photo'))).toBe('photo');
  expect(chooseKind('plain-sweep-above', 25, 1, { ...withKind('photo'), photo: undefined })).toBe('computed');
  expect(chooseKind('plain-sweep-above', 25, 1, withKind('none'))).toBe('none');
});

it('a shadow so faint that the product would hover is replaced by a computed one', () => {
  const faint = {
    plane,
    left: 0,
    top: 0,
    width: 1,
    height: 1,
    lean: { x: 0.3, y: 0 },
    depth: 0.1,
    bulk: 0.1,
  };
  const choose = (pose: string | null, elevationDeg: number | null): string =>
    chooseKind('plain-sweep-above', 25, 1, { photo: faint, productView: { pose, elevationDeg } });
  expect(choose('stands', 25)).toBe('computed');
  expect(choose('lies', 25)).toBe('computed');
  expect(choose('lies', null)).toBe('photo');
  // If the camera's view in the photo is unknown, a computed shadow could be wrong, so the photo's shadow is used.
  expect(choose('stands', null)).toBe('photo');
});

it('a faint shadow doesn’t make a lying product as thin as cloth', () => {
  expect(bulkBeside({ depth: 0.4, bulk: 0.01 })).toBe(0.01);
  expect(bulkBeside({ depth: 0.1, bulk: 0.003 })).toBeGreaterThan(0.03);
  expect(bulkBeside({ depth: 0.1, bulk: 0.2 })).toBe(0.2);
});
