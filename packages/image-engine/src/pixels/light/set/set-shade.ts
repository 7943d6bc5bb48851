import { boxAround, expandBox } from '../../raster/box.ts';
import type { Box } from '../../raster/raster.ts';
import type { Work } from '../../raster/work.ts';
import type { Camera } from '../../stage/camera.ts';
import type { ContactLine } from './set-contact.ts';
import { lightOver, litLayers } from './relight.ts';
import type { DecodedStudioSet } from '../../stage/layers.ts';
import type { LinearPicture } from '../../raster/light-raster.ts';
import type { Mirror } from './reflection.ts';
import { remember } from '../../raster/remember.ts';
import { groundCasts } from './ground-casts.ts';
import type { GroundCasts } from './ground-casts.ts';
import { findKeyLight } from './shadow-light.ts';
import type { LayerView, LitLayer, SetLighting } from './relight.ts';
import type { LinearRgb } from '../../stage/scene-plan.ts';
import { flattenDepth, floorReader } from '../../stage/scene-depth.ts';
import type { DepthEdgeReader, DepthReader, FloorReader } from '../../stage/scene-depth.ts';
import { unite } from '../../stage/volume.ts';
import type { Occluder } from '../../stage/volume.ts';

/** Effects that a product has on the light of the set around it. */
export interface ProductInfluence {
  /** Shadows that the product casts, by light ID. Lights without an entry ignore the product. */
  readonly casts: ReadonlyMap<string, Occluder>;
  /** Shadows that other products cast, which the picture already contains: a light can be blocked only once. */
  readonly earlierCasts?: readonly ReadonlyMap<string, Occluder>[];
  readonly ambient: Occluder | undefined;
  readonly contact: ContactLine | undefined;
  /**
   * Shadow from the product's photo: the share of all light that isn't blocked on the ground at a pixel of the
   * picture.
   */
  readonly photo: ((x: number, y: number) => number) | undefined;
  readonly mirror: Mirror | undefined;
  /** Mean color of the product, whose reflected light replaces blocked light on the ground near its base. */
  readonly bounce: LinearRgb;
  /** Opacity of the shadows: 0 is none, 1 physically correct, 2 twice as dark. */
  readonly opacity: number;
}

/** Maps a shaded pixel to the product raster's pixels. */
interface ProductFrame {
  readonly scale: number;
  readonly xPx: number;
  readonly yPx: number;
}

/**
 * Size of tiles. A tile is skipped if the product affects neither its corners nor those of the neighboring tiles
 * noticeably.
 */
const TILE_PX = 8;
const NOTICEABLE = 0.003;
/** Name under which the tiles that a product changed are remembered, for the products after it. */
const TOUCHED = 'touched';
/** True if any share of blocked light is noticeable; a loop, because it runs for every pixel. */
function isAnyNoticeable(shares: Float32Array): boolean {
  for (let k = 0; k < shares.length; k++) if (shares[k] > NOTICEABLE) return true;
  return false;
}
/** Quantile of a light's layer that counts as indirect light; the layer contains both direct and indirect light. */
const INDIRECT_QUANTILE = 0.05;
/**
 * Maximum indirect light in a layer, as a share of the layer's 80 % quantile. It applies if the light directly reaches
 * the whole region around the product.
 */
const INDIRECT_SHARE = 0.14;
/** Share of the product's color in the light that it reflects to the ground. */
const BOUNCE_SHARE = 0.4;
const MAX_AMBIENT = 0.92;
export const MAX_CONTACT = 0.94;
/** Maximum share of light that the photo's shadow blocks, at any opacity. */
export const MAX_PHOTO = 0.97;
/** Minimum share of the key light in all light that is assumed, because the photo's shadow is divided by it. */
const MIN_KEY_SHARE = 0.02;
/** Height difference from the ground, in decimeters, at which a surface gets half of the contact shadow. */
const CONTACT_LEVEL_DM = 0.25;
/** Maximum unevenness of a surface, in decimeters, that counts as floor. */
const IS_FLOOR_DM = 0.03;
/** Maximum height above the ground, in decimeters, of a pixel that shows the shadows computed for the ground. */
const ON_GROUND_DM = 0.005;
/**
 * Factor for opacities above 1: the excess, times this factor, also darkens the lights that the product doesn't block.
 */
const EXCESS_SHARE = 0.45;

