// @vitest-environment happy-dom
import { crc32, deflateRawSync } from 'node:zlib';
import type { NewRunItem } from '@packshot/contract/catalog/items';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { button, pageInDocument, press, textOfPage, typeInto } from '../../../testing/page-in-document.ts';
import { refuseWith, sentTo, stubCatalog } from '../testing/catalog-double.ts';
import { exampleItem, exampleRun, exampleStored, RUN_ID } from '../testing/examples.ts';
import { catalogAt } from '../testing/render-catalog.tsx';
import { createZip } from '../testing/build-zip.ts';
import { addPhotos, PHOTOS_PER_CALL } from './add-photos.ts';
import { namesOfPhotos } from '@packshot/contract/catalog/photo-names';
import { rowsOfAddresses, sortFiles } from './photo-files.ts';
import type { PhotoFile } from './photo-files.ts';
import { zipEntries, ZipFault } from './read-zip.ts';
import { toMapping, toUses, withUse } from './table-mapping.tsx';

/** Preview of a table that states its encoding and has lost no digits. */
const SURE = { encoding: null, readings: [], notices: [] };
const uploads = vi.hoisted(() => ({ upload: (_file: File): Promise<string> => Promise.resolve('') }));
vi.mock(import('../../../lib/files/upload.ts'), () => ({
  uploadImage: (file: Blob) => uploads.upload(file as File),
}));

const file = (name: string, size = 10): File => new File([new Uint8Array(size)], name);
const createFoundFiles = (...paths: string[]) =>
  paths.map((path) => ({ path, file: file(path.split('/').at(-1) ?? '') }));
const photo = (name: string, folder = ''): PhotoFile => ({ name, folder, open: async () => file(name) });

const OTHER_RECIPE_ID = '2d3f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b33';

/**
 * Simulates the rows of a run on the server: adding a row under an existing number leaves the existing row unchanged.
 */
function serverDraft(first: readonly string[]) {
  const rows = new Map<number, string>(first.map((sku, at) => [at + 1, sku]));
  return {
    skus: () => [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row.replace(/ .*/, '')),
    add({ body }: { readonly body?: unknown }) {
      const { first_row: from, items } = body as { first_row: number; items: NewRunItem[] };
      const takenRows: number[] = [];
      let added = 0;
      for (const [at, { sku, source }] of items.entries()) {
        const row = `${sku} ${JSON.stringify(source)}`;
        const there = rows.get(from + at);
        if (there === undefined) added += 1;
        if (there === undefined) rows.set(from + at, row);
        else if (there !== row) takenRows.push(from + at);
      }
      return { data: { added, taken: takenRows, items: rows.size } };
    },
  };
}

describe('dropped catalog files', () => {
  it('separates photos, tables and unusable files with reasons', async () => {
    const {
      photos,
      tables,
      refused: not,
    } = await sortFiles(
      createFoundFiles(
        'b/2.jpg',
        'b/10.JPG',
        'a/1.png',
        'list.csv',
        'b/.DS_Store',
        'read me.txt',
        '__MACOSX/x.jpg',
      ),
    );
    expect(photos.map(({ folder, name }) => `${folder}/${name}`)).toEqual(['a/1.png', 'b/2.jpg', 'b/10.JPG']);
    expect(tables.map(({ name }) => name)).toEqual(['list.csv']);
    expect(not).toEqual([{ name: 'read me.txt', why: 'It isn’t a PNG, JPEG or HEIC.' }]);
  });

  it('names photos by their files, or by their folders when file names repeat', () => {
    expect(namesOfPhotos([photo('mug.jpg'), photo('cup.v2.png')])).toEqual([
      { sku: 'mug', slot: '' },
      { sku: 'cup.v2', slot: '' },
    ]);
    expect(namesOfPhotos([photo('front.jpg', 'MUG-1'), photo('front.jpg', 'MUG-2')])).toEqual([
      { sku: 'MUG-1', slot: 'front' },
      { sku: 'MUG-2', slot: 'front' },
    ]);
  });

  it('reads one URL per line, and returns the invalid lines', () => {
    const { rows, wrong } = rowsOfAddresses(
      'https://shop.example/a/Mug%20blue.jpg?x=1\n\nftp://x/y.jpg\r\nhttp://b.example/',
    );
    expect(rows.map(({ sku, source }) => [sku, source.kind === 'url' && source.url])).toEqual([
      ['Mug blue', 'https://shop.example/a/Mug%20blue.jpg?x=1'],
      ['', 'http://b.example/'],
    ]);
    expect(wrong).toEqual(['ftp://x/y.jpg']);
  });
});

