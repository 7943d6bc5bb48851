/** What a channel (a marketplace, a shop, an advertising feed) asks of a picture, as data with its origin. */

/** How a file is encoded, as its first bytes say. */
export const FILE_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'heic', 'gif', 'tiff', 'bmp'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** Where a rule was read. */
export interface RuleSource {
  readonly title: string;
  /** Null: no single page, because several that agree were read. */
  readonly url: string | null;
  /** The day on which it was read: `2026-11-23`. */
  readonly checkedOn: string;
  /** `stated` by the channel itself, or `reported` by others, because its own page needs a login or does not say. */
  readonly confidence: 'stated' | 'reported';
}

export const SIDES = ['left', 'right', 'top', 'bottom'] as const;
export type Side = (typeof SIDES)[number];

/** What is asked. `side` in pixels, `bytes` with a megabyte of 1,000,000 (the stricter reading). */
type Demand =
  | { readonly kind: 'bytes'; readonly max: number }
  | { readonly kind: 'format'; readonly allowed: readonly FileFormat[] }
  /** The name's extension is of the file's format. */
  | { readonly kind: 'extension' }
  | {
      readonly kind: 'side';
      readonly of: 'longer' | 'shorter' | 'width' | 'height';
      readonly minPx?: number;
      readonly maxPx?: number;
      /** What it is needed for: 'zoom'. */
      readonly purpose?: string;
    }
  | { readonly kind: 'pixels'; readonly max: number }
  /** Width to height. */
  | { readonly kind: 'ratio'; readonly allowed: readonly (readonly [width: number, height: number])[] }
  | { readonly kind: 'color'; readonly asks: 'rgb' | 'srgb'; readonly maxBits?: number }
  /** Every pixel is opaque. */
  | { readonly kind: 'opaque' }
  /** Every pixel of the edge is 255, 255, 255. */
  | { readonly kind: 'white' }
  /** A plain ground of at least this level (0 to 255), or none. */
  | { readonly kind: 'light'; readonly minLevel: number }
  /** The product's box beside the frame, along the side that it comes nearer to: 0 to 1. */
  | { readonly kind: 'fill'; readonly min?: number; readonly max?: number }
  /** No edge cuts the product off. */
  | { readonly kind: 'whole' }
  | { readonly kind: 'border' }
  | { readonly kind: 'sharp' }
  /** No words beside the product. */
  | { readonly kind: 'words' }
  | { readonly kind: 'single' }
  | { readonly kind: 'name'; readonly like: 'gtin-14' | 'plain-letters' };

export type RuleKind = Demand['kind'];

export type Rule = Demand & {
  /** Whoever breaks it is `refused`, or only worse off. */
  readonly level: 'refused' | 'advice';
  readonly source: RuleSource;
  /** The first day on which it holds; until then a picture that breaks it is warned of. Absent: it holds. */
  readonly from?: string;
  /** The last day on which it holds. */
  readonly until?: string;
};

/** Rules that take judgment to check; all others are exact. */
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

/** Something that a channel asks for and no program sees in one picture. */
export interface UncheckedRule {
  readonly says: string;
  readonly source: RuleSource;
}

export interface Channel {
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** What one makes for it when nothing else is said. */
  readonly preferred: {
    readonly widthPx: number;
    readonly heightPx: number;
    readonly format: 'jpeg' | 'png' | 'webp';
    /** On pure white. */
    readonly isOnWhite: boolean;
    /** How much of the frame the product is to fill, 0 to 1. */
    readonly fill: number;
  };
  readonly rules: readonly Rule[];
  readonly unchecked: readonly UncheckedRule[];
  /** What nobody was found to say. */
  readonly unknown: readonly string[];
  /** How files are called that are sent by the folder, with `{sku}`, `{slot}` and `{ext}`; null: as one likes. */
  readonly fileNames: { readonly pattern: string; readonly slots: readonly string[] } | null;
}
