// @vitest-environment happy-dom
import { MESSAGES } from '@packshot/contract/messages';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import { TOOL_NAMES } from '@packshot/contract/tools/names';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { offerWork } from '../../../lib/handover/incoming-work.ts';
import { stubServer } from '../../../testing/browser-doubles.ts';
import { savedRecord } from '../../../testing/saved-record.ts';
import type { StudioServices } from '../state/services.ts';
import { fakeServices, pngFile } from '../testing/fake-services.ts';
import { tasks } from '../testing/fake-tasks.ts';
import { requireDocument, openedWith, settle, getState } from '../testing/open-studio.ts';
import { button, happens, haveCredits, renderIn, zoneButton } from '../testing/render-studio.tsx';
import { createStudio } from './studio.ts';
import type { Studio } from './studio.ts';
import { Page } from '../testing/page.tsx';

/** Mocks media queries for a window of this width with enough height. */
const mockWindow = (widthRem: number): void =>
  void vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) => {
    const least = /^\(min-width: (\d+)rem\)/.exec(query);
    const below = /^\(width < (\d+)rem\)/.exec(query);
    const matches = least ? widthRem >= Number(least[1]) : below ? widthRem < Number(below[1]) : false;
    return Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList;
  });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 800));
  mockWindow(80);
});

const renderPage = async (studio: Studio): Promise<UserEvent> => {
  const user = await renderIn(studio, <Page />);
  await happens(settle);
  return user;
};
const empty = async (
  overrides: Partial<StudioServices> = {},
): Promise<{ studio: Studio; user: UserEvent }> => {
  const studio = createStudio(fakeServices(overrides));
  return { studio, user: await renderPage(studio) };
};
const drop = (files: readonly File[]): Promise<void> =>
  happens(() => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } }));

describe('the Create page without a photo', () => {
  it('asks for a photo, with a different text for each tool', async () => {
    const { studio } = await empty();
    expect(screen.getByRole('heading', { name: 'Drop a product photo' })).toBeDefined();
    const promises = new Set<string>();
    for (const tool of TOOL_NAMES.filter((name) => name !== 'inspire')) {
      await happens(() => studio.chooseTool(tool));
      promises.add(screen.getByText(/Drop it anywhere/).parentElement?.textContent ?? '');
    }
    expect(promises.size).toBe(TOOL_NAMES.length - 1);
  });

  it('opens the file picker with its button and with its key', async () => {
    const { user } = await empty();
    const picker = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    await user.click(zoneButton('Choose a photo'));
    expect(picker).toHaveBeenCalledTimes(1);
    await user.keyboard('n');
    expect(picker).toHaveBeenCalledTimes(2);
  });

  it('opens a photo dropped anywhere, and several as a batch', async () => {
    const { studio } = await empty();
    await drop([pngFile()]);
    expect(requireDocument(studio).photo?.name).toBe('mug.png');
    expect(screen.getByRole('complementary', { name: 'Cut out' })).toBeDefined();
    await drop([pngFile('a.png'), pngFile('b.png')]);
    expect(await screen.findByRole('heading', { name: 'Batch of 2 photos' })).toBeDefined();
    await drop([pngFile('c.png')]);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Batch of 3 photos' })).toBeDefined());
  });

  it('opens a batch, and returns', async () => {
    const { user } = await empty();
    await user.click(button('a batch'));
    await screen.findByRole('heading', { name: 'Drop your product photos' });
    await user.click(zoneButton('Back to the editor'));
    expect(screen.getByRole('heading', { name: 'Drop a product photo' })).toBeDefined();
  });

  it('offers more credits when the balance is empty', async () => {
    await empty();
    await happens(() => haveCredits({ generations: 0 }));
    expect(screen.getByText(new RegExp(MESSAGES.outOfCredits))).toBeDefined();
    expect(screen.getByRole('link', { name: 'See plans' })).toBeDefined();
  });

  it('opens and removes recent documents', async () => {
    const { studio } = await openedWith('cut-out');
    await studio.startOver();
    const user = await renderPage(studio);
    const recent = within(screen.getByRole('list', { name: 'Recent photos' }));
    await user.click(recent.getByRole('button', { name: 'Open mug.png' }));
    await happens(settle);
    expect(requireDocument(studio).results).toHaveLength(1);
    await happens(() => studio.startOver());
    await user.click(button('Remove mug.png from this browser'));
    await happens(settle);
    expect(screen.queryByRole('list', { name: 'Recent photos' })).toBeNull();
  });
});