/** Indirect light in a light's layer around the product, for each channel. */
function measureIndirect({ plane }: LitLayer, stage: Box, isMirrored: boolean): LinearRgb {
  const step = Math.max(1, Math.floor(Math.sqrt((stage.widthPx * stage.heightPx) / 1500)));
  const count = Math.ceil(stage.widthPx / step) * Math.ceil(stage.heightPx / step);
  const levels = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let y = stage.yPx, n = 0; y < stage.yPx + stage.heightPx; y += step) {
    for (let x = stage.xPx; x < stage.xPx + stage.widthPx; x += step, n++) {
      const at = (y * plane.widthPx + (isMirrored ? plane.widthPx - 1 - x : x)) * 3;
      for (let c = 0; c < 3; c++) levels[c][n] = plane.values[plane.samples[at + c]];
    }
  }
  const level = (c: number): number => {
    const sorted = levels[c].sort();
    const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
    return Math.min(at(INDIRECT_QUANTILE), INDIRECT_SHARE * at(0.8));
  };
  return [level(0), level(1), level(2)];
}

/** Inputs of `shadeWork` besides the picture. */
interface SetShading {
  readonly decoded: DecodedStudioSet;
  readonly look: SetLighting;
  readonly view: LayerView;
  readonly camera: Camera;
  readonly depthAt: DepthReader;
  readonly depthEdges: DepthEdgeReader;
  /** Height of the ground under the product, in the set's coordinates. */
  readonly groundZ: number;
  /** Region of the set's layers around the product, in which light is measured. */
  readonly stage: Box;
  readonly influence: ProductInfluence;
  readonly frame: ProductFrame;
  /** True if the finished picture shows nothing of a part of the set's picture, so that it needs no shading. */
  readonly isHidden?: ((part: Box) => boolean) | undefined;
}

/**
 * Adds a product's shadows, contact shadow and reflection to the relit set, in place. The shadow of a light removes
 * only that light's layer; areas without this light stay unchanged.
 * @returns the part of the picture outside of which nothing changed; undefined if nothing changed at all
 */
export function* shadeWork(picture: LinearPicture, shading: SetShading): Work<Box | undefined> {
  const pixels = new PixelShader(shading);
  const { widthPx, heightPx } = picture;
  const across = Math.ceil(widthPx / TILE_PX) + 1;
  const down = Math.ceil(heightPx / TILE_PX) + 1;
  const isTouched = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      isTouched[y * across + x] = pixels.isTouched(x * TILE_PX, y * TILE_PX) ? 1 : 0;
    }
  }
  yield 0.1;
  const touchesShade = (x: number, y: number): boolean => {
    for (let dy = -1; dy <= 2; dy++) {
      for (let dx = -1; dx <= 2; dx++) {
        const at =
          Math.min(down - 1, Math.max(0, y + dy)) * across + Math.min(across - 1, Math.max(0, x + dx));
        if (isTouched[at] === 1) return true;
      }
    }
    return false;
  };
  remember(shading.influence.casts, TOUCHED, () => touchesShade);
  let changed: Box | undefined;
  for (let ty = 0; ty < down - 1; ty++) {
    for (let tx = 0; tx < across - 1; tx++) {
      if (!touchesShade(tx, ty)) continue;
      const tile = { xPx: tx * TILE_PX, yPx: ty * TILE_PX, widthPx: TILE_PX, heightPx: TILE_PX };
      changed = changed === undefined ? tile : boxAround(changed, tile);
      if (shading.isHidden?.(tile) === true) continue;
      const right = Math.min(widthPx, tile.xPx + TILE_PX);
      const bottom = Math.min(heightPx, tile.yPx + TILE_PX);
      pixels.enter(tile);
      for (let y = tile.yPx; y < bottom; y++) {
        for (let x = tile.xPx; x < right; x++) pixels.shade(x, y, picture.data, (y * widthPx + x) * 3);
      }
    }
    yield 0.1 + (0.9 * ty) / down;
  }
  return changed && expandBox(changed, 0, picture);
}

interface ShadedLayer extends LitLayer {
  readonly indirect: LinearRgb;
  readonly isAmbient: boolean;
  readonly isKey: boolean;
  /** Share of this light in all light around the product. */
  readonly share: number;
}

