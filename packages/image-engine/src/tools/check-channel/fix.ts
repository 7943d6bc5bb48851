import { ALPHA_OPAQUE } from '@packshot/contract';
import { listFindings } from '@packshot/contract/channels/findings';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import { fixedName, nameWithExtension } from '@packshot/contract/channels/file-names';
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import { decodePhoto } from '../../codec/decode.ts';
import { extractAlpha, fillsItsBox, visibleBounds } from '../../pixels/raster/alpha.ts';
import { measureBands } from '../../pixels/quality/channels/border.ts';
import { readEdge, measureWhiteness } from '../../pixels/quality/channels/picture-edge.ts';
import { readFileFacts } from '../../pixels/quality/channels/file-facts.ts';
import { planFix, reframe } from '../../pixels/quality/channels/fix-plan.ts';
import type { Enlarging } from '../../pixels/quality/channels/fix-plan.ts';
import type { KnownProduct } from '../../pixels/quality/channels/known-product.ts';
import { knownBy, measurePixels } from '../../pixels/quality/channels/measure-pixels.ts';
import { toPixelSource } from '../../pixels/quality/channels/pixel-source.ts';
import { onColor, onWhite, WHITE, whitenBackground } from '../../pixels/quality/channels/white-background.ts';
import { productIn, withProduct } from '../../pixels/quality/channels/product-in-file.ts';
import { crop } from '../../pixels/raster/raster.ts';
import type { Box, RgbaRaster } from '../../pixels/raster/raster.ts';
import { encodeFitting } from './encode-fitting.ts';

export interface FixedPicture {
  readonly file: Uint8Array;
  readonly name: string | null;
  readonly facts: PictureFacts;
  /** Findings that remain, measured on the new file. */
  readonly left: readonly Finding[];
  readonly done: readonly FixName[];
  /** Scale of the result: its pixels per original pixel along a side; a scale above 1 adds no detail. */
  readonly scale: number;
  /** Encoding quality of a JPEG or WebP; null for a lossless or unchanged file. */
  readonly quality: number | null;
  /** True if a remaining finding could be fixed with a cut-out of the product. */
  readonly needsCutOut: boolean;
}

interface PictureCheck {
  readonly picture: Uint8Array;
  readonly image: RgbaRaster;
  readonly cutOut: RgbaRaster | null;
  readonly facts: PictureFacts;
  readonly findings: readonly Finding[];
}

interface FixSettings {
  readonly channel: ChannelId;
  readonly today: string;
  readonly fixes: readonly FixName[] | 'all';
  readonly name: string | null;
  readonly xmp: string | undefined;
}

/** Fixes that change pixels; fixes of the file name or encoding alone don't. */
const OF_PIXELS: readonly FixName[] = ['margin', 'white', 'opaque', 'shape', 'size', 'border', 'words'];

/** Fixes a picture for its channel as far as possible without changing the product. */
export async function fixPicture(checked: PictureCheck, settings: FixSettings): Promise<FixedPicture> {
  const fixed = await fixOnce(checked, settings, 'preferred');
  const isSoft = ({ kind, level }: Finding): boolean => kind === 'sharp' && level === 'refused';
  if (fixed.scale <= 1 || !fixed.left.some(isSoft) || checked.findings.some(isSoft)) return fixed;
  // Enlarging made the picture too soft for the channel, so it is fixed again with the smallest accepted size, which is
  // sharper.
  return fixOnce(checked, settings, 'least');
}

async function fixOnce(
  checked: PictureCheck,
  settings: FixSettings,
  enlarging: Enlarging,
): Promise<FixedPicture> {
  const { channel, today, name } = settings;
  const requestedFixes = wantedFixes(checked, settings.fixes);
  const drawing = draw(checked, requestedFixes, { channel, enlarging });
  const isSameFile = [...drawing.done].every((fix) => fix === 'name');
  const written = isSameFile
    ? { file: checked.picture, quality: null, scale: 1 }
    : await encodeFitting(drawing.image, CHANNELS[channel], {
        format: checked.facts.file.format,
        wantsFewerBytes: requestedFixes.has('bytes'),
        xmp: settings.xmp === undefined ? undefined : withProduct(settings.xmp, getKnownProduct(drawing)),
      });
  const format = readFileFacts(written.file, null).format;
  const fixedFileName =
    name === null || format === null ? name : fixedName(nameWithExtension(name, format), CHANNELS[channel]);
  const matte = drawing.matte;
  const fixedImage = isSameFile ? checked.image : (await decodePhoto(written.file)).image;
  // If the file is unchanged, the product position stated in it still applies.
  const product = isSameFile ? productIn(checked.picture) : null;
  const isSameFrame =
    matte !== null && matte.widthPx === fixedImage.widthPx && matte.heightPx === fixedImage.heightPx;
  const pixels = measurePixels(toPixelSource(fixedImage), {
    matte: isSameFrame ? extractAlpha(matte) : null,
    product,
    linesBeside: drawing.done.has('words') ? 0 : (checked.facts.pixels?.linesBeside ?? null),
  });
  const facts = { file: readFileFacts(written.file, fixedFileName), pixels };
  return {
    file: written.file,
    name: fixedFileName,
    facts,
    left: [...listFindings(channel, facts, today), ...stays(checked.findings, channel, facts, today)],
    done: [...drawing.done],
    scale: drawing.scale * written.scale,
    quality: written.quality,
    needsCutOut: drawing.needsCutOut,
  };
}

/**
 * Product position from the cut-out, to be stored in the file; null without a cut-out, because later checks can then
 * find the product by color themselves.
 */
const getKnownProduct = ({ matte, image }: FixDrawing): KnownProduct | null =>
  matte === null ? null : knownBy(extractAlpha(matte), image);

