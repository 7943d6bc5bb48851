import type { ChannelId } from '@packshot/contract/channels/channels';
import type { PictureFacts, PixelFacts } from '@packshot/contract/channels/picture-facts';
import { expect, describe, it, vi } from 'vitest';
import type { StudioServices } from '../../state/services.ts';
import { adjustableTask, MADE_PLACE } from '../../testing/fake-tasks.ts';
import { withMadeScene } from '../../testing/open-made-scene.ts';
import { requireDocument } from '../../testing/open-studio.ts';
import type { EncodeOrder } from '../encode-export.ts';
import { DEFAULT_EXPORT } from '../../model/export-settings.ts';
import { createSceneExtender } from '../extend-scene.ts';
import { createShopChecker } from './check-shop.ts';
import { createShopSources } from './shop-sources.ts';
import { listEnlargements, shopRequest, shopStatus } from './shop-status.ts';

/** Measurements of a made file, by what it shows. */
type Measured = Partial<PixelFacts> & { readonly bytes?: number };
interface Measure {
  readonly scene?: Measured;
  readonly product?: Measured;
}

const WHITE: PixelFacts = {
  edge: { pixels: 9, notWhite: 0, worst: [255, 255, 255] },
  transparentShare: 0,
  ground: { kind: 'plain', color: [255, 255, 255] },
  product: null,
  sharpness: 1,
  border: null,
  linesBeside: null,
};
const LARGE = { xPx: 100, yPx: 100, widthPx: 1800, heightPx: 1900 };
const SCENE: PixelFacts = {
  ...WHITE,
  edge: { pixels: 9, notWhite: 9, worst: [90, 80, 70] },
  ground: { kind: 'scene' },
};

/** Studio with a made scene, whose files are measured by how they were made. */
async function openScene(
  { scene = {}, product = {} }: Measure = {},
  services: Partial<StudioServices> = {},
  answer = adjustableTask,
) {
  const orders = new Map<Blob, EncodeOrder>();
  const encodeExport = async (order: EncodeOrder): Promise<Blob> => {
    const { bytes = 88 } = order.isTransparent ? product : scene;
    const file = new Blob([new Uint8Array((bytes * order.quality) / 88)], { type: order.mimeType });
    orders.set(file, order);
    return file;
  };
  const measureExport = async (file: Blob): Promise<PictureFacts> => {
    const order = orders.get(file);
    if (!order) throw new Error('Another file is measured.');
    const { widthPx, heightPx, drawn: box } = order.frame;
    const { bytes: _, ...pixels } = order.isTransparent ? product : scene;
    const shown = order.isTransparent
      ? { ...WHITE, product: { by: 'ground', box, cutOffAt: [], things: 1 } as const }
      : SCENE;
    return {
      file: {
        name: null,
        bytes: file.size,
        format: 'jpeg',
        widthPx,
        heightPx,
        colors: 'rgb',
        bitsPerSample: 8,
        profile: null,
      },
      pixels: { ...shown, ...pixels },
    };
  };
  const { studio, asked } = await withMadeScene({ encodeExport, measureExport, ...services }, answer);
  const source = await studio.exporter.source();
  if (!source) throw new Error('There is nothing to export.');
  const extend = studio.context.get(createSceneExtender);
  const openSources = () => createShopSources(source, extend, () => undefined);
  let sources = openSources();
  const makeFile = studio.context.get(createShopChecker);
  const check = async (
    shop: ChannelId,
    { mayUseCutOut = false, stem = 'mug', hasGenerations = true } = {},
  ) => {
    const file = await makeFile(shop, sources, DEFAULT_EXPORT, mayUseCutOut);
    return {
      file,
      isAlone: file.source.isTransparent,
      request: shopRequest(shop, file, { stem, altText: 'A mug.' }),
      status: shopStatus(shop, file, { stem, today: '2026-12-01', hasGenerations }),
    };
  };
  /** Opens the dialog again, without what it knew. */
  const reopen = (): void => {
    sources = openSources();
  };
  return { check, source, studio, asked, reopen };
}

