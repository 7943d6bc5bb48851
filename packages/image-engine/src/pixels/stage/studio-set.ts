import type { LinearRgb } from './scene-plan.ts';

export type Vector3 = readonly [number, number, number];
/** Scales of sets. A product in its real-world size looks wrong in a set of another scale. */
export const SET_SCALES = [
  /** Products that people hold, wear or put on a table. */
  'tabletop',
  'room',
  /** Cars and other vehicles. */
  'vehicle',
] as const;
export type SetScale = (typeof SET_SCALES)[number];

type Row4 = readonly [number, number, number, number];

/** Light group of a set, which is stored as a separate layer. */
export interface StudioLight {
  readonly id: string;
  readonly name: string;
  readonly kind: 'sun' | 'softbox' | 'spot' | 'practical' | 'environment';
  /** Unit vector from the product's position toward the light. */
  readonly direction: Vector3;
  readonly angularSizeDeg: number;
  readonly temperatureK: number | null;
  /** Default factor of the light's white layer in linear RGB, with a luminance of about 1. */
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
 * Studio set seen by one camera, as in its `set.json`. Lengths are in decimeters, X right, Y away from the camera, Z
 * up; positions in the picture are shares of the square rendered picture from its top left corner.
 * `sets/set-schema.ts` validates files against this type and documents the remaining fields.
 */
export interface StudioSet {
  readonly format: 1;
  readonly id: string;
  /** Family to which the set belongs: sets that show one scene from several cameras. */
  readonly family: string;
  readonly view: string;
  readonly title: string;
  readonly version: number;
  /** Scale of the set; `tabletop` by default. */
  readonly scale?: SetScale | undefined;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly camera: {
    readonly elevationDeg: number;
    readonly focalLengthMm: number;
    readonly sensorMm: number;
    readonly fovDeg: number;
    readonly positionDm: Vector3;
    /** World-to-camera matrix, row-major; the camera looks along −Z, and Y is up. */
    readonly worldToCamera: readonly [Row4, Row4, Row4, Row4];
    readonly horizon: number;
  };
  readonly stage: {
    /** Point of the ground under the center of a product, or the point from which products hang. */
    readonly worldDm: Vector3;
    readonly image: readonly [number, number];
    readonly maxWidthDm: number;
    readonly maxHeightDm: number;
    readonly maxWidth: number;
    readonly maxHeight: number;
    /** True if products hang by their top from this point instead of standing on it. */
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
  /** Measurements of the rendered set; missing in a set that wasn't measured. */
  readonly measured?:
    | {
        /**
         * Luminance of white paper at the product's position by light ID, under each light's white layer at weight 1.
         */
        readonly stageLight: Readonly<Record<string, number>>;
        /** 90th percentile of the luminance under the default lights; 1 is paper white. */
        readonly highlight: number;
        /** Share of the picture that each tint covers, by tint ID. */
        readonly tintShares: Readonly<Record<string, number>>;
        /** Mean color of the area behind the product, under the default lights; sRGB hex. */
        readonly behind: string;
        /** Share of the area behind the product that each tint covers, by tint ID. */
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
