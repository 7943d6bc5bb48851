// @vitest-environment happy-dom
import { INSTALLATION_META } from '@packshot/contract/service/installation';
import { MESSAGES } from '@packshot/contract/messages';
import { TOOL_NAMES, TOOL_WORDS } from '@packshot/contract/tools/names';
import type { TaskState } from '@packshot/contract/tools/tasks';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { LOADING_INDICATOR_DELAY_MS } from '../../../ui/spinner.tsx';
import { UPSCALE_TASK_ID, tasks } from '../testing/fake-tasks.ts';
import type { TaskAnswer } from '../testing/fake-tasks.ts';
import { ApiError } from '../../../lib/api/api-client.ts';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import type { StudioServices } from '../state/services.ts';
import { getCurrentResult, openedWith, settle, getState } from '../testing/open-studio.ts';
import {
  button,
  readDescription,
  happens,
  haveCredits,
  renderIn,
  renderPanel,
  renderPhonePanel,
  textbox,
} from '../testing/render-studio.tsx';
import { FailureCard } from './failure-card.tsx';
import { RunOverlay } from './run-overlay.tsx';

const never = () => new Promise<never>(() => undefined);

describe.each([
  ['panel', renderPanel, 'complementary'],
  ['panel of a phone', renderPhonePanel, 'region'],
] as const)('the tool %s', (_where, renderTool, role) => {
  it.each(TOOL_NAMES)('shows the title and the main button of %s', async (tool) => {
    const { studio } = await openedWith('describe');
    studio.chooseTool(tool);
    await renderTool(studio);
    const { title } = TOOL_WORDS[tool];
    const panel = within(screen.getByRole(role, { name: title }));
    expect(panel.getByRole('heading', { name: title, level: 1 })).toBeDefined();
    const main = panel
      .getAllByRole('button')
      .filter((one) => one.getAttribute('aria-describedby') === 'cost-of-run');
    expect(main).toHaveLength(1);
  });

  it.each(TOOL_NAMES)('announces each slider of %s in words or units, not as a raw number', async (tool) => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool(tool);
    const { user } = await renderTool(studio);
    for (const fold of screen.queryAllByRole('button', { expanded: false })) await user.click(fold);
    for (const slider of screen.queryAllByRole<HTMLInputElement>('slider')) {
      expect(slider.getAttribute('aria-valuetext'), slider.id).toMatch(/\S/);
      expect(Number(slider.min), slider.getAttribute('aria-valuetext') ?? '').toSatisfy(Number.isInteger);
    }
  });

  it('shows the cost of a run against the remaining credits', async () => {
    const { studio } = await openedWith('describe');
    studio.chooseTool('upscale');
    await renderTool(studio);
    const cost = (): string => readDescription(button('Upscale'));
    expect(cost()).toBe('Uses 1 generation. Free if it fails or you cancel.');
    await happens(() => haveCredits({ generations: 1 }));
    expect(cost()).toBe('Uses 1 of 1 generation. Free if it fails or you cancel.');
    await happens(() =>
      useGlobalState.setState({ subscriptionDetails: { has_unlimited_generations: true } as never }),
    );
    expect(cost()).toBe('Included in your plan.');
  });

  it('disables its button without credits, and offers more credits', async () => {
    haveCredits({ generations: 0 });
    const { studio } = await openedWith('describe');
    studio.chooseTool('upscale');
    await renderTool(studio);
    expect(button('Upscale').disabled).toBe(true);
    expect(readDescription(button('Upscale'))).toBe(`${MESSAGES.outOfCredits} See plans`);
    await happens(() => studio.chooseTool('crop'));
    await happens(settle);
    expect(readDescription(button('Apply crop'))).not.toContain(MESSAGES.outOfCredits);
  });

  it('reminds a new account of the generations that wait for the confirmed address', async () => {
    const { studio } = await openedWith('describe');
    await renderTool(studio);
    expect(screen.queryByRole('link', { name: 'Confirm your address' })).toBeNull();
    const user = { id: '1', email: 'ann@shop.example', is_guest: false };
    await happens(() => useGlobalState.setState({ currentUser: user as never, isEmailVerified: false }));
    const link = screen.getByRole('link', { name: 'Confirm your address' });
    expect(link.parentElement?.textContent).toBe('Confirm your address for 20 more free generations.');
    expect(link.getAttribute('href')).toBe('/?tab=account#profile');
    await happens(() => useGlobalState.setState({ isEmailVerified: true }));
    expect(screen.queryByRole('link', { name: 'Confirm your address' })).toBeNull();
  });

  it('shows a run in progress, and cancels it', async () => {
    const cancelTasks = vi.fn(async (ids: readonly string[]) => ids);
    const { studio } = await openedWith('describe', {
      cancelTasks,
      ...tasks({
        upscale: ({ onTaskIds }) => {
          onTaskIds(['2b1c9c57-95d3-4a77-8a56-7a7d3a1f6a03']);
          return never();
        },
      }),
    });
    studio.chooseTool('upscale');
    const { user } = await renderTool(studio);
    await user.click(button('Upscale'));
    await happens(settle);
    expect(button('Upscale').getAttribute('aria-busy')).toBe('true');
    expect(readDescription(button('Upscale'))).toBe('Free if it fails or you cancel.');
    await user.click(button('Cancel'));
    await happens(settle);
    expect(cancelTasks).toHaveBeenCalledTimes(1);
    expect(button('Upscale').disabled).toBe(false);
  });

  it('keeps tools enabled while variants are generated, and explains why a second run waits', async () => {
    const { studio } = await openedWith('scene', tasks({ scene: never }));
    const { user } = await renderTool(studio);
    await user.click(button('Generate 4 variants'));
    await happens(settle);
    expect(readDescription(button('Generate 4 variants'))).toBe(
      'Free if it fails or you cancel before the first picture.',
    );
    await happens(() => studio.chooseTool('upscale'));
    expect(button('Upscale').disabled).toBe(true);
    expect(readDescription(button('Upscale'))).toBe(
      'Variants are being generated. Wait for them, or cancel them.',
    );
    for (const radio of screen.queryAllByRole<HTMLInputElement>('radio', { name: 'Crop' }))
      expect(radio.matches(':disabled')).toBe(false);
    const settings = screen.queryByRole('button', { name: 'All settings and details' });
    if (settings) await user.click(settings);
    expect(button('New photo').disabled).toBe(false);
    const [cancel] = screen.getAllByRole('button', { name: 'Cancel' });
    if (cancel) await user.click(cancel);
    await happens(settle);
    expect(getState(studio).job.phase).toBe('canceled');
  });

  it('downloads a result, and shows the price before and after', async () => {
    const saveFile = vi.fn<StudioServices['saveFile']>();
    haveCredits({ downloads: 2 });
    const { studio } = await openedWith('cut-out', { saveFile });
    const { user } = await renderTool(studio);
    expect(readDescription(button('Download PNG'))).toBe('Uses 1 of 2 downloads. Saving it again is free.');
    await user.click(button('Download PNG'));
    await happens(settle);
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'mug.png');
    expect(readDescription(button('Download PNG'))).toBe('Already downloaded. Free to save again.');
  });

  it.each(TOOL_NAMES)('downloads and exports the selected cut-out in %s', async (tool) => {
    const saveFile = vi.fn<StudioServices['saveFile']>();
    const requestDownload = vi.fn(async () => ({ download_credits: 1, url: '/objects/result.png' }));
    const { studio } = await openedWith('cut-out', { saveFile, requestDownload });
    studio.chooseTool(tool);
    const { user, actions } = await renderTool(studio);
    expect(button('Export as…').textContent).toBe('Export');
    expect(button('Download PNG').textContent).toMatch(/^Download/);
    await user.click(button('Export as…'));
    expect(actions.showExport).toHaveBeenCalledTimes(1);
    await user.click(button('Download PNG'));
    await happens(settle);
    expect(saveFile).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), 'mug.png');
    expect(requestDownload).toHaveBeenCalledExactlyOnceWith('u/1/result.png');
  });

  it('offers more downloads when the balance is empty, and opens the export', async () => {
    haveCredits({ downloads: 0 });
    const { studio } = await openedWith('cut-out', {
      downloadBalance: async () => ({ id: '1', download_credits: -1 }),
    });
    const { user, actions } = await renderTool(studio);
    expect(readDescription(button('Download PNG'))).toBe('No downloads left. See plans');
    await user.click(button('Download PNG'));
    await happens(settle);
    expect(actions.showOutOfDownloads).toHaveBeenCalledTimes(1);
    await user.click(button('Export as…'));
    expect(actions.showExport).toHaveBeenCalledTimes(1);
  });
});

