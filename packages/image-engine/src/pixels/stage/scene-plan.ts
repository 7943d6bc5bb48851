import type { Framing, Pose, ProductScale, SceneFacts, SceneLight } from '@packshot/contract';

export type LinearRgb = readonly [number, number, number];

/** A user's request for scenes; equal request and variant give equal plans. */
export interface SceneRequest {
  readonly prompt: string;
  /** Family of sets to use; if absent, prompt, reference picture and seed decide. */
  readonly referenceId?: string;
  /** Measurements of the user's own reference picture. */
  readonly reference?: ReferenceReading;
  readonly light: SceneLight;
  /** Colors in sRGB hex, the most important first; if empty, prompt, reference and seed decide. */
  readonly palette: readonly string[];
  readonly product: ProductReading | null;
  /** Real-world size of the product, if known. */
  readonly scale?: ProductScale | undefined;
  /** True if the user placed the product, which requires the usual framing. */
  readonly isPlaced?: boolean;
  readonly seed: number;
  /** Number of variants of the request; their plans differ visibly. */
  readonly count: number;
}

/** Measurements of a reference picture that a scene can follow. */
export interface ReferenceReading {
  /** Colors in sRGB hex by their share of the picture, the largest first; at most five. */
  readonly palette: readonly string[];
  /** Direction toward the light in the picture's plane, clockwise from the right; null for ambient light. */
  readonly lightDirectionDeg: number | null;
  /** Correlated color temperature of the bright parts. */
  readonly temperatureK: number;
  /** From 0 (night) to 1 (high key). */
  readonly brightness: number;
  /** From 0 (overcast) to 1 (hard sun). */
  readonly contrast: number;
}

/** Measurements of a cut-out that determine suitable scenes. */
export interface ProductReading {
  /** Main colors in sRGB hex, by share. */
  readonly palette: readonly string[];
  /** Probable elevation of the camera in the photo, in degrees; null if unknown. */
  readonly elevationDeg: number | null;
  /** Pose of the product in the photo, if known. */
  readonly pose?: Pose | undefined;
}

/** One variant's scene with all decisions made, nothing random. */
export interface ScenePlan {
  /** Id of the set: a family seen by one camera. */
  readonly setId: string;
  /** True if the set is mirrored left to right, including its lights. */
  readonly isMirrored: boolean;
  /** Linear RGB factor of its white layer, by light id; omitted lights are off. */
  readonly lights: Readonly<Record<string, LinearRgb>>;
  /** Color in sRGB hex by tint id; omitted tints keep their color. */
  readonly tints: Readonly<Record<string, string>>;
  /** Tints that the user asked for; the picture shows them in this color in any light. */
  readonly seenTints?: readonly string[] | undefined;
  /** Gain on the sum of the lights. */
  readonly exposure: number;
  /** True for an overexposed background, which appears pure white. */
  readonly isBurntOut?: boolean;
  /** Multiplies the key light's angular size: 1 as composed, above softer, below harder shadows. */
  readonly keySoftness: number;
  readonly framing: Framing;
  /** True if the prompt asks for no shadow, neither the photo's nor a computed one. */
  readonly hasNoShadow?: boolean;
  readonly facts: SceneFacts;
}
