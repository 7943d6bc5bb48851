/** Picture rules of a channel (a marketplace, a shop, an advertising feed), as data with sources. */

export const FILE_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'heic', 'gif', 'tiff', 'bmp'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export interface RuleSource {
  readonly title: string;
  /** Address of the source; null if several pages that agree were read. */
  readonly url: string | null;
  /** Date on which a maintainer read the source: `2026-11-23`. */
  readonly checkedOn: string;
  /** `stated` by the channel itself, or `reported` by others, because its own page needs a login or doesn't state it. */
  readonly confidence: 'stated' | 'reported';
}

export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

/** Requirement of a rule. `side` is in pixels; `bytes` uses a megabyte of 1,000,000 (the stricter interpretation). */
type Demand =
  | { readonly kind: 'bytes'; readonly max: number }
  | { readonly kind: 'format'; readonly allowed: readonly FileFormat[] }
  /** Requires an extension that matches the file's format. */
  | { readonly kind: 'extension' }
  | {
      readonly kind: 'side';
      readonly of: 'longer' | 'shorter' | 'width' | 'height';
      readonly minPx?: number;
      readonly maxPx?: number;
      /** Purpose of the required size, as it follows 'for': 'zoom'. */
      readonly purpose?: string;
    }
  | { readonly kind: 'pixels'; readonly max: number }
  | { readonly kind: 'ratio'; readonly allowed: readonly (readonly [width: number, height: number])[] }
  | { readonly kind: 'color'; readonly asks: 'rgb' | 'srgb'; readonly maxBits?: number }
  /** Requires every pixel to be opaque. */
  | { readonly kind: 'opaque' }
  /** Requires every pixel of the edge to be 255, 255, 255. */
  | { readonly kind: 'white' }
  /** Requires a transparent background, or a uniform one of at least this level (0 to 255). */
  | { readonly kind: 'light'; readonly minLevel: number }
  /** Size of the product's box relative to the frame along its tighter side: 0 to 1. */
  | { readonly kind: 'fill'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'whole' }
  | { readonly kind: 'border' }
  | { readonly kind: 'sharp' }
  | { readonly kind: 'words' }
  | { readonly kind: 'single' }
  | { readonly kind: 'name'; readonly like: 'gtin-14' | 'plain-letters' };

export type RuleKind = Demand['kind'];

export type Rule = Demand & {
  /** Consequence of breaking the rule: the channel refuses the picture (`refused`), or there is only a disadvantage. */
  readonly level: 'refused' | 'advice';
  readonly source: RuleSource;
  /**
   * First day on which the rule applies; before it, a picture that breaks the rule gets a warning. Missing if the rule
   * applies already.
   */
  readonly from?: string;
  /** Last day on which the rule applies. */
  readonly until?: string;
};

/** Rules whose check involves judgment; all others are exact. */
const JUDGED: ReadonlySet<RuleKind> = new Set([
  'light',
  'fill',
  'whole',
  'border',
  'sharp',
  'words',
  'single',
]);
export const isJudged = (kind: RuleKind): boolean => JUDGED.has(kind);

export interface UncheckedRule {
  readonly says: string;
  readonly source: RuleSource;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly preferred: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly format: 'jpeg' | 'png' | 'webp';
    readonly isOnWhite: boolean;
    /** Share of the frame that the product should fill, 0 to 1. */
    readonly fill: number;
  };
  readonly rules: readonly Rule[];
  readonly unchecked: readonly UncheckedRule[];
  /** Facts about the channel that no source states. */
  readonly unknown: readonly string[];
  /** File name pattern for bulk uploads, with `{sku}`, `{slot}` and `{ext}`; null if any name is allowed. */
  readonly fileNames: { readonly pattern: string; readonly slots: readonly string[] } | null;
}
