import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { channelOutput } from '@packshot/contract/catalog/channel-output';
import type { RecipeBackground, Recipe, RecipeFraming } from '@packshot/contract/catalog/recipe';
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { TOOL_WORDS } from '@packshot/contract/tools/names';
import type { Placement, Shadow } from '@packshot/contract/tools/scene';
import type { OfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import { clamp } from '../model/clamp.ts';
import type { StudioDocument } from '../model/document.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { recipeOutput, USUAL_FRAMING } from '../model/recipe-parts.ts';
import { currentResult, isCutOut, isPlaced, getMaker, findProduct, findResult } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import type { PixelSize } from '../model/size.ts';

/** Product that the user is placing on a background that the browser makes. */
export interface FlatWork {
  readonly placement: Placement;
  /** Width by height of the product's visible box, in pixels. */
  readonly aspectRatio: number;
  readonly size: PixelSize;
}

export interface RecipeBasis {
  readonly document: StudioDocument;
  /** Product that the user is placing in its frame, or null if a finished picture is on the stage. */
  readonly flat: FlatWork | null;
  readonly file: ExportSettings;
  /** Shops for each of which a file is made; empty for a single file with the settings. */
  readonly shops: readonly ChannelId[];
}

/** Converts the settings to a recipe. Reports edits that a recipe can't contain, so that none is dropped silently. */
export function toRecipe({ document, flat, file, shops }: RecipeBasis): OfferedRecipe {
  const { scene } = document.edits;
  const notCarried: string[] = [];
  const shownResult = currentResult(document);
  const ground = forShops(
    flat ? flatBackground(scene, notCarried) : toBackground(shownResult, document, notCarried),
    file,
    shops,
  );
  const hasGround = flat !== null || shownResult?.scene != null;
  const steps = {
    cut_out: {},
    ground,
    shadow: hasGround ? toShadow(scene.shadow, ground.kind, notCarried) : NO_SHADOW,
    framing: flat ? toFraming(flat, notCarried) : USUAL_FRAMING,
  };
  notCarried.push(...listEdits(document, shownResult));
  if (shops.length === 0 && file.format === 'psd') notCarried.push(t('Photoshop layers: files are PNG.'));
  notCarried.push(...listWhiteShops(shops, steps.ground));
  return {
    name: steps.ground.kind === 'set' ? (shownResult?.scene?.facts?.title ?? '') : '',
    recipe: { steps, outputs: toOutputs(shops, file, flat?.size) },
    notCarried,
  };
}

const WHITE = '#ffffff';

/** Replaces a transparent background by a color if files are made for shops. */
const forShops = (
  ground: RecipeBackground,
  file: ExportSettings,
  shops: readonly ChannelId[],
): RecipeBackground =>
  shops.length > 0 && ground.kind === 'transparent'
    ? { kind: 'color', color: file.background ?? WHITE }
    : ground;

/** Sentence about the shops that ask for white, if the background is another one; a recipe has only one. */
function listWhiteShops(shops: readonly ChannelId[], ground: RecipeBackground): readonly string[] {
  if (ground.kind === 'color' && ground.color === WHITE) return [];
  const names = shops.flatMap((shop) => (CHANNELS[shop].preferred.isOnWhite ? [CHANNELS[shop].name] : []));
  if (names.length === 0) return [];
  return [
    t('White background for {shops}: a recipe has one background for all of its files.', {
      shops: new Intl.ListFormat(LANGUAGE).format(names),
    }),
  ];
}

function toOutputs(
  shops: readonly ChannelId[],
  file: ExportSettings,
  original: PixelSize | undefined,
): Recipe['outputs'] {
  if (shops.length === 0) return [recipeOutput(file, original)];
  const outputs: Recipe['outputs'] = [];
  for (const shop of shops) outputs.push(channelOutput(shop, outputs, file.quality));
  return outputs;
}

function flatBackground(scene: SceneSettings, notCarried: string[]): RecipeBackground {
  if (scene.background === 'color') return { kind: 'color', color: scene.color };
  if (scene.background === 'picture')
    notCarried.push(t('Your own background picture: the background is transparent instead.'));
  return { kind: 'transparent' };
}

function toBackground(
  shownResult: Result | null,
  { edits: { scene }, requests }: StudioDocument,
  notCarried: string[],
): RecipeBackground {
  if (shownResult?.tool === 'composite' || shownResult?.scene == null) {
    if (shownResult?.tool === 'composite') return flatBackground(scene, notCarried);
    return { kind: 'transparent' };
  }
  const { facts, seed, runId } = shownResult.scene;
  if (facts === null) {
    notCarried.push(t('The scene, which another engine made: the background is transparent instead.'));
    return { kind: 'transparent' };
  }
  const request = requests.find(({ id }) => id === runId);
  return {
    kind: 'set',
    reference_id: facts.reference_id,
    light: facts.light,
    seed: seed ?? 0,
    ...(scene.palette.length > 0 && { palette: [...scene.palette] }),
    // Unless the user set the view, each product has the camera view of its own photo.
    view: request?.scene.view ?? null,
    look: facts.look ?? null,
  };
}

const NO_SHADOW: Recipe['steps']['shadow'] = { kind: 'none', strength: 1 };

function toShadow(
  shadow: Shadow | null,
  ground: RecipeBackground['kind'],
  notCarried: string[],
): Recipe['steps']['shadow'] {
  // In a studio set, a recipe's `none` leaves the shadow to the scene, as in Create.
  if (shadow === null) return ground === 'set' ? NO_SHADOW : { kind: 'own', strength: 1 };
  const { kind, opacity, directionDeg, softness } = shadow;
  if (kind === 'none') return ground === 'set' ? { kind: 'computed', strength: 0 } : NO_SHADOW;
  if (kind === 'photo') return { kind: 'own', strength: opacity };
  if (kind === 'floating') notCarried.push(t('The floating product: its shadow lies on the ground instead.'));
  if (directionDeg !== null || softness !== null)
    notCarried.push(t('Shadow direction and softness: they follow the default light.'));
  return { kind: 'computed', strength: opacity };
}

/**
 * Framing of the stage: size and baseline of the product. Other properties of the placement are reported as missing
 * from the recipe.
 */
function toFraming({ placement, aspectRatio, size }: FlatWork, notCarried: string[]): RecipeFraming {
  const { width, centerX, centerY, rotationDeg, isFlipped } = placement;
  const height = (width * size.widthPx) / aspectRatio / size.heightPx;
  const percent = (share: number): number => Math.round(share * 100);
  if (Math.abs(centerX - 0.5) > 0.02) notCarried.push(t('The product’s position: it is centered.'));
  if (rotationDeg !== 0 || isFlipped) notCarried.push(t('The product’s rotation or flip.'));
  return {
    ...USUAL_FRAMING,
    fill_percent: clamp(percent(Math.max(width, height)), 5, 100),
    margin_percent: 0,
    baseline_percent: clamp(percent(centerY + height / 2), 10, 100),
  };
}

const toolWords = ({ tool }: Result): string => TOOL_WORDS[getMaker(tool)].title;

/** Sentences about edits that apply only to this picture and can't be part of a recipe. */
function listEdits(document: StudioDocument, shownResult: Result | null): readonly string[] {
  const editSentences = new Set<string>();
  // Follows the inputs back to the photo. The loop ends, because an input is always older than its result.
  for (let result = shownResult; result !== null; result = findResult(document, result.inputId)) {
    if (result.cropOf !== null) editSentences.add(t('The crop.'));
    else if (!isCutOut(result) && !isPlaced(result))
      editSentences.add(t('Edits made with “{tool}”.', { tool: toolWords(result) }));
  }
  const product = shownResult && findProduct(document, shownResult.id);
  if (product && findResult(document, product.inputId) !== null)
    editSentences.add(t('Corrections of this cut-out: they apply to this photo only.'));
  return [...editSentences];
}
