import {
  decodeDepth,
  decodeLight,
  encodeDepth,
  encodeLight,
  LAYER_FULL_SCALE,
  layerValues,
  LIGHT_CURVE,
} from '../pixels/stage/layers.ts';
import { linearToSrgb, srgbToLinear } from '../pixels/color/oklab.ts';
import type { DecodedStudioSet, LayerPlane } from '../pixels/stage/layers.ts';
import { toCamera, rayThrough, project } from '../pixels/stage/camera.ts';
import type { StudioLight, StudioSet, Vector3 } from '../pixels/stage/studio-set.ts';

/** Upright block on the floor: its left, right and front edges, and its height, in decimeters. */
interface Block {
  readonly left: number;
  readonly right: number;
  readonly front: number;
  readonly height: number;
}

export interface SyntheticSetOptions {
  readonly sidePx?: number;
  readonly elevationDeg?: number;
  /** Direction toward the key light, of any length. */
  readonly keyDirection?: Vector3;
  readonly keySizeDeg?: number;
  readonly blocks?: readonly Block[];
  /**
   * Light divided by albedo in a light's layer, at a pixel; by default 1 for the key light and 0.4 for the
   * environment.
   */
  readonly light?: (id: string, x: number, y: number, channel: number) => number;
  /** Reflectance of the surfaces; 0.6 by default. */
  readonly albedo?: (x: number, y: number, channel: number) => number;
  readonly gloss?: number;
  /** Position of hanging products: their height, and their distance in front of the wall. */
  readonly hangsAt?: { readonly heightDm: number; readonly beforeWallDm: number };
  /** Makes the left half of the set tintable. */
  readonly hasTint?: boolean;
}

const DISTANCE_DM = 13;
const WALL_Y_DM = 5;
const NEAR_DM = 6;
const FAR_DM = 40;
const LIGHT_MAX = 2;
const TINT_COLOR = '#c0b0a0';

const unit = ([x, y, z]: Vector3): Vector3 => {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
};

function light(
  id: string,
  kind: StudioLight['kind'],
  direction: Vector3,
  angularSizeDeg: number,
): StudioLight {
  return {
    id,
    name: `Light ${id}`,
    kind,
    direction: unit(direction),
    angularSizeDeg,
    temperatureK: 5500,
    color: [1, 1, 1],
    weight: 1,
    layer: { file: `light-${id}.avif`, encoding: 'log1p', curve: LIGHT_CURVE, max: LIGHT_MAX },
  };
}