describe('a dropped ZIP', () => {
  const content = new TextEncoder().encode('photo '.repeat(400));
  const zip = createZip([
    { path: 'a/', data: new Uint8Array() },
    { path: 'a/one.jpg', data: content },
    { path: 'a/two.jpg', data: content, packed: deflateRawSync(content) },
  ]);

  it('is opened file by file', async () => {
    const entries = await zipEntries(zip);
    expect(entries.map(({ path, sizeBytes }) => [path, sizeBytes])).toEqual([
      ['a/one.jpg', content.length],
      ['a/two.jpg', content.length],
    ]);
    for (const entry of entries)
      expect(new Uint8Array(await (await entry.read()).arrayBuffer())).toEqual(content);
  });

  it.each([
    [
      'decompresses to more bytes than declared',
      { path: 'x.jpg', data: content.slice(5), packed: deflateRawSync(content) },
    ],
    [
      'decompresses to fewer bytes',
      { path: 'x.jpg', data: content, packed: deflateRawSync(content.slice(5)) },
    ],
    ['is damaged', { path: 'x.jpg', data: content, packed: Uint8Array.of(7, 7, 7, 7) }],
    ['is locked', { path: 'x.jpg', data: content, flags: 1 }],
  ])('is rejected when a file %s', async (_what, entry) => {
    const [first] = await zipEntries(createZip([entry]));
    await expect(first?.read()).rejects.toThrow(ZipFault);
  });

  it('keeps the names of a Mac or Windows ZIP, without system files', async () => {
    const path = (text: string, last: number): Uint8Array =>
      Uint8Array.of(...new TextEncoder().encode(text), last, ...new TextEncoder().encode('.jpg'));
    const zipFile = createZip([
      { path: 'Mu\u0308tzen/Mu\u0308tze.jpg', data: content },
      { path: '__MACOSX/Mu\u0308tzen/._Mu\u0308tze.jpg', data: content },
      { path: 'Mu\u0308tzen/.DS_Store', data: content },
      { path: path('Men', 0x81), data: content },
    ]);
    const { photos, refused } = await sortFiles([{ path: 'x.zip', file: new File([zipFile], 'x.zip') }]);
    expect(photos.map(({ name }) => name)).toEqual(['Menü.jpg', 'Mu\u0308tze.jpg']);
    expect(refused).toEqual([]);
    expect(namesOfPhotos(photos).map(({ sku }) => sku)).toEqual(['Menü', 'M\u00FCtze']);
  });

  const parseHex = (hex: string): Uint8Array =>
    Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  it.each([
    ['Japanese Windows', '読.jpg', '93c72e6a7067'],
    ['Russian Windows', 'Ложка деревянная.jpg', '8baea6aaa020a4a5e0a5a2efadada0ef2e6a7067'],
    ['Chinese Windows', '木勺子大号.jpg', 'c4bec9d7d7d3b4f3bac52e6a7067'],
    ['Korean Windows', '파란 머그컵.jpg', 'c6c4b6f520b8d3b1d7c4c52e6a7067'],
    ['Western Windows', 'Größe für Öl.jpg', '477294e1652066817220996c2e6a7067'],
    ['Western Windows, of code page 850', 'São João.jpg', '53c66f204a6fc66f2e6a7067'],
    ['Polish Windows', 'Żółta łyżka.jpg', 'bda2887461208879be6b612e6a7067'],
    ['an archiver for Western Windows', 'Théière.jpg', '5468e969e872652e6a7067'],
  ])('decodes the names of a ZIP from %s', async (_system, name, hex) => {
    const zip = createZip([
      { path: parseHex(hex), data: content },
      { path: 'plain.jpg', data: content },
    ]);
    expect((await zipEntries(zip)).map(({ path }) => path)).toEqual([name, 'plain.jpg']);
  });

  /**
   * Unicode path field of Info-ZIP, which states a file name in UTF-8.
   * @param crc checksum of the plain name to which the field belongs
   */
  const unicodePath = (crc: number, name: string): Uint8Array => {
    const text = new TextEncoder().encode(name);
    const field = new Uint8Array(9 + text.length);
    const view = new DataView(field.buffer);
    view.setUint16(0, 0x7075, true);
    view.setUint16(2, 5 + text.length, true);
    view.setUint8(4, 1);
    view.setUint32(5, crc, true);
    field.set(text, 9);
    return field;
  };

  it('uses a Unicode path field only if its checksum matches the name', async () => {
    const raw = parseHex('93c72e6a7067');
    const [right, wrong] = [crc32(raw), crc32(raw) ^ 1];
    const zip = createZip([
      {
        path: raw,
        data: content,
        extra: Uint8Array.of(0x01, 0x00, 0x02, 0x00, 7, 7, ...unicodePath(right, '本.jpg')),
      },
      { path: raw, data: content, extra: unicodePath(wrong, '本.jpg') },
    ]);
    expect((await zipEntries(zip)).map(({ path }) => path)).toEqual(['本.jpg', '読.jpg']);
  });

  it('uses the file names that table rows name when the encoding is ambiguous', async () => {
    // The byte 0x8e is a different letter in several code pages.
    const zip = createZip([{ path: Uint8Array.of(0x8e, 0x2e, 0x6a, 0x70, 0x67), data: content }]);
    const listExpected = async (): Promise<readonly string[]> => ['photos/О.jpg', 'other.jpg'];
    expect((await zipEntries(zip, { listExpected })).map(({ path }) => path)).toEqual(['О.jpg']);
    const choose = vi.fn(async (): Promise<'cp437'> => 'cp437');
    expect((await zipEntries(zip, { choose })).map(({ path }) => path)).toEqual(['Ä.jpg']);
    expect(choose).toHaveBeenCalledWith(
      expect.arrayContaining([expect.objectContaining({ sample: 'Ä.jpg' })]),
    );
  });

  it('accepts paths that begin with “./”, and excludes their hidden files', async () => {
    const zipFile = createZip([
      { path: './shoes/front.jpg', data: content },
      { path: './shoes/./back.jpg', data: content },
      { path: './shoes/.DS_Store', data: content },
      { path: './__MACOSX/shoes/front.jpg', data: content },
    ]);
    const { photos, refused: not } = await sortFiles([{ path: 'x.zip', file: new File([zipFile], 'x.zip') }]);
    expect(photos.map(({ folder, name }) => `${folder}/${name}`)).toEqual([
      'shoes/back.jpg',
      'shoes/front.jpg',
    ]);
    expect(not).toEqual([]);
  });

  it('explains why a ZIP or folder leaves no photo', async () => {
    const hidden = createZip([{ path: '__MACOSX/a.jpg', data: content }]);
    const { photos, refused: not } = await sortFiles([
      { path: 'hidden.zip', file: new File([hidden], 'hidden.zip') },
      { path: 'nothing.zip', file: new File([createZip([])], 'nothing.zip') },
      { path: 'empty/inside', file: null },
      ...createFoundFiles('system/.DS_Store', 'good/.DS_Store', 'good/a.jpg', '.hidden.jpg'),
    ]);
    expect(photos.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(not).toEqual([
      { name: 'hidden.zip', why: 'It contains no PNG, JPEG or HEIC.' },
      { name: 'nothing.zip', why: 'It contains no PNG, JPEG or HEIC.' },
      { name: 'empty', why: 'It contains no PNG, JPEG or HEIC.' },
      { name: 'system', why: 'It contains no PNG, JPEG or HEIC.' },
      { name: '.hidden.jpg', why: 'It looks like a hidden file.' },
    ]);
  });

  it('excludes and counts thumbnails, deleted photos and placeholders', async () => {
    const zip = createZip([
      { path: 'shoes/a.jpg', data: content },
      { path: 'shoes/@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg', data: content },
      { path: '$RECYCLE.BIN/$R1.jpg', data: content },
      { path: 'shoes/cloud.jpg', data: new Uint8Array() },
    ]);
    const sorted = await sortFiles([{ path: 'x.zip', file: new File([zip], 'x.zip') }]);
    expect(sorted.photos.map(({ name }) => name)).toEqual(['a.jpg']);
    expect(sorted.systemFiles).toEqual(['shoes/@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg', '$RECYCLE.BIN/$R1.jpg']);
    expect(sorted.refused).toEqual([
      { name: 'shoes/cloud.jpg', why: expect.stringContaining('It is empty.') },
    ]);
  });

  it('is refused when it isn’t a ZIP, or is truncated', async () => {
    await expect(zipEntries(new Blob(['no zip']))).rejects.toThrow('damaged or isn’t a ZIP');
    await expect(zipEntries(zip.slice(300))).rejects.toThrow(ZipFault);
    const { refused: not } = await sortFiles([{ path: 'x.zip', file: new File(['no'], 'x.zip') }]);
    expect(not).toEqual([{ name: 'x.zip', why: 'This file is damaged or isn’t a ZIP.' }]);
  });

  it('adds its photos like those of a folder', async () => {
    const { photos } = await sortFiles([{ path: 'x.zip', file: new File([zip], 'x.zip') }]);
    expect(photos.map(({ name, folder }) => [name, folder])).toEqual([
      ['one.jpg', 'a'],
      ['two.jpg', 'a'],
    ]);
    expect((await photos[1]?.open())?.size).toBe(content.length);
  });
});

describe('the column mapping of a table', () => {
  it('assigns a use to each column, and unique uses such as SKU only once', () => {
    const mapping = { sku: 0, variant: null, slot: null, file: 2, url: null, own: [3] };
    const uses = toUses(mapping, 5);
    expect(uses).toEqual(['sku', 'none', 'file', 'own', 'none']);
    expect(toMapping(uses)).toEqual(mapping);
    expect(withUse(uses, 1, 'sku')).toEqual(['own', 'sku', 'file', 'own', 'none']);
    expect(withUse(uses, 1, 'own')).toEqual(['sku', 'own', 'file', 'own', 'none']);
  });
});

describe('the photo upload queue', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', {
      getItem: () => 'access',
      setItem: () => undefined,
      removeItem: () => undefined,
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const order = (part: object = {}) => ({
    runId: RUN_ID,
    items: 0,
    isForRows: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...part,
  });

  it('adds photos in their order, in batches, whatever order the uploads finish in', async () => {
    let items = 2;
    const reached = stubCatalog({
      addRunItems: ({ body }) => {
        const { items: rows } = body as { items: unknown[] };
        items += rows.length;
        return { data: { added: rows.length, taken: [], items } };
      },
    });
    uploads.upload = async ({ name }) => {
      if (name === '3.jpg')
        throw new (await import('../../../lib/api/api-client.ts')).ApiError(
          'EMPTY_FILE',
          400,
          'This file is empty.',
        );
      if (name === '1.jpg') await new Promise((resolve) => setTimeout(resolve));
      return `uploads/${name}`;
    };
    const photos = Array.from({ length: PHOTOS_PER_CALL + 2 }, (_, at) => photo(`${at + 1}.jpg`));
    const added = await addPhotos(photos, order({ items: 2 }));
    expect(added).toEqual({
      refused: [{ name: '3.jpg', why: 'This file is empty.' }],
      unmatched: [],
      left: [],
      failure: null,
      mayBeAfter: null,
    });
    const calls = sentTo(reached, 'addRunItems').map(
      ({ body }) => body as { first_row: number; items: NewRunItem[] },
    );
    expect(calls.map(({ first_row, items: rows }) => [first_row, rows.length])).toEqual([
      [3, PHOTOS_PER_CALL - 1],
      [2 + PHOTOS_PER_CALL, 2],
    ]);
    expect(calls[0]?.items.slice(0, 3).map(({ sku }) => sku)).toEqual(['1', '2', '4']);
  });

  it('waits when the server asks for it, and stops where the connection breaks', async () => {
    const { ApiError } = await import('../../../lib/api/api-client.ts');
    stubCatalog({ addRunItems: () => ({ data: { added: 1, taken: [], items: 1 } }) });
    let tries = 0;
    uploads.upload = async ({ name }) => {
      if (name === 'b.jpg') throw new ApiError('OFFLINE', 0, 'You seem to be offline.');
      tries += 1;
      if (tries === 1) throw new ApiError('TOO_MANY_REQUESTS', 429, 'Slower, please.', { retryAfterS: 0 });
      return 'uploads/a.jpg';
    };
    expect(await addPhotos([photo('a.jpg')], order())).toMatchObject({ failure: null, left: [] });
    expect(tries).toBe(2);
    const broken = await addPhotos([photo('b.jpg')], order());
    expect(broken.failure).toBe('You seem to be offline.');
    expect(broken.left.map(({ name }) => name)).toEqual(['b.jpg']);
  });

  it('appends photos after those added in another browser tab, and loses none', async () => {
    uploads.upload = async ({ name }) => `uploads/${name}`;
    // Another tab has added three rows to the run, which is empty in this tab.
    const draft = serverDraft(['x', 'y', 'z']);
    stubCatalog({ addRunItems: draft.add });
    const added = await addPhotos([photo('a.jpg'), photo('b.jpg')], order());
    expect(added).toMatchObject({ failure: null, left: [] });
    expect(draft.skus()).toEqual(['x', 'y', 'z', 'a', 'b']);
    // If only some row numbers exist already, the existing rows stay unchanged.
    const other = serverDraft(['x']);
    stubCatalog({ addRunItems: other.add });
    await addPhotos([photo('a.jpg'), photo('b.jpg')], order());
    expect(other.skus()).toEqual(['x', 'b', 'a']);
  });

  it('adds and uploads a photo once when an answer was lost', async () => {
    const { ApiError } = await import('../../../lib/api/api-client.ts');
    let uploaded = 0;
    uploads.upload = async ({ name }) => {
      uploaded += 1;
      return `uploads/${uploaded}-${name}`;
    };
    const draft = serverDraft(['x']);
    let isLost = true;
    stubCatalog({
      addRunItems: (request) => {
        const answer = draft.add(request);
        if (isLost) throw new ApiError('OFFLINE', 0, 'You seem to be offline.');
        return answer;
      },
    });
    const interruptedResult = await addPhotos([photo('a.jpg'), photo('b.jpg')], order({ items: 1 }));
    expect(interruptedResult).toMatchObject({ failure: expect.any(String) as string, mayBeAfter: 1 });
    isLost = false;
    const again = await addPhotos(
      interruptedResult.left,
      order({ items: interruptedResult.mayBeAfter ?? 3 }),
    );
    expect(again).toMatchObject({ failure: null, left: [] });
    expect(draft.skus()).toEqual(['x', 'a', 'b']);
    expect(uploaded).toBe(2);
  });

  it('assigns photos to the rows that name them, and reports photos without a row', async () => {
    uploads.upload = async ({ name }) => `uploads/${name}`;
    const reached = stubCatalog({
      attachRunFiles: () => ({ data: { attached: 1, unmatched: ['b.jpg'], missing: 0 } }),
    });
    const added = await addPhotos(
      [photo('a.jpg'), { ...photo('b.jpg'), folder: 'back' }],
      order({ isForRows: true }),
    );
    expect(added.unmatched).toEqual(['b.jpg']);
    expect(sentTo(reached, 'attachRunFiles')[0]?.body).toEqual({
      files: [
        { file_name: 'a.jpg', key: 'uploads/a.jpg' },
        { file_name: 'back/b.jpg', key: 'uploads/b.jpg' },
      ],
    });
  });
});