const kinds = (findings: readonly { readonly kind: string }[]): readonly string[] =>
  findings.map(({ kind }) => kind);

describe('the file for a shop', () => {
  it('fills the frame with the scene, if the shop accepts scenes', async () => {
    const { check } = await openScene();
    const { file, isAlone, status } = await check('etsy');
    expect(isAlone).toBe(false);
    expect(file.settings).toMatchObject({
      format: 'jpeg',
      fit: 'fill',
      size: { kind: 'preset', id: 'etsy' },
    });
    // The file is larger than the scene, unless Upscale has enlarged it.
    expect(status).toEqual({ state: 'advised', fixed: [], fixable: [], remaining: [] });
    const rules = { stem: 'mug', today: '2026-12-01', hasGenerations: true };
    expect(shopStatus('etsy', { ...file, isEnlarged: true }, rules)).toEqual({ ...status, state: 'met' });
  });

  it.each(['amazon', 'walmart', 'zalando', 'otto'] as const)(
    'shows the product on white for %s, which refuses scenes',
    async (shop) => {
      const { check } = await openScene();
      const { file, isAlone, status } = await check(shop);
      expect(isAlone).toBe(true);
      expect(file.settings).toMatchObject({ isTrimmed: true, fit: 'fit', background: '#ffffff' });
      expect(['fixed', 'advised']).toContain(status.state);
      expect(kinds(status.fixed).some((kind) => kind === 'white' || kind === 'light')).toBe(true);
    },
  );

  it('cannot be fixed when the product is cut off, and says so', async () => {
    const { check } = await openScene({
      product: { product: { by: 'ground', box: LARGE, cutOffAt: ['bottom'], things: 1 } },
    });
    const { status } = await check('amazon');
    expect(status.state).toBe('unmet');
    expect(status.remaining[0]?.sentence).toContain('The product is cut off at the lower edge');
  });

  it('is enlarged only by Fix it, and can’t be fixed without a generation left', async () => {
    const { check } = await openScene({ product: { sharpness: 0.1 } });
    const { file, status } = await check('amazon');
    expect([status.state, kinds(status.fixable)]).toEqual(['fixable', ['sharp']]);
    expect(listEnlargements([{ file, status }])).toEqual([{ source: file.source, factor: 4 }]);
    const without = (await check('amazon', { hasGenerations: false })).status;
    expect([without.state, kinds(without.remaining)]).toEqual(['unmet', ['sharp']]);
  });

  it('keeps a scene that a shop without a rule about backgrounds refuses, until Fix it is used', async () => {
    const { check } = await openScene({ scene: { border: { sides: ['left', 'right'], thicknessPx: 90 } } });
    const { isAlone, status } = await check('ebay');
    expect([isAlone, status.state, kinds(status.fixable)]).toEqual([false, 'fixable', ['border']]);
    const fixed = await check('ebay', { mayUseCutOut: true });
    expect([fixed.isAlone, fixed.status.state, kinds(fixed.status.fixable)]).toEqual([true, 'advised', []]);
  });

  it('has a quality at which it is as small as the shop requires', async () => {
    const { check } = await openScene({ scene: { bytes: 11e6 } });
    const { file, status } = await check('etsy');
    expect([file.settings.quality, status.state, kinds(status.fixed)]).toEqual([75, 'advised', ['bytes']]);
  });

  it('has a name that the shop accepts', async () => {
    const { check } = await openScene();
    const { request, status } = await check('otto', { stem: 'Größe M' });
    expect(request.stem).toBe('Groesse M');
    expect(kinds(status.fixed)).toContain('name');
    const walmart = await check('walmart', { stem: 'mug' });
    expect([walmart.status.state, kinds(walmart.status.remaining)]).toEqual(['advised', ['name']]);
  });
});

