/** What planning needs to know of a studio set; `set.json` (`sets/set-schema.ts`) has it all, and documents it. */
export interface PlannableSet {
  readonly id: string;
  readonly family: string;
  readonly title: string;
  readonly camera: { readonly elevationDeg: number };
  readonly lights: readonly PlannableLight[];
  readonly tints: readonly { readonly id: string; readonly color: string }[];
  readonly measured?:
    | {
        readonly stageLight: Readonly<Record<string, number>>;
        readonly tintShares: Readonly<Record<string, number>>;
        readonly behind: string;
        readonly behindTintShares: Readonly<Record<string, number>>;
      }
    | undefined;
  readonly keywords: Readonly<
    Record<'worlds' | 'materials' | 'colors' | 'mood' | 'season' | 'light', readonly string[]>
  >;
}

export interface PlannableLight {
  readonly id: string;
  readonly kind: 'sun' | 'softbox' | 'spot' | 'practical' | 'environment';
  /** From the stage towards the light: X right, Y away from the camera, Z up. */
  readonly direction: readonly [number, number, number];
  readonly temperatureK: number | null;
  /** Linear RGB, luminance about 1. */
  readonly color: readonly [number, number, number];
  readonly weight: number;
}
