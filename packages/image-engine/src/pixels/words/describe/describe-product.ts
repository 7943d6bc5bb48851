import type { ShopTexts } from '@packshot/contract';
import { extractAlpha, coverage } from '../../raster/alpha.ts';
import type { RgbaRaster } from '../../raster/raster.ts';
import { namedColors } from './product-colors.ts';
import type { ProductOrientation, ProductColor, ProductFacts, ProductForm } from './facts.ts';
import { detectForm, detectOrientation, computeProportions } from './form.ts';
import { kindFromText, readableLines } from './label-text.ts';
import type { SeenLine } from './label-text.ts';
import type { ProductNoun } from './product-nouns.ts';
import { productPixels } from './product-pixels.ts';
import { toSentence } from './sentence.ts';
import { shopTexts } from './shop-text.ts';
import { measureSilhouette } from './silhouette.ts';
import {
  detectFinish,
  isNamedClear,
  isTextured,
  isTransparent,
  surfaceStatistics,
  transparentShare,
} from './product-surface.ts';
import type { SurfaceStatistics } from './product-surface.ts';

/** Longest side of the picture on which a product is measured; finer details are invisible on a screen. */
export const DESCRIBE_SIDE_PX = 512;

export interface ProductDescription {
  /** Description in one or two sentences; null if the measurements don't suffice for one. */
  readonly finalDescription: string | null;
  /** Text for a shop page; null if the measurements don't suffice for one. */
  readonly shopTexts: ShopTexts | null;
  readonly facts: ProductFacts;
}

/** Minimum number of pixels for measuring a color or a surface. */
const MIN_INTERIOR_PX = 60;
/** Minimum alpha that transparent glass has in a cut-out. */
const GLASS_FROM = 40;
const NO_FORM: ProductForm = {
  outline: null,
  profile: null,
  symmetry: 0,
  openings: 0,
  handle: null,
  cropped: false,
};

/** Measurements of a cut-out from its pixels, without recognized text. */
interface ProductMeasures {
  readonly areaShare: number;
  readonly colors: readonly ProductColor[];
  readonly surface: SurfaceStatistics | undefined;
  readonly transparentShare: number;
  readonly textured: boolean;
  readonly form: ProductForm;
  readonly orientation: ProductOrientation | null;
  readonly proportions: number | null;
}

/** Measures a cut-out whose longest side is about DESCRIBE_SIDE_PX; transparent pixels are background. */
export function measureProduct(cutOut: RgbaRaster): ProductMeasures {
  const alpha = extractAlpha(cutOut);
  const throughShare = transparentShare(alpha);
  const pixels = productPixels(cutOut);
  const hasInterior = pixels.interior.length >= MIN_INTERIOR_PX;
  const surface = hasInterior ? surfaceStatistics(pixels) : undefined;
  const shape = measureSilhouette(alpha, isTransparent(throughShare) ? GLASS_FROM : undefined);
  const form = shape === undefined ? NO_FORM : detectForm(shape);
  return {
    areaShare: coverage(alpha),
    colors: hasInterior ? namedColors(pixels) : [],
    surface,
    transparentShare: throughShare,
    textured: surface !== undefined && isTextured(surface),
    form,
    orientation: shape === undefined || form.cropped ? null : detectOrientation(shape),
    proportions: shape === undefined ? null : computeProportions(shape),
  };
}

/** Facts about a product besides the measurements of its pixels. */
interface ProductKnowledge {
  /** Lines of text recognized on the product. */
  readonly lines?: readonly SeenLine[];
  readonly name?: string | null;
  /** Noun for the product that was recognized in the photo. */
  readonly noun?: ProductNoun | null;
}

/**
 * Describes a product in one or two sentences and in a text for shops, using only its measurements, its printed text,
 * its name and its noun. A name or a kind that is printed on the product replaces the noun. Equal input gives equal text.
 */
export function describeProduct(
  measures: ProductMeasures,
  { lines = [], name = null, noun = null }: ProductKnowledge = {},
): ProductDescription {
  const { areaShare, colors, surface, transparentShare: throughShare, form } = measures;
  const text = readableLines(lines);
  const hasText = text.length > 0;
  const isClear = isTransparent(throughShare) && isNamedClear(name);
  const kind = kindFromText(text, form.profile);
  const facts: ProductFacts = {
    name,
    areaShare,
    colors,
    isPartlySeen: isTransparent(throughShare),
    finish: surface === undefined ? null : detectFinish(surface, colors, isClear, hasText),
    // Small print looks like a textured surface, so products with text don't count as textured.
    textured: measures.textured && !hasText,
    form,
    orientation: measures.orientation,
    proportions: measures.proportions,
    text,
    kind,
    noun: name === null && kind === null ? noun : null,
  };
  const finalDescription = toSentence(facts);
  return { finalDescription, shopTexts: finalDescription === null ? null : shopTexts(facts), facts };
}