describe('a draft run', () => {
  const render = pageInDocument();
  const readBy = (text: string): Promise<void> =>
    vi.waitFor(() => expect(textOfPage()).toContain(text), { timeout: 3000 });
  const give = async (...files: File[]): Promise<void> => {
    const input = document.querySelector<HTMLInputElement>('[data-testid=catalog-files]');
    if (!input) throw new Error('There is no place for files.');
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    await act(async () => {
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  };
  const ESTIMATE = {
    photos: 2,
    files: 2,
    credits: 2,
    balance: 5,
    is_free: false,
    downloads: { all: 0, reviewed: 0, balance: 5 },
    seconds: 90,
    example_names: ['MUG_front_shop.jpg'],
    problems: [],
  };
  const items = () => ({ data: [], offset: 0, total: 0 });
  const noRecipes = () => ({ data: [] });

  it('adds photos, shows their cost, and starts', async () => {
    uploads.upload = async ({ name }) => `uploads/${name}`;
    let run = exampleRun({ status: 'draft', items: 0, started_at: null });
    const reached = stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: run }),
      addRunItems: ({ body }) => {
        const added = (body as { items: unknown[] }).items.length;
        run = { ...run, items: added };
        return { data: { added, taken: [], items: added } };
      },
      estimateRun: () => ({ data: ESTIMATE }),
      listRunItems: items,
      changeRun: () => {
        run = { ...run, status: 'running' };
        return { data: run };
      },
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Drop photos');
    await give(file('mug.jpg'), file('notes.txt'), file('cup.png'));
    await readBy('Not added: 1');
    expect(textOfPage()).toContain('notes.txt: It isn’t a PNG, JPEG or HEIC.');
    await readBy('Up to 2 generations · 5 left');
    expect(textOfPage()).toContain('Up to 2 downloads · 5 left');
    expect(textOfPage()).not.toContain('missing');
    expect(textOfPage()).toContain('about 2 minutes');
    expect(textOfPage()).toContain('MUG_front_shop.jpg');
    await press('Start');
    await readBy('Running');
    expect(sentTo(reached, 'changeRun')[0]?.params).toMatchObject({ action: 'start' });
  });

  it('shows each uploaded photo in its row before processing', async () => {
    const createObjectUrl = vi
      .spyOn(URL, 'createObjectURL')
      .mockImplementation((blob) => `blob:${(blob as File).name}`);
    uploads.upload = async ({ name }) => `uploads/${name}`;
    let run = exampleRun({
      status: 'draft',
      items: 2,
      sources: { upload: 0, url: 0, bucket: 0, missing: 2 },
    });
    const createRow = (row: number, name: string, key: string | null) =>
      exampleItem(row, {
        state: 'waiting',
        source: { kind: key === null ? 'file' : 'upload', name },
        outputs: [],
        thumb_url: null,
        photo_url: null,
        photo_key: key,
      });
    let rows = [createRow(1, 'mug.jpg', null), createRow(2, 'cup.png', null)];
    stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: run }),
      estimateRun: () => ({ data: ESTIMATE }),
      listRunItems: () => ({ data: rows, offset: 0, total: 2 }),
      attachRunFiles: () => {
        rows = [createRow(1, 'mug.jpg', 'uploads/mug.jpg'), createRow(2, 'cup.png', null)];
        run = { ...run, sources: { upload: 1, url: 0, bucket: 0, missing: 1 } };
        return { data: { attached: 1, unmatched: [], missing: 1 } };
      },
    });
    const pictures = (): (string | null)[] =>
      [...document.querySelectorAll('li[aria-setsize]')].map(
        (row) => row.querySelector('img')?.getAttribute('src') ?? null,
      );
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Waiting for file');
    expect(pictures()).toEqual([null, null]);
    await give(file('mug.jpg'));
    await vi.waitFor(() => expect(pictures()).toEqual(['blob:mug.jpg', null]), { timeout: 3000 });
    createObjectUrl.mockRestore();
  });

  it('contains the photos added in each of two browser tabs', async () => {
    uploads.upload = async ({ name }) => `uploads/${name}`;
    let run = exampleRun({ status: 'draft', items: 0 });
    const draft = serverDraft(['x', 'y']);
    const reached = stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: run }),
      addRunItems: (request) => {
        const answer = draft.add(request);
        run = { ...run, items: answer.data.items };
        return answer;
      },
      estimateRun: () => ({ data: ESTIMATE }),
      listRunItems: items,
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Drop photos');
    await give(file('mug.jpg'), file('cup.png'));
    await vi.waitFor(() => expect(draft.skus()).toEqual(['x', 'y', 'cup', 'mug']));
    await typeInto('Image URLs, one per line', 'https://shop.example/a.jpg');
    await vi.waitFor(() => expect(button('Add 1 URL')?.disabled).toBe(false));
    draft.add({ body: { first_row: 5, items: [{ sku: 'of another tab', source: null }] } });
    await press('Add 1 URL');
    await vi.waitFor(() => expect(draft.skus()).toHaveLength(6));
    expect(
      sentTo(reached, 'addRunItems').map(({ body }) => (body as { first_row: number }).first_row),
    ).toEqual([1, 3, 5, 6]);
  });

  it('says before the start how many downloads are missing for the ZIP, but can be started', async () => {
    stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: exampleRun({ status: 'draft', items: 2 }) }),
      estimateRun: () => ({ data: { ...ESTIMATE, downloads: { all: 0, reviewed: 0, balance: 1 } } }),
      listRunItems: items,
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy(
      'To download all pictures of this run: Needs 2 downloads, and you have 1. 1 is missing. See plans',
    );
    expect(button('Start')?.disabled).toBe(false);
  });

  it('names no downloads on a server without billing', async () => {
    stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: exampleRun({ status: 'draft', items: 2 }) }),
      estimateRun: () => ({ data: { ...ESTIMATE, downloads: null } }),
      listRunItems: items,
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('about 2 minutes');
    expect(textOfPage()).not.toContain('Up to 2 downloads');
    expect(textOfPage()).not.toContain('To download all pictures');
  });

  it('can’t be started with problems, and names their rows', async () => {
    const problems = [{ code: 'RUN_INCOMPLETE', message: 'Some rows have no photo yet.', rows: [2, 7] }];
    stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({
        data: exampleRun({ status: 'draft', sources: { upload: 3, url: 0, bucket: 0, missing: 2 } }),
      }),
      estimateRun: () => ({ data: { ...ESTIMATE, problems } }),
      listRunItems: items,
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Some rows have no photo yet. Rows 2, 7.');
    expect(button('Start')?.disabled).toBe(true);
    expect(textOfPage()).toContain('2 rows of your table wait for a file.');
    const waiting = [...document.querySelectorAll('[role=status]')].find(({ textContent }) =>
      textContent.includes('wait for a file'),
    );
    expect(waiting?.className).toContain('text-warning');
  });

  it('offers to remove all rows without a photo, or a single row', async () => {
    const problems = [{ code: 'RUN_INCOMPLETE', message: 'Some rows have no photo yet.', rows: [2] }];
    let run = exampleRun({
      status: 'draft',
      items: 3,
      sources: { upload: 2, url: 0, bucket: 0, missing: 1 },
    });
    const rows = () =>
      Array.from({ length: run.items }, (_, at) =>
        exampleItem(at + 1, {
          state: 'waiting',
          ...(at === 2 && { source: { kind: 'file', name: 'later.jpg' } }),
        }),
      );
    const reached = stubCatalog({
      readRun: () => ({ data: run }),
      listRecipes: () => ({ data: [] }),
      estimateRun: () => ({ data: { ...ESTIMATE, problems: run.items === 3 ? problems : [] } }),
      listRunItems: () => ({ data: rows(), offset: 0, total: run.items }),
      removeRunItems: () => {
        run = { ...run, items: run.items - 1, sources: { ...run.sources, missing: 0 } };
        return { data: { removed: 1, items: run.items } };
      },
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Waiting for the file later.jpg.');
    await press('Show missing files');
    await vi.waitFor(() =>
      expect(document.querySelector('textarea')?.value).toBe('SKU-3 · front\tlater.jpg'),
    );
    await press('Close');
    await press('Remove these rows');
    await readBy('Remove 1 row?');
    await press('Keep them');
    expect(sentTo(reached, 'removeRunItems')).toEqual([]);
    await press('Remove these rows');
    await press('Remove');
    await vi.waitFor(() => expect(textOfPage()).not.toContain('later.jpg'));
    await vi.waitFor(() => expect(button('Remove SKU-1 · front')?.disabled).toBe(false));
    await press('Remove SKU-1 · front');
    await vi.waitFor(() => expect(textOfPage()).not.toContain('SKU-2'));
    expect(sentTo(reached, 'removeRunItems').map(({ body }) => body)).toEqual([
      { rows: 'incomplete' },
      { rows: [1] },
    ]);
  });

  it('uses another recipe when the user chooses one', async () => {
    let run = exampleRun({ status: 'draft', items: 0 });
    const other = { ...exampleStored({ name: 'Gray' }), id: OTHER_RECIPE_ID };
    const reached = stubCatalog({
      readRun: () => ({ data: run }),
      listRecipes: () => ({ data: [exampleStored({ version: 2 }), other] }),
      updateRun: () => {
        run = { ...run, recipe: { ...run.recipe, id: other.id, name: 'Gray' } };
        return { data: run };
      },
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    // The run uses a version of the recipe that is no longer the latest.
    await readBy('White, version 2');
    const optionWords = () => [...document.querySelectorAll('option')].map(({ textContent }) => textContent);
    // A first version has the same name as in the form of a new run.
    expect(optionWords()).toEqual(['White', 'White, version 2', 'Gray']);
    await typeInto('Recipe', OTHER_RECIPE_ID);
    await vi.waitFor(() => expect(optionWords()).toEqual(['White, version 2', 'Gray']));
    expect(sentTo(reached, 'updateRun').map(({ body }) => body)).toEqual([{ recipe_id: OTHER_RECIPE_ID }]);
  });

  it('shows a table’s first rows, and adds them with the chosen columns', async () => {
    const mapping = { sku: 0, variant: null, slot: null, file: null, url: null, own: [] };
    const reached = stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({
        data: exampleRun({
          status: 'draft',
          items: 1199,
          sources: { upload: 1197, url: 0, bucket: 0, missing: 2 },
        }),
      }),
      addRunTable: ({ query }) => ({
        data: {
          columns: ['Article', 'Picture'],
          first_rows: [['A-1', 'a.jpg']],
          rows: 1200,
          // Rows count as usable only if the mapping assigns a file to each.
          usable: 'mapping' in query ? 1199 : 0,
          mapping,
          problems: [{ row: 3, message: 'This row has no file name or URL.' }],
          ...SURE,
          added: 'mapping' in query && query['only_show'] !== 'true' ? 1199 : 0,
          taken: [],
        },
      }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Add missing files');
    await give(file('list.xlsx'));
    await readBy('1,200 rows');
    expect(textOfPage()).toContain('Row 3: This row has no file name or URL.');
    expect(textOfPage()).toContain('Unusable rows: 1,200');
    expect(button('Add 0 rows')?.disabled).toBe(true);
    const select = document.querySelector<HTMLSelectElement>('select[aria-label="Use Picture as"]');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, 'file');
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await readBy('Add 1,199 rows');
    expect(textOfPage()).toContain('Unusable rows: 1');
    expect(button('Add 1,199 rows')?.disabled).toBe(false);
    expect(sentTo(reached, 'addRunTable').at(-1)?.query).toMatchObject({ only_show: 'true' });
    await press('Add 1,199 rows');
    await readBy('1,199 rows added from list.xlsx. 1,197 of 1,199 photos found.');
    expect(sentTo(reached, 'addRunTable').at(-1)?.query).toMatchObject({
      mapping: { ...mapping, file: 1 },
      only_show: 'false',
    });
  });

  it('offers other encodings of a table, and shows where digits are missing', async () => {
    const readings = [
      { encoding: 'windows-1250', name: 'Central European', sample: 'A-1;Łyżka' },
      { encoding: 'windows-1252', name: 'Western European', sample: 'A-1;£y¿ka' },
    ];
    const reached = stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: exampleRun({ status: 'draft', items: 0 }) }),
      addRunTable: ({ query }) => ({
        data: {
          columns: ['Article', 'Picture', query['encoding'] === 'windows-1252' ? '£y¿ka' : 'Łyżka'],
          first_rows: [],
          rows: 1,
          usable: 1,
          mapping: { sku: 0, variant: null, slot: null, file: 1, url: null, own: [2] },
          problems: [],
          encoding: query['encoding'] ?? 'windows-1250',
          readings,
          notices: ['Digits are missing in “GTIN” (row 1).'],
          added: 'mapping' in query ? 1 : 0,
          taken: [],
        },
      }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Drop photos');
    await give(file('list.csv'));
    await readBy('Digits are missing in “GTIN” (row 1).');
    expect(document.querySelector('[aria-label="Use Łyżka as"]')).not.toBeNull();
    await typeInto('Character encoding', 'windows-1252');
    await vi.waitFor(() => expect(document.querySelector('[aria-label="Use £y¿ka as"]')).not.toBeNull());
    await press('Add 1 row');
    await readBy('1 row added from list.csv.');
    expect(sentTo(reached, 'addRunTable').at(-1)?.query).toMatchObject({ encoding: 'windows-1252' });
  });

  it('shows which column gives the alt texts, and that other columns are kept', async () => {
    stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: exampleRun({ status: 'draft', items: 300 }) }),
      addRunTable: () => ({
        data: {
          columns: ['Item', 'Photo', 'Description', 'Title'],
          first_rows: [],
          rows: 1,
          usable: 1,
          mapping: { sku: 0, variant: null, slot: null, file: 1, url: null, own: [2, 3] },
          problems: [],
          ...SURE,
          added: 0,
          taken: [],
        },
      }),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Drop photos');
    await give(file('list.csv'));
    await readBy('can be used in file names and appear in the manifest. Its alt texts come from “Title”.');
    await readBy('This draft already has 300 rows; the rows of this table are added to them.');
    const leaveOut = async (column: string): Promise<void> => {
      const select = document.querySelector<HTMLSelectElement>(`select[aria-label="Use ${column} as"]`);
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, 'none');
        select?.dispatchEvent(new Event('change', { bubbles: true }));
      });
    };
    await leaveOut('Title');
    await readBy('Its alt texts come from “Description”.');
    await leaveOut('Description');
    await readBy('For alt texts, keep a column named “Alt text”, “Title” or “Description”.');
    const options = [...document.querySelectorAll('select option[value=own]')];
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Keep as data',
      'Keep as data',
      'Keep as data',
      'Keep as data',
    ]);
  });

  it('lists files that were dropped with a table but not added, even after the table is done', async () => {
    stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: exampleRun({ status: 'draft', items: 0 }) }),
      addRunTable: () => refuseWith('TABLE_UNREADABLE', 'This table could not be read.', 422),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Drop photos');
    await give(file('list.csv'), file('more.csv'), file('notes.txt'));
    await readBy('This table could not be read.');
    await press('Choose another file');
    await readBy('Not added: 2');
    expect(textOfPage()).toContain('more.csv: Add one table at a time.');
  });

  it('accepts files dropped outside the drop zone, and pasted cells as a table', async () => {
    const reached = stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: exampleRun({ status: 'draft', items: 0 }) }),
      addRunTable: () => refuseWith('TABLE_UNREADABLE', 'This table could not be read.', 422),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Drop photos');
    const send = (name: 'drop' | 'paste', transfer: object): Promise<void> =>
      act(async () => {
        const event = new Event(name, { bubbles: true, cancelable: true });
        const key = name === 'paste' ? 'clipboardData' : 'dataTransfer';
        Object.defineProperty(event, key, {
          value: { items: [], files: [], getData: () => '', ...transfer },
        });
        document.body.dispatchEvent(event);
      });
    await send('drop', { types: ['Files'], files: [file('notes.txt')] });
    await readBy('Not added: 1');
    const cells = 'sku\tfile\nA\ta.jpg';
    const getData = (type: string): string => (type === 'text/plain' ? cells : '<table>');
    await send('paste', { types: ['text/plain', 'text/html'], getData });
    await readBy('This table could not be read.');
    expect(sentTo(reached, 'addRunTable')).toHaveLength(1);
  });

  it('explains the problem of a table, and accepts another table', async () => {
    stubCatalog({
      listRecipes: noRecipes,
      readRun: () => ({ data: exampleRun({ status: 'draft', items: 0 }) }),
      addRunTable: () => refuseWith('TABLE_UNREADABLE', 'This table could not be read.', 422),
    });
    await render(catalogAt({ kind: 'run', id: RUN_ID }).page);
    await readBy('Drop photos');
    await give(file('list.csv'));
    await readBy('This table could not be read.');
    expect(button('Choose files')?.closest('[hidden]')).not.toBeNull();
    await press('Choose another file');
    await readBy('Drop photos');
    expect(textOfPage()).not.toContain('could not be read');
    expect(button('Choose files')?.closest('[hidden]')).toBeNull();
  });
});
