import { DEFAULT_SHADOW } from '@packshot/contract/tools/scene';
import { beforeAll, describe, expect, it, test, vi } from 'vitest';
import { HANGING_STAGE, heightShare, toStagePlace } from '../model/composition.ts';
import { NO_MAPS } from '../model/product-maps.ts';
import type { ProductMaps } from '../model/product-maps.ts';
import { DEFAULT_SCENE } from '../model/scene-settings.ts';
import type { SceneSettings } from '../model/scene-settings.ts';
import { lyingCutOut, tasks } from '../testing/fake-tasks.ts';
import { openedWith, settle, getState } from '../testing/open-studio.ts';
import type { CompositionOrder } from './compose.ts';
import { getFrameSize, placedProduct, shownShadow } from './composing.ts';
import { loadWords } from './product-view.ts';

beforeAll(loadWords);

const SHADOW = { url: 'blob:shadow', widthPx: 7, heightPx: 5 };
const PLAIN: ProductMaps = { shadow: SHADOW, clear: null };
const OF_PHOTO = { maps: PLAIN, pose: null };
const ALONE = { maps: NO_MAPS, pose: null };
const on = (part: Partial<SceneSettings>): SceneSettings => ({ ...DEFAULT_SCENE, ...part });
const PHOTO = { ...DEFAULT_SHADOW, kind: 'photo' } as const;

describe('the displayed shadow', () => {
  it.each(['color', 'picture'] as const)(
    'is the shadow taken from the photo, if there is one, on a background %s',
    (background) => {
      expect(shownShadow(on({ background }), OF_PHOTO).kind).toBe('photo');
      expect(shownShadow(on({ background }), ALONE)).toEqual(DEFAULT_SHADOW);
    },
  );

  it('is the chosen kind, computed at the chosen strength if the photo has no shadow', () => {
    const standing = { ...DEFAULT_SHADOW, opacity: 0.3 };
    expect(shownShadow(on({ background: 'color', shadow: standing }), OF_PHOTO)).toEqual(standing);
    const faint = { ...PHOTO, opacity: 0.3 };
    expect(shownShadow(on({ background: 'color', shadow: faint }), OF_PHOTO)).toEqual(faint);
    expect(shownShadow(on({ background: 'color', shadow: faint }), ALONE)).toEqual(standing);
  });

  it('is absent on a transparent background, unless chosen', () => {
    expect(shownShadow(on({ background: 'transparent' }), OF_PHOTO).kind).toBe('none');
    expect(shownShadow(on({ background: 'transparent', shadow: PHOTO }), OF_PHOTO).kind).toBe('photo');
  });

  it('comes from the light of a scene, unless the user chooses the photo’s shadow', () => {
    expect(shownShadow(on({ background: 'scene' }), OF_PHOTO)).toEqual(DEFAULT_SHADOW);
    expect(shownShadow(on({ background: 'scene', shadow: PHOTO }), OF_PHOTO)).toEqual(PHOTO);
  });
});

test.each([
  ['stands', 'contact'],
  ['lies', 'contact'],
  ['floats', 'floating'],
] as const)(
  'the displayed shadow fits a product that %s, unless the user chooses another kind',
  (pose, kind) => {
    const product = { maps: NO_MAPS, pose };
    expect(shownShadow(on({ background: 'color' }), product).kind).toBe(kind);
    expect(shownShadow(on({ background: 'color', shadow: PHOTO }), product).kind).toBe(kind);
    expect(shownShadow(on({ background: 'color', shadow: DEFAULT_SHADOW }), product).kind).toBe('contact');
  },
);

describe('loading auxiliary maps of a photo', () => {
  it('loads them once, and passes them to the file', async () => {
    const productMaps = vi.fn(async () => PLAIN);
    const orders: CompositionOrder[] = [];
    const { studio } = await openedWith('scene', {
      productMaps,
      compose: async (order) => {
        orders.push(order);
        return { ...order.size, png: new Blob(['png']), alphaPng: new Blob(['alpha']) };
      },
    });
    studio.scene.setColor('#e8c4bb');
    await studio.download();
    expect(productMaps).toHaveBeenCalledTimes(1);
    expect(orders[0]).toMatchObject({ maps: PLAIN, shadow: { kind: 'photo', opacity: 1 } });
  });

  it('releases them with the document, and when they arrive too late', async () => {
    const release = vi.fn();
    const { studio } = await openedWith('scene', { productMaps: async () => PLAIN, release });
    expect(placedProduct(getState(studio))?.maps).toBe(PLAIN);
    await studio.startOver();
    expect(release).toHaveBeenCalledWith(SHADOW);

    release.mockClear();
    const late = Promise.withResolvers<ProductMaps>();
    const { studio: other } = await openedWith('scene', { productMaps: () => late.promise, release });
    await other.startOver();
    late.resolve(PLAIN);
    await settle();
    expect(release).toHaveBeenCalledWith(SHADOW);
    expect(getState(other).maps).toEqual({});
  });

  it('doesn’t block placing the product when it fails', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const { studio } = await openedWith('scene', { productMaps: () => Promise.reject(new Error('no')) });
    expect(placedProduct(getState(studio))?.maps).toEqual(NO_MAPS);
  });
});

describe('the product placement before a scene', () => {
  it('hangs the product by its top if the prompt says so, and stands it otherwise', async () => {
    const { studio } = await openedWith('scene');
    const edges = (prompt: string): number[] => {
      studio.scene.setScenePrompt(prompt);
      const state = getState(studio);
      const product = placedProduct(state);
      if (product === null || state.document === null) throw new Error('There is a product');
      const { placement, box } = product;
      const height = heightShare(placement.width, box, getFrameSize(state.document.edits.scene));
      return [placement.centerY - height / 2, placement.centerY + height / 2];
    };
    expect(edges('on a wooden hanger')[0]).toBeCloseTo(HANGING_STAGE.footY, 6);
    expect(edges('oak table')[1]).toBeCloseTo(toStagePlace(null, 1).footY, 6);
  });

  it('centers a lying product, until the user says that it stands', async () => {
    const { studio } = await openedWith('scene', tasks({ 'cut-out': lyingCutOut(0.8) }));
    const centerY = (): number | undefined => placedProduct(getState(studio))?.placement.centerY;
    studio.scene.setColor('#e8c4bb');
    expect(centerY()).toBe(0.5);
    studio.scene.setView({ pose: 'stands', elevationDeg: 5 });
    expect(centerY()).toBeGreaterThan(0.52);
  });
});
