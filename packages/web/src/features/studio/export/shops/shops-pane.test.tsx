// @vitest-environment happy-dom
import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudioServices } from '../../state/services.ts';
import { getState, openedWith } from '../../testing/open-studio.ts';
import { button, happens, haveCredits, radio, renderIn } from '../../testing/render-studio.tsx';
import type { EncodeOrder } from '../encode-export.ts';
import ExportDialog from '../export-dialog.tsx';

const onClose = vi.fn<() => void>();
const onSaveRecipe = vi.fn<(shops: readonly string[]) => void>();
beforeEach(() => {
  onClose.mockReset();
  onSaveRecipe.mockReset();
});

/** Measures a file as a sharp product on white, unless a test changes that. */
const measuredAs =
  (orders: Map<Blob, EncodeOrder>, sharpness: (order: EncodeOrder) => number) =>
  async (file: Blob): Promise<PictureFacts> => {
    const order = orders.get(file);
    if (!order) throw new Error('Another file is measured.');
    const { widthPx, heightPx, drawn } = order.frame;
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
      pixels: {
        edge: { pixels: 9, notWhite: 0, worst: [255, 255, 255] },
        transparentShare: 0,
        ground: { kind: 'plain', color: [255, 255, 255] },
        product: { by: 'ground', box: drawn, cutOffAt: [], things: 1 },
        sharpness: sharpness(order),
        border: null,
        linesBeside: null,
      },
    };
  };

async function openShops(
  overrides: Partial<StudioServices> = {},
  sharpness: (order: EncodeOrder) => number = () => 1,
) {
  const orders = new Map<Blob, EncodeOrder>();
  const encodeExport = async (order: EncodeOrder): Promise<Blob> => {
    const file = new Blob([order.metadata.altText], { type: order.mimeType });
    orders.set(file, order);
    return file;
  };
  const saveFile = vi.fn<StudioServices['saveFile']>();
  const zipped: { readonly name: string; readonly input: Blob }[] = [];
  const zip: StudioServices['zip'] = async (files) => {
    for await (const file of files) zipped.push(file);
    return new Blob(['zip']);
  };
  const measureExport = measuredAs(orders, sharpness);
  const opened = await openedWith('cut-out', { encodeExport, measureExport, saveFile, zip, ...overrides });
  const show = () =>
    renderIn(
      opened.studio,
      <ExportDialog onClose={onClose} onOutOfDownloads={() => undefined} onSaveRecipe={onSaveRecipe} />,
    );
  return { ...opened, show, saveFile, zipped, orders };
}

const shop = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name });
const row = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(`^${name} `) });
const expectChecked = (): Promise<void> =>
  waitFor(() => {
    if (button('Download ZIP').disabled) throw new Error('Not checked yet.');
  });