function description(options: SyntheticSetOptions): StudioSet {
  const { sidePx = 128, elevationDeg = 15, keyDirection = [-1, -1, 1], keySizeDeg = 1 } = options;
  const angle = (elevationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const fovDeg = 29;
  const positionDm: Vector3 = [0, -DISTANCE_DM * cos, DISTANCE_DM * sin + 1];
  const up: Vector3 = [0, sin, cos];
  const back: Vector3 = [0, -cos, sin];
  const against = (axis: Vector3): number =>
    -(axis[0] * positionDm[0] + axis[1] * positionDm[1] + axis[2] * positionDm[2]);
  const set: StudioSet = {
    format: 1,
    id: 'synthetic-eye',
    family: 'synthetic',
    view: 'eye',
    title: 'Synthetic',
    version: 1,
    widthPx: 1344,
    heightPx: 1344,
    camera: {
      elevationDeg,
      focalLengthMm: 70,
      sensorMm: 36,
      fovDeg,
      positionDm,
      worldToCamera: [
        [1, 0, 0, 0],
        [up[0], up[1], up[2], against(up)],
        [back[0], back[1], back[2], against(back)],
        [0, 0, 0, 1],
      ],
      horizon: 0.5 - Math.tan(angle) / (2 * Math.tan((fovDeg * Math.PI) / 360)),
    },
    stage: {
      worldDm: [0, 0, 0],
      image: [0.5, 0.65],
      maxWidthDm: 2.6,
      maxHeightDm: 2.6,
      maxWidth: 0.38,
      maxHeight: 0.38,
    },
    floor: { normal: [0, 0, 1], heightDm: 0, gloss: options.gloss ?? 0, roughness: 0.2 },
    lights: [light('key', 'sun', keyDirection, keySizeDeg), light('env', 'environment', [0, 0, 1], 180)],
    albedo: { file: 'albedo.avif', encoding: 'srgb', floor: 0.01 },
    tints: options.hasTint === true ? [{ id: 'wall', file: 'tint-wall.webp', color: TINT_COLOR }] : [],
    depth: {
      file: 'depth.avif',
      encoding: 'inverse',
      nearDm: NEAR_DM,
      farDm: FAR_DM,
      backdropDm: DISTANCE_DM + WALL_Y_DM + 3,
      widthPx: sidePx,
      heightPx: sidePx,
    },
    preview: 'preview.webp',
    keywords: {
      worlds: ['test'],
      materials: ['test'],
      colors: ['gray'],
      mood: ['calm'],
      season: [],
      light: ['sun'],
    },
    render: { renderer: 'none', samples: 1, sceneHash: '0'.repeat(64) },
  };
  const { hangsAt } = options;
  const worldDm: Vector3 = hangsAt ? [0, WALL_Y_DM - hangsAt.beforeWallDm, hangsAt.heightDm] : [0, 0, 0];
  const imagePoint = project(toCamera(set), worldDm);
  const stage = { ...set.stage, worldDm, image: [imagePoint.x, imagePoint.y] as const };
  return { ...set, stage: hangsAt ? { ...stage, hangs: true } : stage };
}

function plane(
  sidePx: number,
  values: Float32Array,
  encode: (x: number, y: number, channel: number) => number,
): LayerPlane<3> {
  const samples = new Uint16Array(sidePx * sidePx * 3);
  for (let i = 0; i < samples.length; i++) {
    const pixel = Math.floor(i / 3);
    samples[i] = Math.round(LAYER_FULL_SCALE * encode(pixel % sidePx, Math.floor(pixel / sidePx), i % 3));
  }
  return { widthPx: sidePx, heightPx: sidePx, channels: 3, samples, values };
}

/**
 * Creates a computed studio set: a level floor at height 0, a wall 5 dm behind the product's position, and blocks, lit
 * by a sun and an environment. All values that would otherwise come from a renderer are known exactly.
 */
export function syntheticSet(options: SyntheticSetOptions = {}): DecodedStudioSet {
  const { sidePx = 128, blocks = [] } = options;
  const lightAt = options.light ?? ((id: string) => (id === 'key' ? 1 : 0.4));
  const albedoAt = options.albedo ?? (() => 0.6);
  const set = description(options);
  const lightValues = layerValues((v) => decodeLight(v, { curve: LIGHT_CURVE, max: LIGHT_MAX }));
  const depth = new Uint16Array(sidePx * sidePx);
  for (let i = 0; i < depth.length; i++) {
    const [x, y] = [((i % sidePx) + 0.5) / sidePx, (Math.floor(i / sidePx) + 0.5) / sidePx];
    depth[i] = Math.round(LAYER_FULL_SCALE * encodeDepth(measureDepth(set, blocks, x, y), NEAR_DM, FAR_DM));
  }
  const mask = Uint8Array.from({ length: sidePx * sidePx }, (_, i) => (i % sidePx < sidePx / 2 ? 255 : 0));
  return {
    set,
    albedo: plane(sidePx, layerValues(srgbToLinear), (x, y, c) => linearToSrgb(albedoAt(x, y, c))),
    lights: new Map(
      set.lights.map(({ id }) => [
        id,
        plane(sidePx, lightValues, (x, y, c) => encodeLight(lightAt(id, x, y, c), LIGHT_MAX)),
      ]),
    ),
    tints: new Map(
      set.tints.map(({ id }) => [
        id,
        { data: mask, widthPx: sidePx, heightPx: sidePx, channels: 1 as const },
      ]),
    ),
    depth: {
      widthPx: sidePx,
      heightPx: sidePx,
      channels: 1,
      samples: depth,
      values: layerValues((v) => decodeDepth(v, NEAR_DM, FAR_DM)),
    },
  };
}

function measureDepth(set: StudioSet, blocks: readonly Block[], x: number, y: number): number {
  const camera = toCamera(set);
  const ray = rayThrough(camera, x, y);
  const { position } = camera;
  let nearest = (WALL_Y_DM - position[1]) / ray[1];
  const floor = -position[2] / ray[2];
  if (floor > 0 && floor < nearest) nearest = floor;
  for (const { left, right, front, height } of blocks) {
    const depth = (front - position[1]) / ray[1];
    const across = position[0] + depth * ray[0];
    const z = position[2] + depth * ray[2];
    if (across > left && across < right && z > 0 && z < height && depth < nearest) nearest = depth;
  }
  return nearest;
}