/**
 * Fixes to apply: the requested ones that the findings need. With `all`, a scene that the channel only advises against
 * isn't whitened, because the scene may be intended.
 */
function wantedFixes({ findings, facts }: PictureCheck, fixes: FixSettings['fixes']): ReadonlySet<FixName> {
  const isScene = facts.pixels?.ground.kind === 'scene';
  return new Set(
    findings.flatMap(({ fix, level }) => {
      if (fix === null) return [];
      if (fixes !== 'all') return fixes.includes(fix) ? [fix] : [];
      return fix === 'white' && isScene && level === 'advice' ? [] : [fix];
    }),
  );
}

/** Findings that can't be fixed. They are reported again, even if they are harder to detect after other fixes. */
function stays(
  before: readonly Finding[],
  channel: ChannelId,
  facts: PictureFacts,
  today: string,
): readonly Finding[] {
  const after = new Set(listFindings(channel, facts, today).map(({ kind }) => kind));
  const seenOnPixels = new Set(['whole', 'sharp', 'single']);
  return before.filter(({ kind }) => seenOnPixels.has(kind) && !after.has(kind));
}

interface FixDrawing {
  readonly image: RgbaRaster;
  /** Cut-out with the same crop and size as the fixed picture, or null. */
  readonly matte: RgbaRaster | null;
  readonly done: ReadonlySet<FixName>;
  readonly scale: number;
  readonly needsCutOut: boolean;
}

function draw(
  checked: PictureCheck,
  requestedFixes: ReadonlySet<FixName>,
  { channel, enlarging }: { readonly channel: ChannelId; readonly enlarging: Enlarging },
): FixDrawing {
  const appliedFixes = new Set([...requestedFixes].filter((fix) => !OF_PIXELS.includes(fix)));
  let { image, cutOut } = checked;
  let pixels = checked.facts.pixels;
  let needsCutOut = false;
  if (requestedFixes.has('border')) {
    const inner = insideBands(image);
    if (inner !== null) {
      image = crop(image, inner);
      cutOut = cutOut === null ? null : crop(cutOut, inner);
      pixels = measurePixels(toPixelSource(image), {
        matte: cutOut === null ? null : extractAlpha(cutOut),
        linesBeside: null,
      });
      appliedFixes.add('border');
    }
  }
  const isClear = pixels?.ground.kind === 'clear';
  // After its border is removed, a picture may be too small.
  const framing = new Set(appliedFixes.has('border') ? [...requestedFixes, 'size' as const] : requestedFixes);
  if (requestedFixes.has('opaque') && !isClear) {
    const inner = fillsItsBox(image) ? (visibleBounds(image, ALPHA_OPAQUE - 1) ?? null) : null;
    if (inner !== null) {
      image = crop(image, inner);
      cutOut = cutOut === null ? null : crop(cutOut, inner);
      // After its transparent bars are removed, a picture may have another aspect ratio, or be too small.
      for (const fix of ['shape', 'size'] as const) framing.add(fix);
    }
    image = onColor(image, pixels?.ground.kind === 'plain' ? pixels.ground.color : WHITE);
    const matte = cutOut === null ? null : extractAlpha(cutOut);
    pixels = measurePixels(toPixelSource(image), { matte, linesBeside: pixels?.linesBeside ?? null });
    appliedFixes.add('opaque');
  }
  let isWhite = false;
  if (requestedFixes.has('white') || requestedFixes.has('words') || isClear) {
    const white = cutOut === null ? whitenBackground(image) : onWhite(cutOut);
    const isWhole = white !== null && measureWhiteness(readEdge(toPixelSource(white))).notWhite === 0;
    // If the product reaches the edge, the edge isn't background, so the picture gets a margin.
    if (cutOut !== null && !isWhole) framing.add('margin');
    needsCutOut = cutOut === null && !isWhole;
    if (white !== null && !needsCutOut) {
      image = white;
      isWhite = true;
      if (requestedFixes.has('opaque')) appliedFixes.add('opaque');
      for (const fix of ['white', 'words'] as const)
        if (requestedFixes.has(fix) && (fix === 'white' || cutOut !== null)) appliedFixes.add(fix);
    }
  }
  const ground = pixels?.ground;
  const plan = planFix(channel, {
    picture: image,
    product: pixels?.product?.box ?? null,
    canGrow: isWhite || ground?.kind === 'plain',
    fixes: framing,
    enlarging,
  });
  if (plan === null)
    return { image, matte: cutOut, done: appliedFixes, scale: 1, needsCutOut: cutOut === null };
  const fill =
    isWhite || ground?.kind !== 'plain' ? ([255, 255, 255, 255] as const) : ([...ground.color, 255] as const);
  for (const fix of ['margin', 'shape'] as const) if (framing.has(fix)) appliedFixes.add(fix);
  if (plan.scale !== 1) appliedFixes.add('size');
  return {
    image: reframe(image, plan, fill),
    matte: cutOut === null ? null : reframe(cutOut, plan, [0, 0, 0, 0]),
    done: appliedFixes,
    scale: plan.scale,
    needsCutOut,
  };
}

/** Number of lines beside a removed band that are also cropped, because the band's color may have bled into them. */
const RIM_PX = 2;

function insideBands(image: RgbaRaster): Box | null {
  const { left, right, top, bottom } = measureBands(toPixelSource(image));
  const [cutLeft, cutRight, cutTop, cutBottom] = [left, right, top, bottom].map((px) =>
    px === 0 ? 0 : px + RIM_PX,
  );
  const widthPx = image.widthPx - cutLeft - cutRight;
  const heightPx = image.heightPx - cutTop - cutBottom;
  if (widthPx < 8 || heightPx < 8) return null;
  return { xPx: cutLeft, yPx: cutTop, widthPx, heightPx };
}
