import type { LinearRgb } from './scene-plan.ts';

export type Vector3 = readonly [number, number, number];
/** What a set is built for; in true size, one looks wrong in another. */
export const SET_SCALES = [
  /** What one holds, wears or puts on a table. */
  'tabletop',
  /** Furniture. */
  'room',
  /** What drives. */
  'vehicle',
] as const;
export type SetScale = (typeof SET_SCALES)[number];

type Row4 = readonly [number, number, number, number];

/** One light group of a set, with its separate layer. */
export interface StudioLight {
  readonly id: string;
  readonly name: string;
  readonly kind: 'sun' | 'softbox' | 'spot' | 'practical' | 'environment';
  /** Unit vector from the stage toward the light. */
  readonly direction: Vector3;
  readonly angularSizeDeg: number;
  readonly temperatureK: number | null;
  /** Linear RGB by which the white layer is multiplied by default, luminance about 1. */
  readonly color: LinearRgb;
  readonly weight: number;
  readonly layer: {
    readonly file: string;
    readonly encoding: 'log1p';
    readonly curve: number;
    readonly max: number;
  };
}

/**
 * A studio set seen by one camera, as in its `set.json`. Lengths are in decimeters, X right, Y away from the
 * camera, Z up; image positions are shares of the square render from its top left corner.
 * `sets/set-schema.ts` validates files against this type, and documents the remaining fields.
 */
export interface StudioSet {
  readonly format: 1;
  readonly id: string;
  /** The sets of a family show one scene from several cameras. */
  readonly family: string;
  readonly view: string;
  readonly title: string;
  readonly version: number;
  /** Absent: `tabletop`. */
  readonly scale?: SetScale | undefined;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly camera: {
    /** The angle by which the camera looks down, in degrees. */
    readonly elevationDeg: number;
    readonly focalLengthMm: number;
    readonly sensorMm: number;
    readonly fovDeg: number;
    readonly positionDm: Vector3;
    /** Row-major; camera space looks along −Z, Y is up. */
    readonly worldToCamera: readonly [Row4, Row4, Row4, Row4];
    readonly horizon: number;
  };
  readonly stage: {
    /** The ground point under the middle of a product; where products hang, the point that they hang from. */
    readonly worldDm: Vector3;
    readonly image: readonly [number, number];
    readonly maxWidthDm: number;
    readonly maxHeightDm: number;
    readonly maxWidth: number;
    readonly maxHeight: number;
    /** A product hangs from the stage's point by its top, instead of standing on it. */
    readonly hangs?: boolean | undefined;
  };
  readonly floor: {
    readonly normal: Vector3;
    readonly heightDm: number;
    readonly gloss: number;
    readonly roughness: number;
  };
  readonly lights: readonly StudioLight[];
  readonly albedo: { readonly file: string; readonly encoding: 'srgb'; readonly floor: number };
  readonly tints: readonly { readonly id: string; readonly file: string; readonly color: string }[];
  readonly depth: {
    readonly file: string;
    readonly encoding: 'inverse';
    readonly nearDm: number;
    readonly farDm: number;
    readonly backdropDm: number;
    readonly widthPx: number;
    readonly heightPx: number;
  };
  readonly preview: string;
  /** Absent in a set without measurements. */
  readonly measured?:
    | {
        /**
         * By light id: the luminance of white paper lying on the stage under that light's white layer at
         * weight 1.
         */
        readonly stageLight: Readonly<Record<string, number>>;
        /** The 90th percentile of the composed luminance; 1 is paper white. */
        readonly highlight: number;
        /** By tint id: the share of the picture that it covers. */
        readonly tintShares: Readonly<Record<string, number>>;
        /** Mean color behind the product, as composed; sRGB hex. */
        readonly behind: string;
        /** By tint id: the share of that area that it covers. */
        readonly behindTintShares: Readonly<Record<string, number>>;
      }
    | undefined;
  readonly keywords: {
    readonly worlds: readonly string[];
    readonly materials: readonly string[];
    readonly colors: readonly string[];
    readonly mood: readonly string[];
    readonly season: readonly string[];
    readonly light: readonly string[];
  };
  readonly render: {
    readonly renderer: string;
    readonly samples: number;
    readonly sceneHash: string;
    readonly blocksHash?: string | undefined;
  };
}
