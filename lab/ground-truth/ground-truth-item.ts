import type { PlannedItem } from './plan.ts';

interface PixelBox {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Rendered item as listed in the manifest: its plan, and facts from the render. */
export interface TruthItem extends Omit<PlannedItem, 'words' | 'ground' | 'light'> {
  readonly ground: PlannedItem['ground'] & { readonly colors: readonly string[] };
  /** Direction of the light: azimuth 0 is the camera's side, 90 its right. */
  readonly light: {
    readonly name: string;
    readonly azimuthDeg: number;
    readonly elevationDeg: number;
    readonly side: 'left' | 'right' | 'front' | 'back' | 'above';
    readonly softness: 'soft' | 'medium' | 'hard';
  };
  readonly materials: readonly string[];
  readonly colors: readonly {
    readonly area: string;
    readonly name: string;
    readonly hex: string;
    readonly share: number;
  }[];
  /** Printed words that face the camera; `facing` is the cosine between their surface and the line of sight. */
  readonly words: readonly { readonly text: string; readonly facing: number; readonly box: PixelBox }[];
  readonly box: PixelBox;
  /** Area in which the thing touches the ground; null for hanging things. */
  readonly foot: {
    readonly leftPx: number;
    readonly rightPx: number;
    readonly topPx: number;
    readonly bottomPx: number;
  } | null;
  readonly touches: readonly ('left' | 'right' | 'top' | 'bottom')[];
  readonly cropped: boolean;
  readonly coverage: number;
  /** Share of the thing that is transparent. */
  readonly clearShare: number;
  readonly sizeDm: readonly number[];
  readonly camera: {
    readonly positionDm: readonly number[];
    readonly worldToCamera: readonly (readonly number[])[];
    readonly fovDeg: number;
  };
  readonly files: readonly string[];
}