describe('work handed over from another page', () => {
  const REUSED = { prompt: 'marble podium', seed: 7, settings: { light: 'night' as const } };

  it('opens a photo with its tool', async () => {
    offerWork({ file: pngFile('cup.png'), tool: 'magic', referenceId: null });
    const { studio } = await empty();
    expect(requireDocument(studio)).toMatchObject({ tool: 'magic', photo: { name: 'cup.png' } });
    expect(useGlobalState.getState().loadCreatePageAgain).toBe(false);
  });

  it('opens the picture of history in the address, once', async () => {
    const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';
    localStorage.setItem('token', 'access');
    const data = savedRecord(ID, { tool_type: TOOL_IDS.upscale, output_image_url: '/mug.png' });
    const requests = stubServer({ [ID]: () => Response.json({ data }) });
    history.replaceState(null, '', `/studio?record=${ID}`);
    const { studio } = await empty();
    await waitFor(() => expect(getState(studio).stage).toBe('open'));
    expect(requests).toHaveLength(1);
    expect(location.search).toBe('');
  });

  it('keeps settings from history for the next photo', async () => {
    offerWork({ file: null, tool: 'scene', referenceId: null, reused: REUSED });
    const { studio } = await empty();
    expect(screen.getByText(/^Your settings will be applied to it: “marble podium”\./)).toBeDefined();
    await drop([pngFile()]);
    expect(requireDocument(studio).edits.scene).toMatchObject({
      prompt: 'marble podium',
      seed: 7,
      light: 'night',
    });
    expect(requireDocument(studio).tool).toBe('scene');
  });

  it('applies settings from history to the open photo', async () => {
    const { studio } = await openedWith('cut-out');
    await renderPage(studio);
    await happens(() => offerWork({ file: null, tool: 'scene', referenceId: null, reused: REUSED }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Describe the scene' }).value).toBe(
        'marble podium',
      ),
    );
    expect(requireDocument(studio).photo?.name).toBe('mug.png');
  });
});

describe('overlays of the stage', () => {
  it('the export opens with its button and with its key', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderPage(studio);
    await user.click(button('Export as…'));
    expect(await screen.findByRole('dialog', { name: 'Export' })).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Control>}{Shift>}S{/Shift}{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Export' })).toBeDefined();
  });

  it('the shortcuts open with their button and with their key', async () => {
    const { user } = await empty();
    await user.click(button('Keyboard'));
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
    await user.keyboard('{Escape}');
    await user.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined();
  });

  it('an offer of more downloads appears when the balance is empty', async () => {
    const { studio } = await openedWith('cut-out', {
      downloadBalance: async () => ({ id: '1', download_credits: -1 }),
    });
    const user = await renderPage(studio);
    await user.click(button('Download PNG'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Not enough downloads left' }));
    expect(dialog.getByText(MESSAGES.outOfDownloadCredits)).toBeDefined();
    expect(dialog.getByRole('link', { name: 'See plans' })).toBeDefined();
    const [close] = dialog.getAllByRole('button', { name: 'Close' });
    if (close) await user.click(close);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a slow run shows its progress and can be canceled', async () => {
    const cancelTasks = vi.fn(async (ids: readonly string[]) => ids);
    const { studio } = await openedWith('describe', {
      cancelTasks,
      ...tasks({
        upscale: ({ onTaskIds }) => {
          onTaskIds(['2b1c9c57-95d3-4a77-8a56-7a7d3a1f6a03']);
          return new Promise(() => undefined);
        },
      }),
    });
    studio.chooseTool('upscale');
    const user = await renderPage(studio);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const panel = within(screen.getByRole('complementary', { name: 'Upscale' }));
    await user.click(panel.getByRole('button', { name: 'Upscale' }));
    expect(screen.queryByRole('region', { name: /^Upscaling/ })).toBeNull();
    await happens(() => vi.advanceTimersByTime(2_000));
    vi.useRealTimers();
    const overlay = within(screen.getByTestId('loading-overlay'));
    expect(overlay.getByText('Waiting in line')).toBeDefined();
    await user.click(overlay.getByRole('button', { name: 'Cancel' }));
    await happens(settle);
    expect(cancelTasks).toHaveBeenCalledTimes(1);
  });
});

describe('the shell around the studio', () => {
  it('is told which pictures are on the stage', async () => {
    const { studio } = await openedWith('describe');
    await renderPage(studio);
    expect(useGlobalState.getState()).toMatchObject({ contextImage: 'blob:fake', finalImageRedux: null });
    await happens(() => studio.chooseTool('cut-out'));
    await happens(studio.run);
    expect(useGlobalState.getState().finalImageRedux).toBe('blob:fake');
    await happens(studio.startOver);
    expect(useGlobalState.getState()).toMatchObject({ contextImage: null, finalImageRedux: null });
  });

  it('announces changes to screen readers', async () => {
    const { studio } = await openedWith('cut-out');
    await renderPage(studio);
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(
      getState(studio).announcement,
    );
    expect(getState(studio).announcement).not.toBe('');
  });
});

it('on a phone the tools are a row above the panel, under the stage', async () => {
  mockWindow(24);
  const { studio } = await openedWith('cut-out');
  await renderPage(studio);
  expect(screen.queryByRole('navigation', { name: 'Tools' })).toBeNull();
  expect(screen.getByRole('group', { name: 'Tools' })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Cut out' })).toBeDefined();
});