it('a product alone has its own alt text, not that of its scene', async () => {
  const { studio } = await openScene();
  studio.description.set('A mug on a beach.');
  const shown = await studio.exporter.source();
  const product = await shown?.alone?.();
  if (!shown || !product) throw new Error('There is nothing to export.');
  expect([shown.altText, product.altText]).toEqual(['A mug on a beach.', '']);
});

describe('the enlargements of several files', () => {
  it('enlarge each picture once', async () => {
    const { check } = await openScene({ product: { sharpness: 0.1 } });
    const files = [await check('amazon'), await check('zalando')];
    expect(listEnlargements(files)).toEqual([{ source: files[0]?.file.source, factor: 4 }]);
  });

  it('include no picture that the shops accept as it is', async () => {
    const { check } = await openScene({ product: { sharpness: 0.1 } });
    const files = await Promise.all((['etsy', 'ebay', 'amazon'] as const).map((shop) => check(shop)));
    const [amazon] = files.slice(-1);
    expect(listEnlargements(files).map(({ source }) => source)).toEqual([amazon?.file.source]);
  });
});

describe('a scene that a crop to the shop’s frame would cut through the product', () => {
  const EXTENDED = { widthPx: 3072, heightPx: 2304 };
  /** Square scene whose product is too tall for 4:3; later ones have the size of the extended one. */
  const openTall = (isRefused = false) =>
    openScene(
      {},
      {
        taskState: async (id) => adjustableTask(Number(id.slice(-1))),
        fetchBlob: async (url) => new Blob([url], { type: 'image/png' }),
        decodePicture: async (file) => {
          const isExtended = (await file.text()).includes('scene-2');
          return { url: 'blob:scene', ...(isExtended ? EXTENDED : { widthPx: 1024, heightPx: 1024 }) };
        },
      },
      (at) => {
        const { result, ...task } = adjustableTask(at);
        const isExtended = at > 1;
        if (isExtended && isRefused) throw new TypeError('Failed to fetch');
        const size = isExtended ? { width: EXTENDED.widthPx, height: EXTENDED.heightPx } : {};
        const width = isExtended ? 0.6 : 0.9;
        return { ...task, result: { ...result, ...size, placement: { ...MADE_PLACE, centerY: 0.5, width } } };
      },
    );

  it('is made again for nothing in the frame’s format, once, and fills the file', async () => {
    const { check, source, studio, asked, reopen } = await openTall();
    const before = asked.length;
    const { file } = await check('etsy');
    expect(asked).toHaveLength(before + 1);
    const { placement, ...form } = asked.at(-1)?.form ?? {};
    expect(form).toMatchObject({
      scene_s3: source.storedKey,
      aspect_ratio: 3,
      larger_size: 'true',
      larger_side: 3072,
    });
    expect(JSON.parse(placement ?? '').width).toBeLessThan(0.9);
    expect(file.source.picture).toMatchObject(EXTENDED);
    expect(file.settings.fit).toBe('fill');
    expect(requireDocument(studio).edits.currentId).toBe(source.pictureId);
    reopen();
    expect((await check('etsy')).file.source.pictureId).toBe(file.source.pictureId);
    expect(asked).toHaveLength(before + 1);
  });

  it('has the color of its edge around it if it can’t be made again, and is tried again later', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { check, source, asked } = await openTall(true);
    await check('etsy');
    const before = asked.length;
    const { file } = await check('etsy');
    expect(asked).toHaveLength(before + 1);
    expect(file.source).toBe(source);
    expect(file.settings).toMatchObject({ fit: 'fit', background: source.edgeColor });
    warn.mockRestore();
  });

  it('is made again with more pixels for a shop with a larger frame of the same format', async () => {
    const { check, asked } = await openTall();
    const before = asked.length;
    await check('shopify');
    expect(asked).toHaveLength(before + 1);
    expect(asked.at(-1)?.form).toMatchObject({ aspect_ratio: 1, larger_size: 'true', larger_side: 2048 });
  });
});