describe('the panel beside the stage', () => {
  it('explains beside a scene preview that a download saves the cut-out', async () => {
    haveCredits({ downloads: 2 });
    const { studio } = await openedWith('scene');
    await renderPanel(studio);
    expect(readDescription(button('Download PNG'))).toBe(
      'Saves the cut-out, not this preview. Uses 1 of 2 downloads. Saving it again is free.',
    );
    await happens(() => studio.scene.setBackground('color'));
    expect(readDescription(button('Download PNG'))).toBe('Uses 1 of 2 downloads. Saving it again is free.');
  });

  it('shows a disabled download button with the reason', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('crop');
    await renderPanel(studio);
    expect(button('Download PNG').disabled).toBe(false);
    await happens(() => studio.crop.turn('right'));
    expect(button('Download PNG').disabled).toBe(true);
    expect(readDescription(button('Download PNG'))).toBe('Apply the crop first.');
  });

  it('starts over or opens another photo, but not during a run', async () => {
    const { studio } = await openedWith('describe', tasks({ describe: never }));
    const { user, actions } = await renderPanel(studio);
    await user.click(button('New photo'));
    expect(actions.choosePhoto).toHaveBeenCalledTimes(1);
    await user.click(button('Describe'));
    await happens(settle);
    expect([button('New photo').disabled, button('Start over').disabled]).toEqual([true, true]);
    await happens(() => studio.cancel());
    await user.click(button('Start over'));
    await happens(settle);
    expect(getState(studio).document).toBeNull();
  });
});