/** Shadows of all lights, as far as they are known at the current pixel. */
interface PixelCasts {
  /** Shadow of each light. */
  readonly occluders: readonly (Occluder | undefined)[];
  readonly onGround: GroundCasts;
  /** Share of each light that is blocked at the current pixel. */
  readonly blocked: Float32Array;
  readonly read: Float32Array;
}

interface EarlierCasts extends PixelCasts {
  /** True if the product changed the tile. */
  readonly isTouched: (x: number, y: number) => boolean;
}

/** Shades pixels one after another, reusing buffers. */
class PixelShader {
  readonly #shading: SetShading;
  readonly #layers: readonly ShadedLayer[];
  readonly #side: number;
  readonly #keyShare: number;
  readonly #own: PixelCasts;
  /** Shadows of other products, which the picture already contains. */
  readonly #earlier: readonly EarlierCasts[];
  /** Shadows of other products that reach into the current tile. */
  #inTile: readonly PixelCasts[] = [];
  #x = 0;
  #y = 0;
  readonly #isFloor: FloorReader;
  /** True if the current tile shows only the floor. */
  #onFloor = false;
  #ambient = 0;
  #contact = 0;
  /** Share of light that the photo's shadow blocks: on the ground, and at this pixel. */
  #shaded = 0;
  #lost = 0;
  /** Darkness of the contact shadow if the pixel shows the ground. */
  #line = 0;
  readonly #mirrored = new Float32Array(4);
  readonly #seen = new Float32Array(4);
  readonly #edge = new Float32Array(4);

