import { DEFAULT_MATCH_PERCENT } from '@packshot/contract';
import type { ShadowSource } from '@packshot/contract';
import { applyLight } from '../light/light-field.ts';
import type { ProductLight } from '../light/light-field.ts';
import type { Box } from '../raster/raster.ts';
import { portion } from '../raster/work.ts';
import type { Work } from '../raster/work.ts';
import { ambientOcclusion, contactLine } from '../light/set/set-contact.ts';
import { hideBehindSet } from './depth-order.ts';
import { hiddenBehind } from './finish.ts';
import type { LinearPicture, LightRaster } from '../raster/light-raster.ts';
import { isPlain } from '../stage/set-kinds.ts';
import { productLight } from '../light/set/set-product-light.ts';
import { shadowedField } from '../light/set/shadowed-field.ts';
import { createReflection } from '../light/set/reflection.ts';
import { depthEdgeReader } from '../stage/scene-depth.ts';
import type { LinearRgb } from '../stage/scene-plan.ts';
import { MAX_CONTACT, shadeWork } from '../light/set/set-shade.ts';
import type { ProductInfluence } from '../light/set/set-shade.ts';
import type { SceneSetup } from './scene-setup.ts';
import type { LaidShadow, StandingProduct } from './stand-product.ts';

/** Shadow of a product, after its influence was added to the set. */
export interface ThrownShadow {
  readonly source: ShadowSource;
  /** Part of the relit set outside of which nothing changed. */
  readonly changed?: Box | undefined;
  readonly light?: ProductLight;
  /** Shadow to be drawn on a plain background; undefined for other sets. */
  readonly laid?: LaidShadow;
}

export const NO_SHADOW: ThrownShadow = { source: 'none' };

/**
 * Applies the light of the set to a product and the product's shadows to the set. Removes the parts of the product that
 * objects of the set hide.
 * @param others products whose shadows may fall on it
 * @param earlier those of the others whose shadows the set already contains
 */
export function* addInfluence(
  lit: LinearPicture,
  scene: SceneSetup,
  standing: StandingProduct,
  others: readonly StandingProduct[],
  earlier: readonly StandingProduct[],
): Work<ThrownShadow> {
  const { decoded, look, view, crop, size, camera, highlight, order } = scene;
  const { outline, stand, isHanging, isLying, layers, stage, ground } = standing;
  const { depthAt, shadow, source, arriving, lying } = standing;
  const { posed, productView } = standing.placed;
  const { set } = decoded;
  const depthEdges = depthEdgeReader(decoded, view.isMirrored);
  const inLight = {
    posed,
    stand,
    lit: layers,
    stage,
    ground,
    highlight,
    camera,
    depthAt,
    isMirrored: view.isMirrored,
    crop,
    picture: size,
    isHanging,
  };
  const strength = (order.matchPercent ?? DEFAULT_MATCH_PERCENT) / 100;
  const field = shadowedField(productLight(inLight, strength), inLight, {
    casts: others.map(({ casts }) => casts),
    opacity: shadow.opacity * Math.min(1, strength / (DEFAULT_MATCH_PERCENT / 100)),
  });
  applyLight(posed.raster, field);
  yield 0.2;
  const isTouching =
    source === 'computed' || (source === 'photo' && (!isPlain(set) || productView.pose === 'stands'));
  const isStanding = lying === undefined && stand.liftDm === 0;
  // Adds a thin contact shadow, which the shadow from the photo is too coarse to show.
  const line = isTouching && isStanding ? contactLine(outline, set.camera.elevationDeg) : undefined;
  const { isBurntOut = false } = order.plan;
  const influence: ProductInfluence = {
    casts: standing.casts,
    earlierCasts: earlier.map(({ casts }) => casts),
    // Adds ambient occlusion to the photo's shadow in sets with objects, because it may be fainter than the objects'
    // shadows and the product would seem to float.
    ambient:
      source === 'computed' || (source === 'photo' && !isPlain(set))
        ? (lying?.ambient ?? ambientOcclusion(outline, stand, camera))
        : undefined,
    contact: isBurntOut ? undefined : line,
    // A lying or hanging product isn't reflected, because the reflection would show a hidden side.
    mirror:
      isLying || isHanging ? undefined : createReflection(posed.raster, outline, stand, camera, set, size),
    photo: isPlain(set) ? undefined : arriving,
    bounce: meanColor(posed.raster),
    opacity: shadow.opacity,
  };
  yield 0.4;
  // A lying product is on top of the set's objects, so they can't hide it.
  if (!isLying) hideBehindSet({ posed, outline, stand, camera, depthAt, crop, picture: size, isHanging });
  const scale = size.widthPx / view.part.widthPx;
  const frame = { scale, xPx: posed.xPx, yPx: posed.yPx };
  // Layers and the live preview also show the set behind the product.
  const isBackgroundShown = order.withLayers === true || scene.cachedScene !== undefined;
  const changed = yield* portion(
    shadeWork(lit, {
      decoded,
      look,
      view,
      camera,
      depthAt,
      depthEdges,
      groundZ: stand.groundDm[2],
      stage,
      influence,
      frame,
      isHidden:
        isBackgroundShown || posed.veil !== undefined ? undefined : hiddenBehind(posed, view.part, size),
    }),
    0.5,
    1,
  );
  const { xPx, yPx } = posed;
  const { widthPx, heightPx } = posed.raster;
  const light = { field, xPx, yPx, widthPx, heightPx };
  if (!isPlain(set)) return { source, light, changed };
  // On an overexposed background the contact shadow is applied to the finished picture, because clipping before it
  // would harden the shadow's edge.
  if (!isBurntOut || line === undefined)
    return { source, light, changed, ...(arriving && { laid: { arriving, opacity: shadow.opacity } }) };
  const contactAt = (x: number, y: number): number =>
    (arriving?.(x, y) ?? 1) * (1 - Math.min(MAX_CONTACT, line.at(x - xPx, y - yPx)));
  return { source, light, laid: { arriving: contactAt, opacity: shadow.opacity } };
}

function meanColor({ data }: LightRaster): LinearRgb {
  let [red, green, blue, alpha] = [0, 0, 0, 1e-6];
  for (let i = 0; i < data.length; i += 4) {
    red += data[i];
    green += data[i + 1];
    blue += data[i + 2];
    alpha += data[i + 3];
  }
  return [red / alpha, green / alpha, blue / alpha];
}
