import { randomUUID } from 'node:crypto';
import { createImageEngine } from '@packshot/image-engine';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createContactSheets } from '../tools/work/contact-sheets.ts';
import { ENGINE_CACHE } from '../testing/engine-cache.ts';
import { PLAIN_RECIPE } from '../testing/endpoint-requests.ts';
import { readZip } from '../testing/read-zip.ts';
import { startTestServices } from '../testing/test-services.ts';
import type { TestServices } from '../testing/test-services.ts';
import type { Caller } from '../platform/access/caller.ts';

const engine = createImageEngine({ cacheDir: ENGINE_CACHE });
let services: TestServices;
let ann: Caller;
beforeAll(async () => {
  services = await startTestServices({ sheets: createContactSheets(async () => engine) });
  const guest = await services.newGuest();
  await services.pool.query(`update memberships set role = 'owner' where user_id = $1`, [guest.userId]);
  ann = { ...guest, role: 'owner' };
});
afterAll(async () => {
  await Promise.all([engine.close(), services.stop()]);
});

/** Creates a run with this many finished rows, one rejected and one failed row; the first row's picture is deleted. */
async function createRun(count: number, name = 'Ä 10 & <b>'): Promise<string> {
  const { id: recipe_id } = await services.recipes.create(ann, { name: randomUUID(), recipe: PLAIN_RECIPE });
  const { id } = await services.runs.create(ann, { name, recipe_id, only_changed: false });
  const source = { kind: 'url', url: 'https://shop.example/mug.jpg' } as const;
  const items = Array.from({ length: count + 2 }, (_, place) => ({
    sku: `mug-${place + 1}`,
    variant: '',
    slot: '',
    columns: {},
    source,
  }));
  await services.runs.addItems(ann, id, { first_row: 1, items });
  const thumb = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c02020' } })
    .webp({ lossless: true })
    .toBuffer();
  const key = `results/${id}/thumb.webp`;
  await services.objects.write(key, thumb, { contentType: 'image/webp' });
  await services.pool.query(
    `update run_items set thumb_key = case row when 1 then 'results/gone.webp' else $2 end,
       state = (case row when $3 then 'rejected' when $4 then 'failed' else 'done' end)::item_state
     where run_id = $1`,
    [id, key, count + 1, count + 2],
  );
  return id;
}

async function fetchSheet(id: string, kind: 'sheet_pdf' | 'sheet_png') {
  const { url } = await services.runs.orderDownload(ann, id, { kind });
  const { body, ...file } = await services.runs.open(url.split('/').at(-2) ?? '');
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { ...file, bytes: Buffer.concat(parts) };
}

const times = (bytes: Buffer, what: RegExp): number => bytes.toString('latin1').match(what)?.length ?? 0;

async function readCenterColor(png: Buffer, cell: number): Promise<readonly number[]> {
  const left = Math.round((36 + (cell % 5) * 106.6 + 48) * 2);
  const top = Math.round((36 + 44 + 48) * 2);
  const [red = 0, green = 0, blue = 0] = await sharp(png)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return [red, green, blue];
}

describe('a contact sheet', () => {
  it('shows the pictures of a download, thirty per page, as a PDF', async () => {
    const { bytes, fileName } = await fetchSheet(await createRun(31), 'sheet_pdf');
    expect(fileName).toBe('packshot-contact-sheet.pdf');
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    expect(times(bytes, /\/Type \/Page\b(?!s)/g)).toBe(2);
    expect(times(bytes, /\/Subtype \/Image/g)).toBe(30);
  });

  it('is a PNG if one page is enough, and a ZIP of PNGs otherwise', async () => {
    const one = await fetchSheet(await createRun(3), 'sheet_png');
    expect(one.fileName).toBe('packshot-contact-sheet.png');
    expect(await sharp(one.bytes).metadata()).toMatchObject({ format: 'png', width: 1190, height: 1684 });
    expect(await readCenterColor(one.bytes, 0)).toEqual([255, 255, 255]);
    expect(await readCenterColor(one.bytes, 1)).toEqual([192, 32, 32]);
    expect(await readCenterColor(one.bytes, 3)).toEqual([255, 255, 255]);
    const more = await fetchSheet(await createRun(31), 'sheet_png');
    expect(more.fileName).toBe('packshot-contact-sheet.zip');
    const pages = readZip(more.bytes);
    expect([...pages.keys()]).toEqual(['contact-sheet-001.png', 'contact-sheet-002.png']);
    const last = pages.get('contact-sheet-002.png') ?? Buffer.alloc(0);
    expect(await readCenterColor(Buffer.from(last), 0)).toEqual([192, 32, 32]);
    expect(await readCenterColor(Buffer.from(last), 1)).toEqual([255, 255, 255]);
  });

  it('draws letters that our font lacks with a font of the machine, and writes all others as text', async () => {
    const [ours, other] = [await createRun(1), await createRun(1, '漢字 かな 한글')];
    const [written, sheetWithDrawnText] = [
      await fetchSheet(ours, 'sheet_pdf'),
      await fetchSheet(other, 'sheet_pdf'),
    ];
    // The PDF with drawn text has two more images: one for the letters and one for their alpha mask.
    expect(
      times(sheetWithDrawnText.bytes, /\/Subtype \/Image/g) - times(written.bytes, /\/Subtype \/Image/g),
    ).toBe(2);
  });

  it('is complete with more than six hundred pictures', async () => {
    const { bytes } = await fetchSheet(await createRun(631), 'sheet_pdf');
    expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    expect(times(bytes, /\/Type \/Page\b(?!s)/g)).toBe(22);
    expect(times(bytes, /\/Subtype \/Image/g)).toBe(630);
  });

  it('is one empty page for a run without pictures', async () => {
    const { bytes } = await fetchSheet(await createRun(0), 'sheet_pdf');
    expect(times(bytes, /\/Type \/Page\b(?!s)/g)).toBe(1);
  });
});
