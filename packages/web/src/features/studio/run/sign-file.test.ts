import type { TaskState } from '@packshot/contract/tools/tasks';
import { describe, expect, it, vi } from 'vitest';
import { createDocument } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import { PHOTO_ID } from '../model/results.ts';
import { fakeServices } from '../testing/fake-services.ts';
import { success, tasks } from '../testing/fake-tasks.ts';
import type { AskedTask } from '../testing/fake-tasks.ts';
import { drawnFrom, withBackground } from './drawn-from.ts';
import { signAndPay, signFile, WronglyDrawnError } from './sign-file.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

const FILE = new Blob(['drawn'], { type: 'image/jpeg' });
const METADATA = { altText: '', digitalSourceType: 'composite' } as const;
const [CUT_OUT_ID, CROP_ID] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
];

const result = (id: string, part: Partial<StudioDocument['results'][number]>) => ({
  id,
  tool: 'cut-out' as const,
  inputId: PHOTO_ID,
  key: '',
  widthPx: 400,
  heightPx: 300,
  durationMs: 0,
  isDownloaded: false,
  scene: null,
  cropOf: null,
  strength: null,
  ...part,
});
const half = {
  quarterTurns: 0,
  isFlipped: false,
  angleDeg: 0,
  centerX: 0.5,
  centerY: 0.5,
  width: 0.5,
  height: 0.5,
};
/** Document with a 400 × 300 photo, its cut-out on the server, and a central crop of `cropped` made in the browser. */
function documentWith(cropped: string): StudioDocument {
  const photo = { name: 'mug.jpg', sizeBytes: 1, mimeType: 'image/jpeg', widthPx: 400, heightPx: 300 };
  const document = createDocument({ id: 'one', nowMs: 0, photo, tool: 'crop' });
  return {
    ...document,
    results: [
      result(CUT_OUT_ID, { key: 'results/u/cut-out.png' }),
      result(CROP_ID, { widthPx: 200, heightPx: 150, cropOf: { id: cropped, crop: half } }),
    ],
  };
}

describe('the sources of a file drawn in the browser', () => {
  it('contain the server’s picture from which a crop was made, with the crop’s position', () => {
    const drawing = withBackground(
      drawnFrom(documentWith(CUT_OUT_ID), CROP_ID),
      '#ffffff',
      [2, 0, 0, 2, 5, 0],
    );
    expect(drawing).toEqual({
      pictures: [{ source: 'results/u/cut-out.png', matrix: [2, 0, 0, 2, -195, -150] }],
      ground: '#ffffff',
    });
  });

  it('are empty for a crop of a photo that wasn’t uploaded', () => {
    expect(drawnFrom(documentWith(PHOTO_ID), CROP_ID)).toBeNull();
  });
});

describe('a photo that was opened from History', () => {
  it.each(['records/u/1/output_image', 'results/u/1/1-full.png'])(
    'has the server’s key %s as its source',
    (key) => {
      const document = documentWith(PHOTO_ID);
      const openedFrom = { key, isDownloaded: true, sourceType: 'composite' } as const;
      const opened = { ...document, photo: document.photo && { ...document.photo, openedFrom } };
      expect(drawnFrom(opened, PHOTO_ID)?.pictures[0]?.source).toBe(key);
      expect(drawnFrom(opened, CROP_ID)?.pictures).toEqual([
        { source: key, matrix: [1, 0, 0, 1, -100, -75] },
      ]);
    },
  );
});

describe('signing a file', () => {
  it('sends nothing when no part of the file came from the server', async () => {
    const upload = vi.fn(async () => 'u/1/drawn');
    const signed = await signFile(fakeServices({ upload }), { file: FILE, drawn: null, metadata: METADATA });
    expect(signed).toEqual({ file: FILE, isMissed: false });
    expect(upload).not.toHaveBeenCalled();
  });

  it('doesn’t upload unchanged server pixels, and returns the file unsigned when the server refuses', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const upload = vi.fn(async () => 'u/1/drawn');
    const exportTask = vi.fn(async (_call: AskedTask<'export'>) => success());
    const services = fakeServices({ upload, ...tasks({ export: exportTask }) });
    const drawing = drawnFrom(documentWith(PHOTO_ID), CUT_OUT_ID);
    const storedKey = 'results/u/cut-out.png';
    const { isMissed } = await signFile(services, {
      file: FILE,
      drawn: drawing,
      storedKey,
      metadata: METADATA,
    });
    expect([isMissed, upload.mock.calls.length, exportTask.mock.calls[0]?.[0].form.image_s3]).toEqual([
      false,
      0,
      storedKey,
    ]);
    exportTask.mockRejectedValueOnce(new Error('busy'));
    expect(await signFile(services, { file: FILE, drawn: drawing, metadata: METADATA })).toEqual({
      file: FILE,
      isMissed: true,
    });
  });

  it('pays once the server has recognized the file, but not when it shows another picture', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const drawing = drawnFrom(documentWith(PHOTO_ID), CUT_OUT_ID);
    const fileToSign = { file: FILE, drawn: drawing, metadata: METADATA };
    const pay = vi.fn(async () => undefined);
    const refused = [
      async (): Promise<TaskState> => ({
        task_id: CUT_OUT_ID,
        status: 'FAILURE',
        progress: 0,
        error: { code: 'FILE_NOT_RECOGNIZED', message: 'Another picture.' },
      }),
      () => Promise.reject(new ApiError('FILE_NOT_RECOGNIZED', 422, 'Another picture.')),
    ];
    for (const answer of refused) {
      const services = fakeServices(tasks({ export: answer }));
      await expect(signAndPay(services, fileToSign, pay)).rejects.toBeInstanceOf(WronglyDrawnError);
    }
    expect(pay).not.toHaveBeenCalled();
    const services = fakeServices(tasks({ export: async () => success() }));
    expect(await signAndPay(services, fileToSign, pay)).toMatchObject({ isMissed: false });
    expect(pay).toHaveBeenCalledTimes(1);
  });
});