  constructor(shading: SetShading) {
    const { decoded, look, influence, stage, view } = shading;
    this.#shading = shading;
    this.#side = decoded.albedo.widthPx;
    const lit = litLayers(decoded, look);
    const key = findKeyLight(lit);
    const sumLight = (layers: readonly LitLayer[]): number =>
      lightOver(layers, stage, view.isMirrored).reduce((sum, v) => sum + v, 0);
    const whole = sumLight(lit);
    this.#layers = lit.map((layer) => ({
      ...layer,
      share: whole > 0 ? sumLight([layer]) / whole : 1,
      indirect: measureIndirect(layer, stage, view.isMirrored),
      isAmbient: layer.light.kind === 'environment',
      isKey: layer.light === key,
    }));
    const direct = this.#layers.find(({ isKey }) => isKey);
    this.#keyShare = direct === undefined ? MIN_KEY_SHARE : Math.max(MIN_KEY_SHARE, direct.share);
    const { camera, groundZ } = shading;
    const { casts, earlierCasts = [] } = influence;
    const castsAt = (ofProduct: ReadonlyMap<string, Occluder>): PixelCasts => {
      const occluders = lit.map(({ light }) => ofProduct.get(light.id));
      // The same shadows are read again for each further product on the same level.
      const onGround = remember(ofProduct, `on ground ${groundZ}`, () =>
        groundCasts(occluders, camera, groundZ, view, this.#side),
      );
      return {
        occluders,
        onGround,
        blocked: new Float32Array(lit.length),
        read: new Float32Array(lit.length),
      };
    };
    this.#own = castsAt(casts);
    this.#earlier = earlierCasts
      .filter(({ size }) => size > 0)
      .map((each) => ({ ...castsAt(each), isTouched: remember(each, TOUCHED, () => () => true) }));
    this.#isFloor = floorReader(decoded, view.isMirrored, camera, groundZ);
  }

  enter({ xPx, yPx, widthPx, heightPx }: Box): void {
    const { part } = this.#shading.view;
    this.#inTile = this.#earlier.filter(({ isTouched }) => isTouched(xPx / TILE_PX, yPx / TILE_PX));
    const [left, top] = [(part.xPx + xPx) / this.#side, (part.yPx + yPx) / this.#side];
    this.#onFloor = this.#isFloor(left, top, left + widthPx / this.#side, top + heightPx / this.#side);
  }

  isTouched(x: number, y: number): boolean {
    this.#look(x, y);
    return (
      this.#layers.some(({ share }, k) => share * this.#own.blocked[k] > NOTICEABLE) ||
      this.#ambient > NOTICEABLE ||
      this.#contact > NOTICEABLE ||
      this.#lost > NOTICEABLE ||
      this.#mirrored[3] > NOTICEABLE
    );
  }

  shade(x: number, y: number, data: Float32Array, at: number): void {
    const { influence, view } = this.#shading;
    const { opacity, bounce } = influence;
    this.#look(x, y);
    const seenX = view.part.xPx + x;
    const index = (view.part.yPx + y) * this.#side + (view.isMirrored ? this.#side - 1 - seenX : seenX);
    let red = 0;
    let green = 0;
    let blue = 0;
    // Light on the pixel before shading, with the shadows that the picture already contains.
    let wholeRed = 0;
    let wholeGreen = 0;
    let wholeBlue = 0;
    let excess = 0;
    let earlierExcess = 0;
    const ownCasts = this.#own.blocked;
    // The photo's shadow blocks the key light first, so the remaining light has the color of the other lights.
    const photoLost = this.#lost === 0 ? 0 : Math.min(MAX_PHOTO, 1 - (1 - this.#lost) ** opacity);
    const ofKey = Math.min(1, photoLost / this.#keyShare);
    const ofAll = (1 - photoLost) / (1 - ofKey * this.#keyShare);
    // The photo's shadow already contains ambient occlusion, so only the computed occlusion in excess of it is added.
    const ambient = Math.max(0, Math.min(MAX_AMBIENT, this.#ambient * opacity) - photoLost);
    for (let k = 0; k < this.#layers.length; k++) {
      const { plane, weight, indirect, isAmbient, isKey } = this.#layers[k];
      const e0 = plane.values[plane.samples[index * 3]];
      const e1 = plane.values[plane.samples[index * 3 + 1]];
      const e2 = plane.values[plane.samples[index * 3 + 2]];
      let earlier = 0;
      for (let n = 0; n < this.#inTile.length; n++) earlier = unite(earlier, this.#inTile[n].blocked[k]);
      if (earlier === 0) {
        wholeRed += weight[0] * e0;
        wholeGreen += weight[1] * e1;
        wholeBlue += weight[2] * e2;
      } else {
        const blocked = Math.min(1, earlier * opacity);
        wholeRed += weight[0] * without(e0, indirect[0], blocked, 0);
        wholeGreen += weight[1] * without(e1, indirect[1], blocked, 0);
        wholeBlue += weight[2] * without(e2, indirect[2], blocked, 0);
      }
      if (isAmbient) {
        red += weight[0] * e0 * (1 - ambient * (1 - BOUNCE_SHARE * bounce[0]));
        green += weight[1] * e1 * (1 - ambient * (1 - BOUNCE_SHARE * bounce[1]));
        blue += weight[2] * e2 * (1 - ambient * (1 - BOUNCE_SHARE * bounce[2]));
        continue;
      }
      const own = ownCasts[k];
      const cast = earlier === 0 ? own : unite(earlier, own);
      const blockedShare = isKey ? Math.max(ofKey, Math.min(1, cast * opacity)) : Math.min(1, cast * opacity);
      if (opacity > 1) {
        excess = Math.max(excess, cast * (opacity - 1) * EXCESS_SHARE);
        earlierExcess = Math.max(earlierExcess, earlier * (opacity - 1) * EXCESS_SHARE);
      }
      red += weight[0] * without(e0, indirect[0], blockedShare, ambient);
      green += weight[1] * without(e1, indirect[1], blockedShare, ambient);
      blue += weight[2] * without(e2, indirect[2], blockedShare, ambient);
    }
    const newExcess = (1 - excess) / (1 - earlierExcess);
    const remainingShare = ofAll * (1 - Math.min(MAX_CONTACT, this.#contact * opacity)) * newExcess;
    // Scales the pixel by the remaining share of light, which preserves paint and texture.
    if (wholeRed > 0) data[at] *= (red * remainingShare) / wholeRed;
    if (wholeGreen > 0) data[at + 1] *= (green * remainingShare) / wholeGreen;
    if (wholeBlue > 0) data[at + 2] *= (blue * remainingShare) / wholeBlue;
    if (this.#mirrored[3] === 0) return;
    const rest = 1 - this.#mirrored[3];
    for (let c = 0; c < 3; c++) data[at + c] = data[at + c] * rest + this.#mirrored[c];
  }

  /** Computes the product's effects at a pixel. At an edge between two objects, combines both by their shares. */
  #look(x: number, y: number): void {
    const { view, depthAt, depthEdges, influence, frame } = this.#shading;
    this.#x = x;
    this.#y = y;
    const shareX = (view.part.xPx + x + 0.5) / this.#side;
    const shareY = (view.part.yPx + y + 0.5) / this.#side;
    clear(this.#own.blocked);
    for (let n = 0; n < this.#inTile.length; n++) clear(this.#inTile[n].blocked);
    if (this.#mirrored[3] !== 0) this.#mirrored.fill(0);
    this.#ambient = 0;
    this.#contact = 0;
    this.#lost = 0;
    const pictureX = (x + 0.5) * frame.scale;
    const pictureY = (y + 0.5) * frame.scale;
    this.#shaded = influence.photo === undefined ? 0 : 1 - influence.photo(pictureX, pictureY);
    this.#line = influence.contact?.at(pictureX - frame.xPx, pictureY - frame.yPx) ?? 0;
    if (this.#onFloor) this.#addPoint(shareX, shareY, undefined, 1);
    else if (depthEdges(shareX, shareY, this.#edge)) {
      this.#addPoint(shareX, shareY, this.#edge[0], this.#edge[1]);
      this.#addPoint(shareX, shareY, this.#edge[2], this.#edge[3]);
    } else this.#addPoint(shareX, shareY, depthAt(shareX, shareY), 1);
  }

  /**
   * Adds the product's effects at a point, weighted by a share.
   * @param seenDm distance of the visible surface; undefined for the floor
   */
  #addPoint(shareX: number, shareY: number, seenDm: number | undefined, share: number): void {
    if (share === 0) return;
    const { camera, influence, groundZ } = this.#shading;
    const { position, right, up, forward, halfAtUnitDepth } = camera;
    const across = (2 * shareX - 1) * halfAtUnitDepth;
    const upwards = (1 - 2 * shareY) * halfAtUnitDepth;
    const descent = forward[2] + across * right[2] + upwards * up[2];
    const floorDm = (groundZ - position[2]) / descent;
    const depthDm = seenDm === undefined ? floorDm : flattenDepth(seenDm, floorDm);
    const x = position[0] + depthDm * (forward[0] + across * right[0] + upwards * up[0]);
    const y = position[1] + depthDm * (forward[1] + across * right[1] + upwards * up[1]);
    const z = position[2] + depthDm * descent;
    this.#addCasts(this.#own, x, y, z, share);
    if (influence.ambient !== undefined) this.#ambient += share * influence.ambient(x, y, z);
    // Where the product hardly blocks light, the shadows in the picture make no difference.
    if (this.#inTile.length > 0 && (this.#ambient > NOTICEABLE || isAnyNoticeable(this.#own.blocked)))
      for (const casts of this.#inTile) this.#addCasts(casts, x, y, z, share);
    if (this.#line > 0 || this.#shaded > 0) {
      const onGround = share / (1 + ((z - groundZ) / CONTACT_LEVEL_DM) ** 4);
      this.#contact += onGround * this.#line;
      this.#lost += onGround * this.#shaded;
    }
    const isFloor = Math.abs(z - groundZ) < IS_FLOOR_DM;
    if (!isFloor || influence.mirror?.at(x, y, this.#seen) !== true) return;
    for (let c = 0; c < 4; c++) this.#mirrored[c] += share * this.#seen[c];
  }

  #addCasts(
    { occluders, onGround, blocked, read }: PixelCasts,
    x: number,
    y: number,
    z: number,
    share: number,
  ): void {
    const isGround = Math.abs(z - this.#shading.groundZ) < ON_GROUND_DM;
    if (isGround && onGround(this.#x, this.#y, read)) {
      for (let k = 0; k < blocked.length; k++) blocked[k] += share * read[k];
      return;
    }
    for (let k = 0; k < blocked.length; k++) {
      const occluder = occluders[k];
      if (occluder !== undefined) blocked[k] += share * occluder(x, y, z);
    }
  }
}

/** Sets a few values to 0; a loop is faster than `fill` for so few. */
function clear(values: Float32Array): void {
  for (let k = 0; k < values.length; k++) values[k] = 0;
}

/** Light that remains: blocking reduces the direct part, ambient occlusion the indirect part. */
function without(light: number, indirect: number, blockedShare: number, ambient: number): number {
  const rest = Math.min(light, indirect);
  return rest * (1 - ambient) + (light - rest) * (1 - blockedShare);
}
