import type { Framing, Pose, ProductScale, SceneFacts, SceneLight } from '@packshot/contract';

/** Linear RGB. */
export type LinearRgb = readonly [number, number, number];

/** A user's request for scenes; the same request and variant give the same plan. */
export interface SceneRequest {
  readonly prompt: string;
  /** The family of sets to use; absent: prompt, reference picture and seed decide. */
  readonly referenceId?: string;
  /** Measurements of the user's own reference picture. */
  readonly reference?: ReferenceReading;
  readonly light: SceneLight;
  /** sRGB hex, the most important first; empty: prompt, reference and seed decide. */
  readonly palette: readonly string[];
  readonly product: ProductReading | null;
  /** How large the product is in life, where that is known. */
  readonly scale?: ProductScale | undefined;
  /** The user has placed the product, in a picture of the usual framing. */
  readonly isPlaced?: boolean;
  readonly seed: number;
  /** The number of variants made together; plans of one request differ visibly. */
  readonly count: number;
}

/** Measurements of a reference picture that a scene can follow. */
export interface ReferenceReading {
  /** sRGB hex, by share of the picture, the largest first; at most five. */
  readonly palette: readonly string[];
  /** Toward the light in the picture's plane, clockwise from the right; null for light from everywhere. */
  readonly lightDirectionDeg: number | null;
  /** Correlated color temperature of the bright parts. */
  readonly temperatureK: number;
  /** 0 is night, 1 is high key. */
  readonly brightness: number;
  /** 0 is overcast, 1 is hard sun. */
  readonly contrast: number;
}

/** Measurements of a cut-out that a scene should suit. */
export interface ProductReading {
  /** sRGB hex of its main colors, by share. */
  readonly palette: readonly string[];
  /** The camera's probable elevation in the photo, in degrees; null when unknown. */
  readonly elevationDeg: number | null;
  /** How it was held in the photo, where it is known. */
  readonly pose?: Pose | undefined;
}

/** One variant's scene with all decisions made, nothing random. */
export interface ScenePlan {
  /** The id of the set: a family seen by one camera. */
  readonly setId: string;
  /** The set is mirrored left to right, including its lights. */
  readonly isMirrored: boolean;
  /** By light id: the linear RGB factor of its white layer; omitted lights are off. */
  readonly lights: Readonly<Record<string, LinearRgb>>;
  /** By tint id: sRGB hex; omitted tints keep their color. */
  readonly tints: Readonly<Record<string, string>>;
  /** Those of them that somebody asked for: the picture shows them in this color, whatever light falls there. */
  readonly seenTints?: readonly string[] | undefined;
  /** Gain on the sum of the lights. */
  readonly exposure: number;
  /** The ground is burnt out: it shows as pure white. */
  readonly isBurntOut?: boolean;
  /** Multiplies the key light's angular size: 1 as composed, above softer, below harder shadows. */
  readonly keySoftness: number;
  readonly framing: Framing;
  /** The words want none: neither the photo's own nor one that is computed. */
  readonly hasNoShadow?: boolean;
  readonly facts: SceneFacts;
}