describe('the action bar on a phone', () => {
  it('exports a result beside the button that makes the next one', async () => {
    const { studio } = await openedWith('cut-out');
    studio.chooseTool('magic');
    const { user, actions } = await renderPhonePanel(studio);
    await user.click(button('Export as…'));
    expect(actions.showExport).toHaveBeenCalledTimes(1);
  });
});

describe('the sheet below the stage on a phone', () => {
  const isTall = (): boolean =>
    screen.getByRole('region', { name: 'Background' }).dataset['sheet'] === 'open';
  const drag = (from: Element, movePx: number, pointerType = 'touch'): void => {
    const at = { pointerId: 1, isPrimary: true, pointerType };
    fireEvent.pointerDown(from, { ...at, clientY: 500 });
    fireEvent.pointerMove(from, { ...at, clientY: 500 + movePx });
    fireEvent.pointerUp(from, { ...at, clientY: 500 + movePx });
  };

  it('shows all options with its button, and closes when a run starts', async () => {
    const { studio } = await openedWith('scene', tasks({ scene: never }));
    const { user } = await renderPhonePanel(studio);
    expect(isTall()).toBe(false);
    await user.click(screen.getByRole('button', { name: 'More options', expanded: false }));
    expect(isTall()).toBe(true);
    expect(button('Fewer options').getAttribute('aria-expanded')).toBe('true');
    await user.click(button('Generate 4 variants'));
    await happens(settle);
    expect(isTall()).toBe(false);
  });

  it('follows a finger that drags it up or down, but not one that scrolls its options', async () => {
    const { studio } = await openedWith('scene');
    await renderPhonePanel(studio);
    const main = button('Generate 4 variants');
    drag(main, -8);
    drag(main, -80, 'mouse');
    drag(textbox('Describe the scene'), -80);
    expect(isTall()).toBe(false);
    drag(main, -80);
    expect(isTall()).toBe(true);
    drag(main, 80);
    expect(isTall()).toBe(false);
  });

  it('stays as it is while a finger drags the settings sheet above it', async () => {
    const { studio } = await openedWith('scene');
    const { user } = await renderPhonePanel(studio);
    await user.click(button('All settings and details'));
    const sheet = screen.getByRole('dialog', { name: 'Background' });
    drag(within(sheet).getByRole('heading', { name: 'Background' }), -80);
    expect(document.querySelector('[data-sheet]')?.getAttribute('data-sheet')).toBe('peek');
  });
});

