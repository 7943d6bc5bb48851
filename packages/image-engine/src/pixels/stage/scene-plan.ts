import type { Framing, Pose, ProductScale, SceneFacts, SceneLight } from '@packshot/contract';

export type LinearRgb = readonly [number, number, number];

/** User's request for scenes. An equal request and variant always give an equal plan. */
export interface SceneRequest {
  readonly prompt: string;
  /** Family of sets to use; if undefined, prompt, reference picture and seed determine it. */
  readonly referenceId?: string;
  /** Measurements of the user's own reference picture. */
  readonly reference?: ReferenceReading;
  readonly light: SceneLight;
  /** Colors in sRGB hex, the most important first; if empty, prompt, reference picture and seed determine them. */
  readonly palette: readonly string[];
  readonly product: ProductReading | null;
  /** Real-world size of the product; undefined if unknown. */
  readonly scale?: ProductScale | undefined;
  /** True if the user has placed the product, which requires the default framing. */
  readonly isPlaced?: boolean;
  /**
   * True for one of many products that a set shows in the same light and colors. The product then determines only the
   * camera's height: its size and colors replace neither the chosen set nor its paint.
   */
  readonly isInSeries?: boolean | undefined;
  /** Camera distance; if undefined, the prompt or the variant determines it. */
  readonly framing?: Framing | undefined;
  readonly seed: number;
  /** Number of variants of the request; their plans differ visibly. */
  readonly count: number;
}

/** Measurements of a reference picture, which the scene follows. */
export interface ReferenceReading {
  /** Colors in sRGB hex, sorted by the share of the picture that they cover, the largest first; at most five. */
  readonly palette: readonly string[];
  /** Direction toward the light in the picture's plane, clockwise from the right; null for ambient light. */
  readonly lightDirectionDeg: number | null;
  /** Correlated color temperature of the picture's bright parts. */
  readonly temperatureK: number;
  /** Overall brightness, from 0 (night) to 1 (high key). */
  readonly brightness: number;
  /** Contrast of light and shade, from 0 (overcast) to 1 (hard sun). */
  readonly contrast: number;
}

/** Measurements of a cut-out that determine suitable scenes. */
export interface ProductReading {
  /** Main colors in sRGB hex, sorted by the share of the product that they cover. */
  readonly palette: readonly string[];
  /** Probable elevation of the camera in the photo, in degrees; null if unknown. */
  readonly elevationDeg: number | null;
  /** Pose of the product in the photo; undefined if unknown. */
  readonly pose?: Pose | undefined;
  /** True if something thin, such as a cord, holds the product from above the photo's upper edge. */
  readonly hangsFromEdge?: boolean | undefined;
}

/** Plan of one variant's scene, in which all decisions have been made, including random ones. */
export interface ScenePlan {
  /** ID of the studio set, which shows the scene of its family from one camera. */
  readonly setId: string;
  /** True if the set is mirrored left to right, including its lights. */
  readonly isMirrored: boolean;
  /** Linear RGB factor of each light's white layer, by light ID; omitted lights are off. */
  readonly lights: Readonly<Record<string, LinearRgb>>;
  /** Colors in sRGB hex by tint ID; omitted tints have their original color. */
  readonly tints: Readonly<Record<string, string>>;
  /**
   * IDs of tints that the user asked for. Their paint compensates for the light, so that they appear in the requested
   * color as far as a surface can reflect; in a dim scene they appear darker.
   */
  readonly seenTints?: readonly string[] | undefined;
  /** Gain on the sum of all lights. */
  readonly exposure: number;
  /** True for an overexposed background, which appears pure white. */
  readonly isBurntOut?: boolean;
  /**
   * Factor of the key light's angular size: 1 leaves shadows as the set defines them, above 1 they are softer, below
   * harder.
   */
  readonly keySoftness: number;
  readonly framing: Framing;
  /** True if the prompt asks for no shadow, neither the photo's nor a computed one. */
  readonly hasNoShadow?: boolean;
  readonly facts: SceneFacts;
}

/** Plan without facts for the user: what the compositor needs. */
export type PicturePlan = Omit<ScenePlan, 'facts'>;
