import type { SceneFacts, SceneLight } from '@packshot/contract';

/** Linear RGB. */
export type LinearRgb = readonly [number, number, number];

/** What a person asks for, read from a request; the same wish and variant give the same plan. */
export interface SceneWish {
  readonly prompt: string;
  /** Family of sets to use; absent: prompt, reference picture and seed decide. */
  readonly referenceId?: string;
  /** What was measured on a reference picture of the user's own. */
  readonly reference?: ReferenceReading;
  readonly light: SceneLight;
  /** sRGB hex, the most important first; empty: prompt, reference and seed decide. */
  readonly palette: readonly string[];
  readonly product: ProductReading | null;
  /** The product stands where somebody put it, in a picture of the usual framing. */
  readonly isPlaced?: boolean;
  readonly seed: number;
  /** How many variants are made together; plans of one wish differ visibly. */
  readonly count: number;
}

/** Measured on a reference picture: what a scene can follow. */
export interface ReferenceReading {
  /** sRGB hex, by share of the picture, the largest first; at most five. */
  readonly palette: readonly string[];
  /** Toward the light in the picture's plane, clockwise from the right; null when it comes from everywhere. */
  readonly lightDirectionDeg: number | null;
  /** Correlated color temperature of what is bright. */
  readonly temperatureK: number;
  /** 0 is night, 1 is high key. */
  readonly brightness: number;
  /** 0 is overcast, 1 is hard sun. */
  readonly contrast: number;
}

/** Measured on a cut-out: what a scene should suit. */
export interface ProductReading {
  /** sRGB hex of its main colors, by share. */
  readonly palette: readonly string[];
  /** Degrees from above under which it was probably photographed; null when nothing tells. */
  readonly elevationDeg: number | null;
}

/**
 * How near the camera comes: `near` shows a little less of the set and more of the product than `usual`, `close-up` the stage and little else;
 * `wide` leaves room around a smaller product.
 */
export type Framing = 'usual' | 'near' | 'close-up' | 'wide';

/** One variant's scene, decided: nothing of it is random any more. */
export interface ScenePlan {
  /** Id of the set: a family seen by one camera. */
  readonly setId: string;
  /** The set mirrored left to right, its lights with it. */
  readonly isMirrored: boolean;
  /** By light id: linear RGB by which its white layer is multiplied; a light that is left out is off. */
  readonly lights: Readonly<Record<string, LinearRgb>>;
  /** By tint id: sRGB hex; what is left out keeps its color. */
  readonly tints: Readonly<Record<string, string>>;
  /** Gain on the sum of the lights. */
  readonly exposure: number;
  /** Multiplies the key light's angular size: 1 as composed, above softer, below harder shadows. */
  readonly keySoftness: number;
  readonly framing: Framing;
  readonly facts: SceneFacts;
}