describe('the settings sheet on a phone', () => {
  it('shows all settings, the facts about the photo, and further actions', async () => {
    const { studio } = await openedWith('cut-out');
    const { user, actions } = await renderPhonePanel(studio);
    await user.click(button('All settings and details'));
    const sheet = within(screen.getByRole('dialog', { name: 'Cut out' }));
    expect(sheet.getByRole('button', { name: 'Place in a scene' })).toBeDefined();
    expect(sheet.getByText('mug.png')).toBeDefined();
    await user.click(sheet.getByRole('button', { name: 'New photo' }));
    expect(actions.choosePhoto).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button('All settings and details'));
    await user.click(button('Find a command'));
    expect(actions.showCommands).toHaveBeenCalledTimes(1);
  });

  it('closes with Escape, and when a run starts', async () => {
    const { studio } = await openedWith('scene', tasks({ scene: never }));
    const { user } = await renderPhonePanel(studio);
    await user.click(button('All settings and details'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(button('All settings and details'));
    const sheet = within(screen.getByRole('dialog', { name: 'Background' }));
    await user.click(sheet.getByRole('button', { name: 'Generate 4 variants' }));
    await happens(settle);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the failure card', () => {
  const openFailing = async (error: Error, onChoosePhoto = vi.fn<() => void>()) => {
    const describeIt = vi.fn<TaskAnswer<'describe'>>().mockRejectedValue(error);
    const { studio } = await openedWith('describe', tasks({ describe: describeIt }));
    await studio.run();
    const user = await renderIn(studio, <FailureCard onChoosePhoto={onChoosePhoto} />);
    return { studio, user, onChoosePhoto, describeIt };
  };

  it('explains the failure without a charge, and offers to retry or to choose another photo', async () => {
    const { user, onChoosePhoto, describeIt } = await openFailing(
      new ApiError('INTERNAL', 500, 'Something broke.'),
    );
    const card = within(screen.getByRole('alert'));
    expect(card.getByText(MESSAGES.removeBackgroundFailed)).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Choose another photo' }));
    expect(onChoosePhoto).toHaveBeenCalledTimes(1);
    await user.click(card.getByRole('button', { name: 'Try again' }));
    await happens(settle);
    expect(describeIt).toHaveBeenCalledTimes(2);
    await user.click(button('Close this message'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers more credits when the balance is empty', async () => {
    await openFailing(new ApiError('OUT_OF_CREDITS', 402, MESSAGES.outOfCredits));
    const card = within(screen.getByRole('alert'));
    expect(card.getByText(MESSAGES.outOfCredits)).toBeDefined();
    expect(card.getByRole('link', { name: 'See plans' })).toBeDefined();
    expect(card.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('disappears when the connection is back', async () => {
    vi.stubGlobal('navigator', { ...navigator, onLine: false, userAgent: navigator.userAgent });
    await openFailing(new ApiError('NETWORK', 0, 'No connection.'));
    expect(screen.getByRole('alert')).toBeDefined();
    await happens(() => dispatchEvent(new Event('online')));
    expect(screen.queryByRole('alert')).toBeNull();
    vi.unstubAllGlobals();
  });

  it('reloads a result whose picture did not load', async () => {
    let isOffline = true;
    const picture = { url: 'blob:fake', widthPx: 700, heightPx: 500 };
    const { studio } = await openedWith('cut-out', {
      fetchBlob: () =>
        isOffline ? Promise.reject(new Error('offline')) : Promise.resolve(new Blob(['png'])),
      decodePicture: async () => picture,
    });
    const user = await renderIn(studio, <FailureCard onChoosePhoto={() => undefined} />);
    expect(screen.getByText('Your result is ready but didn’t load.')).toBeDefined();
    isOffline = false;
    await user.click(button('Try again'));
    await happens(settle);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(getCurrentResult(studio)?.tool).toBe('cut-out');
  });
});

describe('the run overlay', () => {
  const overlay = () => within(screen.getByTestId('loading-overlay'));

  it('appears after a delay, shows the progress, and cancels the run', async () => {
    const uploading = Promise.withResolvers<string>();
    let report: ((fraction: number) => void) | undefined;
    let onTask: ((task: TaskState) => void) | undefined;
    const { studio } = await openedWith('upscale', {
      upload: (_photo, options) => {
        report = options.onProgress;
        return uploading.promise;
      },
      ...tasks({
        upscale: (call) => {
          call.onTaskIds([UPSCALE_TASK_ID]);
          onTask = call.onTask;
          return never();
        },
      }),
    });
    const user = await renderIn(studio, <RunOverlay />);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await happens(() => void studio.run());
    await happens(() => report?.(0.42));
    expect(screen.queryByTestId('loading-overlay')).toBeNull();
    await happens(() => vi.advanceTimersByTime(LOADING_INDICATOR_DELAY_MS));
    vi.useRealTimers();
    expect(overlay().getByText('42% sent')).toBeDefined();
    await happens(() => uploading.resolve('u/1/photo'));
    expect(overlay().getByText('Waiting in line')).toBeDefined();
    await happens(() =>
      onTask?.({ task_id: UPSCALE_TASK_ID, status: 'STARTED', progress: 0.5, stage: 'Drawing edges' }),
    );
    expect(overlay().getByText('Drawing edges')).toBeDefined();
    await happens(() => onTask?.({ task_id: UPSCALE_TASK_ID, status: 'STARTED', progress: 0.6 }));
    expect(overlay().getByText('Uses 1 generation. Free if it fails or you cancel.')).toBeDefined();
    const meta = document.createElement('meta');
    Object.assign(meta, { name: INSTALLATION_META, content: 'billing=off' });
    document.head.append(meta);
    await happens(() => onTask?.({ task_id: UPSCALE_TASK_ID, status: 'STARTED', progress: 0.7 }));
    expect(overlay().queryByText(/free/i)).toBeNull();
    meta.remove();
    await user.click(overlay().getByRole('button', { name: 'Cancel' }));
    await happens(settle);
    expect(getState(studio).job.phase).toBe('canceled');
  });

  it('does not cover scenes, which appear one by one', async () => {
    const { studio } = await openedWith('scene', tasks({ scene: never }));
    await renderIn(studio, <RunOverlay />);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await happens(() => void studio.run());
    await happens(() => vi.advanceTimersByTime(LOADING_INDICATOR_DELAY_MS * 2));
    vi.useRealTimers();
    expect(screen.queryByTestId('loading-overlay')).toBeNull();
  });
});
