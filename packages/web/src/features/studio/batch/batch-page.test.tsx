// @vitest-environment happy-dom
import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { formatInstallation, INSTALLATION_META } from '@packshot/contract/service/installation';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-client.ts';
import { createStudio } from '../shell/studio.ts';
import type { Studio } from '../shell/studio.ts';
import type { StudioServices } from '../state/services.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { LOOK, lyingCutOut, sceneWithLock, success, tasks, unsureCutOut } from '../testing/fake-tasks.ts';
import {
  button,
  readDescription,
  happens,
  haveCredits,
  radio,
  renderIn,
  zoneButton,
} from '../testing/render-studio.tsx';
import { requireDocument, getState } from '../testing/open-studio.ts';
import type { Batch, BatchItem } from './batch.ts';
import BatchPage from './batch-page.tsx';

const onFiles = vi.fn<(files: readonly File[]) => void>();
const onOutOfDownloads = vi.fn<() => void>();

async function shownWith(
  count: number,
  overrides: Partial<StudioServices> = {},
): Promise<{ studio: Studio; user: UserEvent; services: ReturnType<typeof fakeServices> }> {
  const services = fakeServices(overrides);
  const studio = createStudio(services);
  if (count > 0)
    await studio.batch.runner.add(Array.from({ length: count }, (_, at) => pngFile(`mug ${at + 1}.png`)));
  const user = await renderIn(studio, <BatchPage onFiles={onFiles} onOutOfDownloads={onOutOfDownloads} />);
  return { studio, user, services };
}
const getBatch = (studio: Studio): Batch | null => studio.batch.runner.store.getState().batch;
const card = (name: string): HTMLElement => screen.getByRole('article', { name });
const cards = (): HTMLElement[] => screen.queryAllByRole('article');
const fail = (message: string, code: 'INTERNAL'): TaskState => ({
  ...success(),
  status: 'FAILURE',
  result: undefined,
  error: { code, message },
});

beforeEach(() => {
  onFiles.mockReset();
  onOutOfDownloads.mockReset();
});

describe('an empty batch', () => {
  it('asks for photos, passes chosen or dropped files on, and leads back to the editor', async () => {
    const { studio, user } = await shownWith(0);
    studio.batch.show(true);
    expect(screen.getByRole('heading', { name: 'Drop your product photos' })).toBeDefined();
    const files = [pngFile('a.png'), pngFile('b.png')];
    const zone = zoneButton('Choose photos').closest('label') ?? document.body;
    fireEvent.drop(zone, { dataTransfer: { files } });
    expect(onFiles).toHaveBeenCalledExactlyOnceWith(files);
    const picker = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(zoneButton('Choose photos'));
    expect(picker).toHaveBeenCalled();
    await user.click(zoneButton('Back to the editor'));
    expect(studio.store.getState().isBatchShown).toBe(false);
  });
});

describe('the series option of a batch', () => {
  it('can be switched off and on, and explains two ways to continue with a photo of another view', async () => {
    const answers: string[] = [];
    const { studio, user } = await shownWith(1, {
      ...tasks({
        'cut-out': lyingCutOut(0.9),
        scene: async ({ form, onTaskIds }) => {
          answers.push(form.look === undefined ? 'own' : 'look');
          if (form.look !== undefined)
            throw new ApiError('VIEW_NOT_IN_LOOK', 422, OWN_MESSAGES.viewNotInLook);
          onTaskIds([sceneWithLock(0).task_id]);
          return sceneWithLock(0);
        },
      }),
    });
    await happens(() => studio.batch.runner.beginWith({ look: LOOK, title: 'Oak window', elevationDeg: 7 }));
    expect(screen.getByText('Look of “Oak window”')).toBeDefined();
    const one = screen.getByRole<HTMLInputElement>('switch', { name: /One look for all/ });
    expect(one.checked).toBe(true);
    await user.click(button('Create 1 picture'));
    const missed = within(card('mug 1.png'));
    expect(await missed.findByText('Shot from a different angle: high angle, not eye level.')).toBeDefined();
    expect(missed.queryByRole('button', { name: 'Try mug 1.png again' })).toBeNull();
    expect(missed.getByRole('button', { name: 'Use the look anyway' })).toBeDefined();
    await user.click(missed.getByRole('button', { name: 'Use its own angle' }));
    await waitFor(() => expect(getBatch(studio)?.items[0]?.state).toBe('done'));
    expect(answers).toEqual(['look', 'own']);
  });
});