describe('the export for several shops', () => {
  it('saves a file for each ticked shop, with the texts, as one ZIP for one download', async () => {
    haveCredits({ downloads: 3 });
    const { studio, show, saveFile, zipped } = await openShops();
    await happens(() => studio.chooseTool('describe'));
    await happens(() => studio.run());
    const user = await show();
    await user.click(radio('A file for each shop'));
    expect(button('Download ZIP').disabled).toBe(true);
    expect(screen.getByRole('status').textContent).toBe('Tick the shops in which you sell.');
    for (const name of ['Zalando', 'Amazon', 'Etsy']) await user.click(shop(name));
    await expectChecked();
    expect(screen.getByText('3 of 3 files ready')).toBeDefined();
    const shops = screen.getAllByRole('rowheader').map((header) => header.textContent);
    expect(shops).toEqual(['Amazon', 'Etsy', 'Zalando']);
    expect(within(row('Zalando')).getByText('1801 × 2600 px')).toBeDefined();
    for (const name of shops)
      expect(row(name ?? '').textContent, name ?? '').toMatch(
        /Accepted, but could be betterEnlarged to \d+% of the original\.$/,
      );
    expect(screen.getByText(/^Uses 1 of 3 downloads/)).toBeDefined();
    await user.click(button('Download ZIP'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'mug.zip'));
    expect(zipped.map(({ name }) => name)).toEqual([
      'Amazon/mug.jpg',
      'Etsy/mug.jpg',
      'Zalando/mug.jpg',
      'texts.csv',
    ]);
    expect(await zipped[3]?.input.text()).toBe(
      '\uFEFFfile,title,alt_text\r\n' +
        ['Amazon', 'Etsy', 'Zalando']
          .map((name) => `${name}/mug.jpg,Mug in red,A glossy red mug.\r\n`)
          .join(''),
    );
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('remembers the shops, offers them as a recipe, and makes files of no others', async () => {
    const { studio, show, orders } = await openShops();
    const user = await show();
    await user.click(radio('A file for each shop'));
    await user.click(shop('eBay'));
    await user.click(shop('Shopify'));
    await user.click(shop('eBay'));
    await expectChecked();
    expect(getState(studio).shopExport).toEqual({ isOn: true, shops: ['shopify'] });
    expect([...orders.values()].at(-1)?.frame).toMatchObject({ widthPx: 2048, heightPx: 2048 });
    await user.click(button('Save as recipe'));
    expect([onClose.mock.calls.length, onSaveRecipe.mock.calls]).toEqual([1, [[['shopify']]]]);
    await user.click(radio('One file'));
    expect(getState(studio).shopExport).toEqual({ isOn: false, shops: ['shopify'] });
  });

  it('fixes all files with one click, at the price shown before', async () => {
    haveCredits({ generations: 5 });
    const { studio, services, show } = await openShops({}, ({ frame }) => (frame.scale > 1.2 ? 0.1 : 1));
    const user = await show();
    await user.click(radio('A file for each shop'));
    await user.click(shop('Amazon'));
    await user.click(shop('Zalando'));
    await expectChecked();
    expect(screen.getByText('0 of 2 files ready')).toBeDefined();
    expect(within(row('Zalando')).getByText('Enlarging may fix this')).toBeDefined();
    expect(within(row('Zalando')).getByText(/^The product is not sharp/)).toBeDefined();
    expect(
      screen.getByText(
        '“Fix it” enlarges the picture with Upscale. Uses 1 of 5 generations. Failures are free.',
      ),
    ).toBeDefined();
    services.decodePicture = async () => ({ url: 'blob:large', widthPx: 2800, heightPx: 2000 });
    await user.click(button('Fix it'));
    await expectChecked();
    expect(screen.getByText('2 of 2 files ready')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Fix it' })).toBeNull();
    expect(getState(studio).document?.results.map(({ tool }) => tool)).toEqual(['cut-out', 'upscale']);
  });

  it('offers an enlargement that was paid for before free of charge', async () => {
    haveCredits({ generations: 1 });
    const { studio, services, show } = await openShops({}, ({ frame }) => (frame.scale > 1.2 ? 0.1 : 1));
    const startTask = vi.spyOn(services, 'startTask');
    const user = await show();
    await user.click(radio('A file for each shop'));
    await user.click(shop('Amazon'));
    await expectChecked();
    const { decodePicture } = services;
    const enlargeResult = async () => ({ url: 'blob:large', widthPx: 2800, heightPx: 2000 });
    services.decodePicture = enlargeResult;
    await user.click(button('Fix it'));
    await expectChecked();
    haveCredits({ generations: 0 });
    services.decodePicture = decodePicture;
    await user.click(radio('One file'));
    await user.click(radio('A file for each shop'));
    await expectChecked();
    expect(
      screen.getByText('“Fix it” enlarges the picture with Upscale. Free: uses no generation.'),
    ).toBeDefined();
    services.decodePicture = enlargeResult;
    await user.click(button('Fix it'));
    await expectChecked();
    expect(screen.getByText('1 of 1 file ready')).toBeDefined();
    expect(startTask).toHaveBeenCalledOnce();
    expect(getState(studio).document?.results.map(({ tool }) => tool)).toEqual(['cut-out', 'upscale']);
  });

  it('says why a file can’t meet a shop’s rules, and offers no fix without a generation left', async () => {
    haveCredits({ generations: 0 });
    const { show } = await openShops({}, () => 0.1);
    const user = await show();
    await user.click(radio('A file for each shop'));
    await user.click(shop('Amazon'));
    await expectChecked();
    expect(within(row('Amazon')).getByText('Can’t be met')).toBeDefined();
    expect(within(row('Amazon')).getByText(/^The product is not sharp/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Fix it' })).toBeNull();
  });

  it('saves the ZIP when the dialog is closed meanwhile, and frees the picture afterwards', async () => {
    const { services, show, saveFile } = await openShops();
    let finish = (): void => undefined;
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    services.decodePicture = async () => ({ url: 'blob:full', widthPx: 700, heightPx: 500 });
    const user = await show();
    await user.click(radio('A file for each shop'));
    await user.click(shop('Amazon'));
    await expectChecked();
    const { encodeExport } = services;
    services.encodeExport = async (order) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return encodeExport(order);
    };
    await user.click(button('Download ZIP'));
    cleanup();
    expect(revoke).not.toHaveBeenCalledWith('blob:full');
    finish();
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:full'));
  });

  it('saves no ZIP while a file can’t be made', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { show } = await openShops({ encodeExport: () => Promise.reject(new Error('memory')) });
    const user = await show();
    await user.click(radio('A file for each shop'));
    await user.click(shop('Amazon'));
    expect(await within(row('Amazon')).findByText('Couldn’t be created')).toBeDefined();
    expect(button('Download ZIP').disabled).toBe(true);
    expect(screen.queryByText(/^Untick/)).toBeNull();
  });

  it('says which shop to untick when only some files can be made', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { services, show, zipped } = await openShops();
    const { encodeExport } = services;
    services.encodeExport = (order) =>
      order.frame.widthPx === 1801 ? Promise.reject(new Error('memory')) : encodeExport(order);
    const user = await show();
    await user.click(radio('A file for each shop'));
    await user.click(shop('Amazon'));
    await user.click(shop('Zalando'));
    expect(await screen.findByText('Untick Zalando to download the other files.')).toBeDefined();
    expect(button('Download ZIP').disabled).toBe(true);
    await user.click(shop('Zalando'));
    await expectChecked();
    expect(screen.queryByText(/^Untick/)).toBeNull();
    await user.click(button('Download ZIP'));
    await waitFor(() => expect(zipped.map(({ name }) => name)).toEqual(['Amazon/mug.jpg']));
  });
});
