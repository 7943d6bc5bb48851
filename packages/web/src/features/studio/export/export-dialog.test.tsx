// @vitest-environment happy-dom
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { EXPORT_FORMATS } from '@packshot/contract/tools/export';
import { cleanup, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStudio } from '../shell/studio.ts';
import type { Studio } from '../shell/studio.ts';
import type { StudioServices } from '../state/services.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { adjustableTask } from '../testing/fake-tasks.ts';
import { withMadeScene } from '../testing/open-made-scene.ts';
import { openedWith } from '../testing/open-studio.ts';
import {
  button,
  change,
  readDescription,
  haveCredits,
  radio,
  renderIn,
  slider,
  textbox,
} from '../testing/render-studio.tsx';
import type { EncodeOrder } from './encode-export.ts';
import ExportDialog from './export-dialog.tsx';
import { EXPORT_MAX_SIDE_PX, FORMATS } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { MARKETPLACE_SIZES } from '../model/marketplace-sizes.ts';

const onClose = vi.fn<() => void>();
const onOutOfDownloads = vi.fn<() => void>();
const onSaveRecipe = vi.fn<() => void>();

beforeEach(() => {
  onClose.mockReset();
  onOutOfDownloads.mockReset();
  onSaveRecipe.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.unstubAllGlobals());

const dialogIn = (studio: Studio): Promise<UserEvent> =>
  renderIn(
    studio,
    <ExportDialog onClose={onClose} onOutOfDownloads={onOutOfDownloads} onSaveRecipe={onSaveRecipe} />,
  );

async function openDialog(overrides: Partial<StudioServices> = {}) {
  const opened = await openedWith('cut-out', overrides);
  return { ...opened, user: await dialogIn(opened.studio) };
}
const getSettings = (studio: Studio): ExportSettings => studio.store.getState().exportSettings;
const slide = (name: string, value: number): boolean => change(slider(name), value);
const encoder = () =>
  vi.fn(async (order: EncodeOrder) => new Blob([order.mimeType], { type: order.mimeType }));

/** Server that makes a scene with sides of 1,024 px, and later ones of 2,048 px. */
const scenesInTwoSizes = (encodeExport: ReturnType<typeof encoder>): Partial<StudioServices> => ({
  encodeExport,
  taskState: async (id) => adjustableTask(Number(id.slice(-1))),
  fetchBlob: async (url) => new Blob([url], { type: 'image/png' }),
  decodePicture: async (file) => {
    const sidePx = (await file.text()).includes('scene-2') ? 2048 : 1024;
    return { url: 'blob:scene', widthPx: sidePx, heightPx: sidePx };
  },
});

describe('the export dialog', () => {
  it('explains that there is nothing to export', async () => {
    await dialogIn(createStudio(fakeServices()));
    expect(screen.getByRole('status').textContent).toBe('There is nothing to export yet.');
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  });

  it('reports a picture that couldn’t be read', async () => {
    const { studio, services } = await openedWith('cut-out');
    Object.assign(services, {
      decodePicture: () => Promise.reject(new Error('no picture')),
    });
    await dialogIn(studio);
    expect(screen.getByRole('status').textContent).toContain('This picture could not be read.');
  });

  it('shows the download progress of a full-size picture', async () => {
    const { studio, services } = await openedWith('cut-out');
    const file = Promise.withResolvers<Blob>();
    services.documents.readBlob = async () => null;
    services.fetchBlob = (_url, onBytes) => {
      onBytes?.(3_100_000, 11_900_000);
      return file.promise;
    };
    await dialogIn(studio);
    expect(await screen.findByText('3.1 MB of 11.9 MB')).toBeDefined();
    expect(screen.getByRole('status').textContent).toContain('Loading the full-size picture');
    file.resolve(pngFile());
    expect(await screen.findByRole('button', { name: 'Download' })).toBeDefined();
    expect(studio.store.getState().arriving).toEqual({});
  });

  it('closes with its X button and with Escape', async () => {
    const { user } = await openDialog();
    await user.click(button('Close'));
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('offers every format with its note and file extension', async () => {
    const { studio, user } = await openDialog();
    for (const format of EXPORT_FORMATS) {
      await user.click(radio(FORMATS[format].name));
      expect(getSettings(studio).format).toBe(format);
      expect(screen.getByText(FORMATS[format].note)).toBeDefined();
      expect(screen.getByText(`.${FORMATS[format].extension}`)).toBeDefined();
    }
  });

  it('moves between formats with the arrow keys', async () => {
    const { studio, user } = await openDialog();
    radio('PNG').focus();
    await user.keyboard('{ArrowRight}');
    expect(getSettings(studio).format).toBe('jpeg');
  });

  it('does not offer WebP in a browser that cannot write it', async () => {
    class Canvas {
      readonly width = 1;
      readonly height = 1;
      getContext = () => ({
        save: () => undefined,
        restore: () => undefined,
        resetTransform: () => undefined,
        fillRect: () => undefined,
        putImageData: () => undefined,
        getImageData: () => ({ data: [255, 0, 255, 255] }),
      });
      convertToBlob = async () => new Blob(['png'], { type: 'image/png' });
    }
    vi.stubGlobal('OffscreenCanvas', Canvas);
    await openDialog();
    expect(screen.queryByRole('radio', { name: 'WebP' })).toBeNull();
    expect(radio('JPEG')).toBeDefined();
  });

  it('sets the quality of formats that have one', async () => {
    const { studio, user } = await openDialog();
    expect(screen.queryByRole('slider', { name: 'Quality' })).toBeNull();
    await user.click(radio('JPEG'));
    slide('Quality', 71);
    expect(getSettings(studio).quality).toBe(71);
    expect(slider('Quality').getAttribute('aria-valuetext')).toBe('71');
  });

  it('replaces transparency with white in a format without transparency', async () => {
    const { user } = await openDialog();
    expect(radio('Transparent').checked).toBe(true);
    await user.click(radio('JPEG'));
    expect(screen.queryByRole('radio', { name: 'Transparent' })).toBeNull();
    expect(radio('White').checked).toBe(true);
  });

  it('reports a marketplace’s objections to the file, and fixes them', async () => {
    const measureExport: StudioServices['measureExport'] = async ({ size, type }) => ({
      file: {
        name: null,
        bytes: size,
        format: type === 'image/png' ? 'png' : 'jpeg',
        widthPx: 1600,
        heightPx: 1600,
        colors: 'rgb',
        bitsPerSample: 8,
        profile: null,
      },
      pixels: null,
    });
    const { studio, user } = await openDialog({ encodeExport: encoder(), measureExport });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Check for' }), 'Zalando');
    const sentence = 'The file is a PNG; Zalando accepts JPEG.';
    await user.click(await screen.findByRole('button', { name: `Fix it: ${sentence}` }));
    expect(getSettings(studio).format).toBe('jpeg');
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
    await user.click(await screen.findByRole('button', { name: /^Fix it: The picture’s shape is 1:1/ }));
    expect(getSettings(studio)).toMatchObject({ isTrimmed: true, size: { kind: 'custom' } });
  });

  it('fills, enlarges and sizes the picture with one click, at the price shown before', async () => {
    haveCredits({ generations: 5 });
    const measureExport: StudioServices['measureExport'] = async ({ size }) => ({
      file: {
        name: null,
        bytes: size,
        format: 'jpeg',
        widthPx: 700,
        heightPx: 500,
        colors: 'rgb',
        bitsPerSample: 8,
        profile: null,
      },
      pixels: {
        edge: { pixels: 1, notWhite: 0, worst: [255, 255, 255] },
        ground: { kind: 'plain', color: [255, 255, 255] },
        product: {
          by: 'matte',
          box: { xPx: 100, yPx: 50, widthPx: 400, heightPx: 400 },
          cutOffAt: [],
          things: 1,
        },
        sharpness: 1,
        border: null,
        linesBeside: 0,
      },
    });
    const encodeExport = encoder();
    const saveFile = vi.fn<StudioServices['saveFile']>();
    const { studio, services, user } = await openDialog({ encodeExport, measureExport, saveFile });
    services.decodePicture = async () => ({ url: 'blob:large', widthPx: 2800, heightPx: 2000 });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Check for' }), 'Amazon');
    const fix = await screen.findByRole('button', { name: /^Fix it: The product fills 80%/ });
    expect(
      screen.getByText(/^“Fix it” enlarges the picture with Upscale. Uses 1 of 5 generations/),
    ).toBeDefined();
    await user.click(fix);
    await waitFor(() => expect(getSettings(studio).size).toEqual({ kind: 'preset', id: 'amazon' }));
    const results = studio.store.getState().document?.results ?? [];
    expect(results.map(({ tool }) => tool)).toEqual(['cut-out', 'upscale']);
    await waitFor(() => {
      const { frame, picture } = encodeExport.mock.lastCall?.[0] ?? {};
      expect(picture).toMatchObject({ widthPx: 2800 });
      expect(frame).toMatchObject({ widthPx: 2000, heightPx: 2000 });
      expect(Math.max(frame?.drawn.widthPx ?? 0, frame?.drawn.heightPx ?? 0)).toBeGreaterThanOrEqual(1700);
      expect(frame?.scale).toBeLessThan(1.2);
    });
    expect(screen.queryByText(/close this, choose Upscale/)).toBeNull();
  });

  it('enlarges without Upscale when no generations are left, with an explanation', async () => {
    haveCredits({ generations: 0 });
    const measureExport: StudioServices['measureExport'] = async ({ size }) => ({
      file: {
        name: null,
        bytes: size,
        format: 'png',
        widthPx: 700,
        heightPx: 500,
        colors: 'rgb',
        bitsPerSample: 8,
        profile: null,
      },
      pixels: null,
    });
    const { studio, user } = await openDialog({ encodeExport: encoder(), measureExport });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Check for' }), 'eBay');
    const fix = await screen.findByRole('button', { name: /^Fix it: The longer side has 700 pixels/ });
    expect(screen.getByText(/^No generations left: “Fix it” enlarges the picture/)).toBeDefined();
    await user.click(fix);
    await waitFor(() => expect(getSettings(studio).size).toEqual({ kind: 'preset', id: 'ebay' }));
    expect(studio.store.getState().document?.results).toHaveLength(1);
  });

  it('sets JPEG and an opaque background when a shop’s size is chosen', async () => {
    const encodeExport = encoder();
    const { studio, user } = await openDialog({ encodeExport });
    studio.look.setBackdrop({ kind: 'color', hex: '#3d5afe' });
    for (const { id, name } of MARKETPLACE_SIZES) {
      await user.click(radio('PNG'));
      await user.click(radio('Transparent'));
      await user.click(radio(new RegExp(`^${name} \\d`)));
      const settings = getSettings(studio);
      expect(settings.format, id).toBe('jpeg');
      expect(settings.background, id).not.toBeNull();
    }
  });

  it('starts with the background chosen on the stage', async () => {
    const { studio } = await openedWith('cut-out');
    studio.look.setBackdrop({ kind: 'color', hex: '#3d5afe' });
    await dialogIn(studio);
    expect(getSettings(studio).background).toBe('#3d5afe');
    expect(screen.getByLabelText<HTMLInputElement>('Custom color').value).toBe('#3d5afe');
  });

  it('has a tile for every marketplace size, and shows the size of the file', async () => {
    const { studio, user } = await openDialog();
    expect(screen.getByText('700 × 500 px')).toBeDefined();
    for (const { id, name, widthPx, heightPx } of MARKETPLACE_SIZES) {
      await user.click(radio(`${name} ${widthPx} × ${heightPx}`));
      expect(getSettings(studio).size).toEqual({ kind: 'preset', id });
      expect(screen.getByText(`${widthPx} × ${heightPx} px`)).toBeDefined();
    }
    await user.click(radio('Original 700 × 500'));
    expect(getSettings(studio).size).toEqual({ kind: 'original' });
  });

  it('follows Amazon’s rules for a product: JPEG, white background, product at 85 percent', async () => {
    const { studio, user } = await openDialog();
    await user.click(radio(/^Amazon/));
    expect(getSettings(studio)).toMatchObject({
      format: 'jpeg',
      background: '#ffffff',
      isTrimmed: true,
      padding: 0.075,
    });
  });

  it('checks the file for the marketplace of the chosen size, even when it is reopened', async () => {
    const { studio, user } = await openDialog();
    const checkedChannel = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Check for' }).value;
    expect(checkedChannel()).toBe('');
    await user.click(radio(/^Etsy/));
    expect(checkedChannel()).toBe('etsy');
    // The checked channel stays, because Instagram has no rules and a custom size implies no shop.
    await user.click(radio(/^Instagram square/));
    expect(checkedChannel()).toBe('etsy');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Check for' }), 'Zalando');
    await user.click(radio(/^Original/));
    expect(checkedChannel()).toBe('zalando');
    await user.click(radio(/^eBay/));
    cleanup();
    await dialogIn(studio);
    expect(checkedChannel()).toBe('ebay');
  });

  it('keeps the aspect ratio of the picture in a custom size, up to the maximum', async () => {
    const { studio, user } = await openDialog();
    await user.click(radio(/^Custom/));
    const field = (name: string): HTMLElement => screen.getByRole('spinbutton', { name });
    change(field('Width in pixels'), '1400');
    expect(getSettings(studio).size).toEqual({ kind: 'custom', widthPx: 1400, heightPx: 1000 });
    change(field('Height in pixels'), '250');
    expect(getSettings(studio).size).toEqual({ kind: 'custom', widthPx: 350, heightPx: 250 });
    change(field('Width in pixels'), '');
    expect(getSettings(studio).size).toEqual({ kind: 'custom', widthPx: 350, heightPx: 250 });
    change(field('Width in pixels'), '999999');
    expect(getSettings(studio).size).toMatchObject({ kind: 'custom', widthPx: EXPORT_MAX_SIDE_PX });
  });

  it('fits or fills the frame, crops to the product and pads it', async () => {
    const { studio, user } = await openDialog();
    expect(screen.queryByRole('radio', { name: 'Fill the frame' })).toBeNull();
    await user.click(radio(/^Etsy/));
    slide('Padding', 10);
    await user.click(screen.getByRole('switch', { name: 'Crop to the product' }));
    expect(getSettings(studio)).toMatchObject({ padding: 0.1, isTrimmed: false });
    await user.click(radio('Fill the frame'));
    expect(getSettings(studio).fit).toBe('fill');
    expect(screen.queryByRole('slider', { name: 'Padding' })).toBeNull();
  });

  it('makes a scene again for nothing in a size that needs more of it, and saves that', async () => {
    const encodeExport = encoder();
    const saveFile = vi.fn<StudioServices['saveFile']>();
    const { studio, asked } = await withMadeScene({ ...scenesInTwoSizes(encodeExport), saveFile });
    const user = await dialogIn(studio);
    const before = asked.length;
    await user.click(radio(/^Shopify/));
    expect(await screen.findByText('Making the scene in this size, free of charge')).toBeDefined();
    expect(await screen.findByText('The scene was made again in this size, free of charge.')).toBeDefined();
    expect(screen.queryByText(/^Enlarged to/)).toBeNull();
    expect(asked).toHaveLength(before + 1);
    expect(asked.at(-1)?.form).toMatchObject({ larger_size: 'true', larger_side: 2048 });
    await waitFor(() => expect(encodeExport.mock.lastCall?.[0].frame.scale).toBe(1));
    await user.click(button('Download'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
    expect(encodeExport.mock.lastCall?.[0].frame).toMatchObject({ widthPx: 2048, heightPx: 2048, scale: 1 });
  });

  it('saves a scene whose download is paid for in a larger size for nothing, even if the user doesn’t wait', async () => {
    const saveFile = vi.fn<StudioServices['saveFile']>();
    const encodeExport = encoder();
    const { studio } = await withMadeScene({ ...scenesInTwoSizes(encodeExport), saveFile });
    studio.store.setState(({ document: open }) => ({
      document: open && { ...open, results: open.results.map((made) => ({ ...made, isDownloaded: true })) },
    }));
    const user = await dialogIn(studio);
    await user.click(radio(/^Shopify/));
    await user.click(button('Download'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
    expect(encodeExport.mock.lastCall?.[0].frame).toMatchObject({ widthPx: 2048, heightPx: 2048, scale: 1 });
  });

  it('keeps the padding that the user chose around a scene', async () => {
    const { studio, asked } = await withMadeScene();
    const before = asked.length;
    studio.store.setState(({ exportSettings }) => ({
      exportSettings: {
        ...exportSettings,
        padding: 0.1,
        size: { kind: 'custom', widthPx: 4000, heightPx: 900 },
      },
    }));
    await dialogIn(studio);
    expect(screen.queryByText('Making the scene in this size, free of charge')).toBeNull();
    expect(asked).toHaveLength(before);
  });

  it('makes and previews the file as configured, and saves the previewed file', async () => {
    const encodeExport = encoder();
    const saveFile = vi.fn<StudioServices['saveFile']>();
    const { user } = await openDialog({ encodeExport, saveFile });
    await user.click(radio('JPEG'));
    await user.click(radio(/^Etsy/));
    slide('Quality', 60);
    await user.clear(textbox('File name'));
    await user.type(textbox('File name'), 'Red mug');
    change(textbox('Alt text'), 'A mug.');
    expect(await screen.findByRole('img', { name: 'Preview of the file' })).toBeDefined();
    await waitFor(() =>
      expect(encodeExport.mock.lastCall?.[0]).toMatchObject({
        mimeType: 'image/jpeg',
        quality: 60,
        ground: '#ffffff',
        frame: { widthPx: 2667, heightPx: 2000 },
        metadata: { altText: 'A mug.' },
      }),
    );
    const encodedCount = encodeExport.mock.calls.length;
    await user.click(button('Download'));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'Red mug.jpg');
    expect(encodeExport.mock.calls.length, 'it was there already').toBe(encodedCount);
    expect(onOutOfDownloads).not.toHaveBeenCalled();
  });

  it('lists the layers of a PSD, and makes them only on download', async () => {
    const writePsd = vi.fn(async () => new Blob(['layers']));
    const { user } = await openDialog({ writePsd });
    await user.click(radio('PSD'));
    expect(screen.getByText('Layers: Product')).toBeDefined();
    await user.click(radio('White'));
    expect(screen.getByText('Layers: Background color, Product')).toBeDefined();
    expect(writePsd).not.toHaveBeenCalled();
    await user.click(button('Download'));
    await waitFor(() => expect(writePsd).toHaveBeenCalledTimes(1));
  });

  it('reports that the file couldn’t be made, and charges nothing', async () => {
    await openDialog({ encodeExport: () => Promise.reject(new Error('too large')) });
    expect(await screen.findByText('Couldn’t be created')).toBeDefined();
    expect(button('Download').disabled).toBe(true);
  });

  it('warns when the picture would be enlarged', async () => {
    const { user } = await openDialog();
    expect(screen.queryByText(/Upscale it to keep it sharp/)).toBeNull();
    await user.click(radio(/^Shopify/));
    expect(screen.getByText(/Enlarged to .* of the original. Upscale it to keep it sharp/)).toBeDefined();
  });
});

describe('the price of an export', () => {
  it('is one download credit, and zero once the picture has been paid for', async () => {
    haveCredits({ downloads: 2 });
    const { studio, user } = await openDialog();
    expect(readDescription(button('Download'))).toBe('Uses 1 of 2 downloads. Saving it again is free.');
    await user.click(button('Download'));
    await waitFor(() => expect(studio.store.getState().document?.results[0]?.isDownloaded).toBe(true));
    expect(readDescription(button('Download'))).toBe('Already downloaded. Free to save again.');
  });

  it('is zero for a crop of the user’s own photo', async () => {
    const { studio } = await openedWith('crop');
    studio.crop.setRatio(1);
    await studio.run();
    await dialogIn(studio);
    expect(readDescription(button('Download'))).toBe('Free: it’s your own photo.');
  });

  it('offers more downloads when the balance is empty', async () => {
    haveCredits({ downloads: 0 });
    await openDialog();
    expect(readDescription(button('Download'))).toBe('No downloads left. See plans');
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/?tab=pricing');
  });

  it('closes the dialog and offers more downloads when the server refuses the payment', async () => {
    const saveFile = vi.fn<StudioServices['saveFile']>();
    const { user } = await openDialog({
      saveFile,
      downloadBalance: async () => ({ id: '1', download_credits: -1 }),
    });
    await user.click(button('Download'));
    await waitFor(() => expect(onOutOfDownloads).toHaveBeenCalledTimes(1));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('keeps the dialog open when the file could not be saved', async () => {
    const { services, user } = await openDialog({
      requestDownload: () => Promise.reject(new Error('no connection')),
    });
    await user.click(button('Download'));
    await waitFor(() =>
      expect(services.notices.at(-1)).toEqual({ type: 'error', message: MESSAGES.downloadFailed }),
    );
    expect(onClose).not.toHaveBeenCalled();
    expect(services.notices).not.toContainEqual({ type: 'success', message: OWN_MESSAGES.imageDownloaded });
  });
});
