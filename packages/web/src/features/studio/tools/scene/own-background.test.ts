import { OWN_MESSAGES } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { pngFile } from '../../testing/fake-services.ts';
import { answerFor, tasks } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import { requireDocument, openedWith, settle, getState } from '../../testing/open-studio.ts';
import { isProductInvisible } from '../../composite/composing.ts';

describe('the user’s own picture', () => {
  it('is uploaded once for several scenes, and again when the server has lost it', async () => {
    const uploads: string[] = [];
    const forms: AskedTask<'scene'>['form'][] = [];
    let isLost = false;
    const { studio } = await openedWith('scene', {
      upload: async (file) => {
        uploads.push(file.type);
        return `u/1/${uploads.length}`;
      },
      ...tasks({
        scene: (call) => {
          forms.push(call.form);
          if (isLost) {
            isLost = false;
            return Promise.reject(new ApiError('UPLOAD_NOT_FOUND', 404, OWN_MESSAGES.uploadNotFound));
          }
          return answerFor('scene')(call);
        },
      }),
    });
    await studio.scene.setReferencePicture(pngFile('mood.png'));
    await studio.run();
    await studio.run();
    // Uploads the photo unchanged, and a small copy of the reference, because only the reference's colors and light are
    // used.
    expect(uploads).toEqual(['image/png', 'image/webp']);
    expect(forms.map((form) => form.reference_s3)).toEqual(['u/1/2', 'u/1/2']);
    expect(forms[0]).toMatchObject({ feature_type: 5 });
    isLost = true;
    await studio.run();
    expect(forms.at(-1)?.reference_s3).toBe('u/1/3');
  });

  it('is refused with its own message when it is unreadable, and changes nothing', async () => {
    const { studio, services } = await openedWith('scene');
    await studio.scene.setReferencePicture(new File(['text'], 'mood.png'));
    expect(services.notices.at(-1)).toEqual({ type: 'error', message: OWN_MESSAGES.unsupportedImage });
    expect(requireDocument(studio).edits.scene.reference).toBeNull();
  });

  it.each(['setBackgroundPicture', 'setReferencePicture'] as const)(
    'is refused by %s for an unsupported file extension, with a warning, and changes nothing',
    async (take) => {
      const { studio, services } = await openedWith('scene');
      const before = requireDocument(studio).edits.scene;
      await studio.scene[take](pngFile('mood.tiff'));
      expect(services.notices.at(-1)).toEqual({
        type: 'warning',
        message: 'File mood.tiff is not supported',
      });
      expect(requireDocument(studio).edits.scene).toEqual(before);
      await studio.scene[take](pngFile('MOOD.PNG'));
      expect(requireDocument(studio).edits.scene).not.toEqual(before);
    },
  );
});

describe('a completely transparent product', () => {
  it('is measured once, and reported', async () => {
    const visibleBox = vi.fn(async () => null);
    const { studio } = await openedWith('scene', { visibleBox });
    studio.scene.setScenePrompt('snow');
    await settle();
    expect(visibleBox).toHaveBeenCalledTimes(1);
    expect(isProductInvisible(getState(studio))).toBe(true);
  });
});

describe('a background composed in the browser', () => {
  it('is paid for with its product’s key, and saved without a generation request', async () => {
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/x.png' }));
    const saveFile = vi.fn();
    const generate = vi.fn(async () => []);
    const { studio } = await openedWith('scene', {
      requestDownload,
      saveFile,
      ...tasks({ scene: generate }),
    });
    studio.scene.setColor('#e8c4bb');
    await studio.download();
    expect(requestDownload).toHaveBeenCalledWith('u/1/result.png');
    expect(saveFile).toHaveBeenCalledTimes(1);
    expect(generate).not.toHaveBeenCalled();
  });

  it('is harmonized with the composite and the product’s outline, and can be harmonized again', async () => {
    const calls: AskedTask<'harmonize'>[] = [];
    const uploads: string[] = [];
    const { studio } = await openedWith('scene', {
      upload: async (blob) => {
        uploads.push(await blob.text());
        return `u/1/${uploads.length}`;
      },
      fetchBlob: async () => new Blob(['signed'], { type: 'image/png' }),
      ...tasks({
        harmonize: (call) => {
          calls.push(call);
          return answerFor('harmonize')(call);
        },
      }),
    });
    studio.scene.setColor('#e8c4bb');
    studio.chooseTool('harmonize');
    studio.settings.setStrength(0.8);
    // Simulates a double click: the second one comes while the composite is being made.
    await Promise.all([studio.run(), studio.run()]);
    expect(calls).toHaveLength(1);
    // Uploads the file that the server has signed, so that its provenance continues.
    expect(uploads.slice(1).toSorted()).toEqual(['alpha', 'png', 'signed']);
    const keys = {
      image_s3: `u/1/${uploads.indexOf('signed') + 1}`,
      mask_s3: `u/1/${uploads.indexOf('alpha') + 1}`,
    };
    expect(calls[0]).toMatchObject({ form: { ...keys, strength: '0.80' } });
    expect(requireDocument(studio).results.map(({ tool }) => tool)).toEqual([
      'cut-out',
      'composite',
      'harmonize',
    ]);
    studio.settings.setStrength(0.4);
    await studio.run();
    expect(calls[1]).toMatchObject({ form: { ...keys, strength: '0.40' } });
    expect(uploads).toHaveLength(4);
  });
});
