import type { StudioSet, Vector3 } from './studio-set.ts';

/**
 * Camera of a studio set, prepared for projection in both directions. Positions in the picture are shares of the
 * square rendered picture.
 */
export interface Camera {
  readonly position: Vector3;
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
  readonly halfAtUnitDepth: number;
}

const dot = (a: Vector3, b: Vector3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * Reads a set's camera from its description: the rows of the world-to-camera matrix, and the field of view of the
 * square rendered picture.
 */
export function toCamera({ camera }: StudioSet): Camera {
  const [right, up, back] = camera.worldToCamera;
  return {
    position: camera.positionDm,
    right: [right[0], right[1], right[2]],
    up: [up[0], up[1], up[2]],
    forward: [-back[0], -back[1], -back[2]],
    halfAtUnitDepth: Math.tan((camera.fovDeg * Math.PI) / 360),
  };
}

/** Direction of the ray through a position of the picture; its component along the view axis is 1. */
export function rayThrough({ right, up, forward, halfAtUnitDepth }: Camera, x: number, y: number): Vector3 {
  const across = (2 * x - 1) * halfAtUnitDepth;
  const upwards = (1 - 2 * y) * halfAtUnitDepth;
  const along = (c: 0 | 1 | 2): number => forward[c] + across * right[c] + upwards * up[c];
  return [along(0), along(1), along(2)];
}

/** Point that is visible at a position of the picture, at a distance of `depthDm` along the view axis. */
export function unproject(camera: Camera, x: number, y: number, depthDm: number): Vector3 {
  const ray = rayThrough(camera, x, y);
  const { position } = camera;
  return [position[0] + depthDm * ray[0], position[1] + depthDm * ray[1], position[2] + depthDm * ray[2]];
}

export function project(
  { position, right, up, forward, halfAtUnitDepth }: Camera,
  [x, y, z]: Vector3,
): { readonly x: number; readonly y: number; readonly depthDm: number } {
  const from: Vector3 = [x - position[0], y - position[1], z - position[2]];
  const depthDm = dot(from, forward);
  const side = 2 * halfAtUnitDepth * depthDm;
  return { x: 0.5 + dot(from, right) / side, y: 0.5 - dot(from, up) / side, depthDm };
}

/**
 * Depth at which the ray through a position of the picture meets the horizontal plane at height `heightDm`; undefined
 * if it never does.
 */
export function depthOfLevel(camera: Camera, x: number, y: number, heightDm: number): number | undefined {
  const descent = rayThrough(camera, x, y)[2];
  const depthDm = (heightDm - camera.position[2]) / descent;
  return Number.isFinite(depthDm) && depthDm > 0 ? depthDm : undefined;
}

/**
 * Mirrors a set: swaps left and right, in the picture and in the set's coordinates. The layers themselves are mirrored
 * when they are read.
 */
export function mirrorSet(set: StudioSet): StudioSet {
  const flipVector = ([x, y, z]: Vector3): Vector3 => [-x, y, z];
  const [right, up, back, last] = set.camera.worldToCamera;
  return {
    ...set,
    camera: {
      ...set.camera,
      positionDm: flipVector(set.camera.positionDm),
      worldToCamera: [
        [right[0], -right[1], -right[2], -right[3]],
        [-up[0], up[1], up[2], up[3]],
        [-back[0], back[1], back[2], back[3]],
        last,
      ],
    },
    stage: {
      ...set.stage,
      worldDm: flipVector(set.stage.worldDm),
      image: [1 - set.stage.image[0], set.stage.image[1]],
    },
    lights: set.lights.map((light) => ({ ...light, direction: flipVector(light.direction) })),
  };
}