describe('the photos of a batch', () => {
  it('lists photos with their actions, and removes them', async () => {
    const { studio, user } = await shownWith(2);
    expect(screen.getByRole('heading', { name: 'Batch of 2 photos' })).toBeDefined();
    expect(cards().map((one) => one.getAttribute('aria-label'))).toEqual(['mug 1.png', 'mug 2.png']);
    expect(within(card('mug 1.png')).getByText(/^1 kB, waiting$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Download mug 1.png' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try mug 1.png again' })).toBeNull();
    await user.click(button('Remove mug 1.png'));
    expect(cards()).toHaveLength(1);
    expect(getBatch(studio)?.items.map(({ name }) => name)).toEqual(['mug 2.png']);
    expect(screen.getByRole('heading', { name: 'Batch of 1 photo' })).toBeDefined();
  });

  it('adds files dropped on “Add more photos”', async () => {
    await shownWith(2);
    const more = [pngFile('c.png')];
    fireEvent.drop(zoneButton('Add more photos').closest('label') ?? document.body, {
      dataTransfer: { files: more },
    });
    expect(onFiles).toHaveBeenCalledExactlyOnceWith(more);
  });

  it('shows why a photo is unreadable, and offers only to remove it', async () => {
    const { studio } = await shownWith(0);
    await happens(() =>
      studio.batch.runner.add([new File(['no picture'], 'text.png', { type: 'image/png' })]),
    );
    const broken = within(card('text.png'));
    expect(broken.getByText(OWN_MESSAGES.unsupportedImage)).toBeDefined();
    expect(broken.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Remove text.png',
    ]);
  });

  it('shows the progress of a photo, which can’t be removed until its end', async () => {
    const end = Promise.withResolvers<TaskState>();
    const { user } = await shownWith(
      1,
      tasks({
        'cut-out': async ({ onTaskIds, onTask }) => {
          onTaskIds([success().task_id]);
          onTask({ ...success(), status: 'STARTED', progress: 0.5, stage: 'Finding the edges' });
          return end.promise;
        },
      }),
    );
    await user.click(button('Create 1 picture'));
    const bar = await screen.findByRole('progressbar', { name: 'mug 1.png' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('55'));
    expect(within(card('mug 1.png')).getByText('Finding the edges')).toBeDefined();
    expect(within(card('mug 1.png')).queryAllByRole('button')).toEqual([]);
    await happens(() => end.resolve(success()));
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('1 done');
  });

  it('shows the error of a failed photo, and retries one or all', async () => {
    let isBroken = true;
    const { studio, user } = await shownWith(
      2,
      tasks({
        'cut-out': async ({ onTaskIds }) => {
          onTaskIds([success().task_id]);
          return isBroken ? fail('The worker fell over.', 'INTERNAL') : success();
        },
      }),
    );
    await user.click(button('Create 2 pictures'));
    expect(await screen.findAllByText('The worker fell over.')).toHaveLength(2);
    expect(screen.getByRole('status').textContent).toBe('2 failed');
    isBroken = false;
    await user.click(button('Try mug 2.png again'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 done, 1 failed'));
    await user.click(button('Retry failed'));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 done'));
    expect(screen.queryByRole('button', { name: 'Retry failed' })).toBeNull();
    expect(getBatch(studio)?.items.map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('doesn’t count skipped photos as failures, and includes them in the progress', async () => {
    const { studio } = await shownWith(4);
    const batch = getBatch(studio);
    const [first, second, third, fourth] = batch?.items ?? [];
    if (!batch || !first || !second || !third || !fourth) throw new Error('There are four photos.');
    const missed = { message: 'Seen from above; the others from the side.', isFinal: false, isMiss: true };
    const cutOutResult = { taskId: success().task_id, key: 'u/1/cut-out.png', widthPx: 700, heightPx: 500 };
    const items: BatchItem[] = [
      { ...first, state: 'done' },
      { ...second, state: 'failed', failure: missed },
      { ...third, state: 'waiting', cutOut: { idempotencyKey: third.id, taskIds: [], made: cutOutResult } },
      { ...fourth, state: 'waiting' },
    ];
    await happens(() => studio.batch.runner.store.setState({ batch: { ...batch, items } }));
    expect(screen.getByText('1 of 4 done, 1 skipped')).toBeDefined();
    expect(screen.getByText(missed.message).className).not.toContain('danger');
    expect(screen.getByText('Cut out, waiting for its scene')).toBeDefined();
  });

  it('opens a photo in Create with its result', async () => {
    const { studio, user } = await shownWith(1);
    studio.batch.show(true);
    await user.click(button('Open mug 1.png in Create'));
    await waitFor(() => expect(studio.store.getState().document?.photo?.name).toBe('mug 1.png'));
    expect(studio.store.getState().isBatchShown).toBe(false);
  });
});

describe('the steps of a batch', () => {
  it('offers background, scene prompt and file format before the start', async () => {
    const { studio, user } = await shownWith(2, {
      references: async () => [
        { id: 'marble-podium', title: 'Marble podium', image: '/marble.webp', stages: [] } as never,
      ],
    });
    expect(screen.getByRole('complementary', { name: 'Steps' })).toBeDefined();
    expect(screen.getByText('One generation per photo.')).toBeDefined();
    await user.click(radio('Scene'));
    expect(screen.getByText('Two generations per photo: its cut-out and its scene.')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Describe the scene' }), 'sand');
    await user.click(await screen.findByRole('button', { name: 'Marble podium', pressed: false }));
    await user.click(radio('JPEG'));
    expect(getBatch(studio)?.recipe).toMatchObject({
      background: { kind: 'scene', prompt: 'sand', referenceId: 'marble-podium' },
      file: { format: 'jpeg' },
    });
    expect(screen.getByRole('button', { name: 'Marble podium', pressed: true })).toBeDefined();
    // A batch doesn't offer the formats PSD and AVIF.
    expect(screen.queryByRole('radio', { name: 'PSD' })).toBeNull();
    expect(screen.queryByRole('radio', { name: 'AVIF' })).toBeNull();
    await user.click(button('Create 2 pictures'));
    await waitFor(() => expect(screen.getByText('sand, Marble podium')).toBeDefined());
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('mentions no generations on a server without billing', async () => {
    const meta = document.createElement('meta');
    meta.name = INSTALLATION_META;
    meta.content = formatInstallation({ billing: 'off', signUp: 'open', mail: 'on' });
    document.head.replaceChildren(meta);
    onTestFinished(() => document.head.replaceChildren());
    await shownWith(1);
    expect(document.body.textContent).not.toMatch(/generation/i);
  });

  it('shows the cost beside the remaining credits, and can’t be started without credits', async () => {
    haveCredits({ generations: 5 });
    const { user } = await shownWith(2);
    expect(readDescription(button('Create 2 pictures'))).toBe('Uses 2 of 5 generations. Failures are free.');
    await user.click(radio('Scene'));
    expect(readDescription(button('Create 2 pictures'))).toBe('Uses 4 of 5 generations. Failures are free.');
    await happens(() => haveCredits({ generations: 3 }));
    expect(readDescription(button('Create 2 pictures'))).toBe(
      'Needs 4 generations; you have 3. The batch pauses when they run out. See plans',
    );
    await happens(() => haveCredits({ generations: 0 }));
    expect(button('Create 2 pictures').disabled).toBe(true);
    expect(readDescription(button('Create 2 pictures'))).toBe(`${MESSAGES.outOfCredits} See plans`);
  });

  it('discards a batch before it starts', async () => {
    const { studio, user } = await shownWith(2);
    await user.click(button('Discard batch'));
    await waitFor(() => expect(getBatch(studio)).toBeNull());
    expect(screen.getByRole('heading', { name: 'Drop your product photos' })).toBeDefined();
  });
});

describe('a running batch', () => {
  it('pauses, resumes and cancels', async () => {
    const { studio, user, services } = await shownWith(
      3,
      tasks({
        'cut-out': ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          }),
      }),
    );
    await user.click(button('Create 3 pictures'));
    await user.click(button('Pause'));
    expect(getBatch(studio)?.phase).toBe('paused');
    await user.click(button('Resume'));
    expect(getBatch(studio)?.phase).toBe('running');
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.getAllByText('Canceled, nothing was charged')).toHaveLength(3));
    expect(services.notices).toContainEqual({ type: 'success', message: OWN_MESSAGES.batchCanceled });
  });

  it('pauses when credits run out, and shows why and how to get more', async () => {
    const { studio, user } = await shownWith(
      2,
      tasks({
        'cut-out': async () => {
          throw new ApiError('OUT_OF_CREDITS', 402, MESSAGES.outOfCredits);
        },
      }),
    );
    await user.click(button('Create 2 pictures'));
    await waitFor(() => expect(getBatch(studio)?.phase).toBe('paused'));
    const panel = within(screen.getByRole('complementary', { name: 'Steps' }));
    expect(panel.getByRole('alert').textContent).toContain(MESSAGES.outOfCredits);
    expect(panel.getAllByRole('link', { name: /see plans/i }).length).toBeGreaterThan(0);
  });
});

describe('a finished batch', () => {
  const finishBatch = async (overrides: Partial<StudioServices> = {}) => {
    const renderedBatch = await shownWith(2, overrides);
    await renderedBatch.user.click(button('Create 2 pictures'));
    await screen.findByRole('button', { name: 'Download ZIP of 2' });
    return renderedBatch;
  };

  it('downloads one ZIP, with the cost shown before and after', async () => {
    const saveFile = vi.fn<StudioServices['saveFile']>();
    haveCredits({ downloads: 5 });
    const { user } = await finishBatch({ saveFile });
    expect(readDescription(button('Download ZIP of 2'))).toBe(
      'Uses 2 of 5 downloads. Saving it again is free.',
    );
    await user.click(button('Download ZIP of 2'));
    await waitFor(() =>
      expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'Packshot batch.zip'),
    );
    await waitFor(() =>
      expect(readDescription(button('Download ZIP of 2'))).toBe('Already downloaded. Free to save again.'),
    );
    expect(screen.getAllByText(/, downloaded$/)).toHaveLength(2);
    expect(onOutOfDownloads).not.toHaveBeenCalled();
  });

  it('saves single pictures under the names of their photos', async () => {
    const saveFile = vi.fn<StudioServices['saveFile']>();
    const { user } = await finishBatch({ saveFile });
    await user.click(button('Download mug 2.png'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'mug 2.png'));
  });

  it('offers more downloads when too few are left for one picture or for the ZIP', async () => {
    haveCredits({ downloads: 1 });
    const { user } = await finishBatch({ downloadBalance: async () => ({ id: '1', download_credits: -1 }) });
    expect(readDescription(button('Download ZIP of 2'))).toBe('Needs 2 downloads; you have 1. See plans');
    await user.click(button('Download ZIP of 2'));
    await waitFor(() => expect(onOutOfDownloads).toHaveBeenCalledTimes(1));
    await user.click(button('Download mug 1.png'));
    await waitFor(() => expect(onOutOfDownloads).toHaveBeenCalledTimes(2));
  });

  it('marks results with quality flags and reasons, filters them, and opens them at the flag', async () => {
    let count = 0;
    const { studio, user } = await finishBatch(
      tasks({
        'cut-out': (call) => {
          count += 1;
          if (count === 2) return unsureCutOut(call);
          call.onTaskIds([success().task_id]);
          return Promise.resolve(success());
        },
      }),
    );
    const reason = 'Check the left edge. And 1 more.';
    expect(within(card('mug 1.png')).queryByText(/Check the left edge/)).toBeNull();
    await user.click(button('Please check (1)'));
    expect(cards().map((one) => one.getAttribute('aria-label'))).toEqual(['mug 2.png']);
    await user.click(within(card('mug 2.png')).getByRole('button', { name: reason }));
    await waitFor(() => expect(requireDocument(studio).results[0]?.doubts).toHaveLength(2));
    expect(getState(studio)).toMatchObject({ isBatchShown: false, document: { tool: 'cut-out' } });
    await user.click(button('mug 2.png looks right'));
    expect(screen.queryByText(/Check the left edge|Please check/)).toBeNull();
    expect(cards()).toHaveLength(2);
  });

  it('asks before a new batch discards pictures that weren’t downloaded', async () => {
    const { studio, user } = await finishBatch();
    await user.click(button('New batch'));
    const dialog = within(screen.getByRole('dialog', { name: 'Discard these pictures?' }));
    expect(dialog.getByText('2 of them were not downloaded yet.')).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Keep them' }));
    expect(getBatch(studio)?.items).toHaveLength(2);
    await user.click(button('New batch'));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(getBatch(studio)).toBeNull());
  });
});
