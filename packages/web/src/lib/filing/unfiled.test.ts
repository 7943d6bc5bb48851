import { TOOL_IDS } from '@packshot/contract';
import { STORAGE_KEYS } from '../state/storage-keys.ts';
import type { TaskState } from '@packshot/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guestSession, stubBrowser } from '../../testing/browser-doubles.ts';
import type { MemoryStorage } from '../../testing/browser-doubles.ts';
import { ApiError } from '../api/api-error.ts';
import { fileUnfiled } from './file-unfiled.ts';
import { onFiled } from './filed.ts';
import type { Filing } from './file-unfiled.ts';
import { forgetUnfiled, forgetUnfiledForUser, noteUnfiled, passUnfiledOn, readUnfiled } from './unfiled.ts';

const TASKS = [
  '0b1c9c57-95d3-4a77-8a56-7a7d3a1f6a01',
  '1b1c9c57-95d3-4a77-8a56-7a7d3a1f6a02',
  '2b1c9c57-95d3-4a77-8a56-7a7d3a1f6a03',
] as const;
const BG = TOOL_IDS.bgRemove;

let storage: MemoryStorage;
const signIn = (part: Partial<ReturnType<typeof guestSession>['info']['user']> = {}): void =>
  storage.setItem(
    STORAGE_KEYS.currentUser,
    JSON.stringify({ user: { ...guestSession().info.user, is_guest: false, ...part } }),
  );
beforeEach(() => {
  storage = stubBrowser();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

const endedTask = (task_id: string, status: TaskState['status'] = 'SUCCESS'): TaskState => ({
  task_id,
  status,
  progress: 1,
  ...(status === 'SUCCESS' && {
    result: { key: `results/${task_id}`, image_url: '/full', std_url: '/standard', width: 4, height: 3 },
  }),
});
const filingWith = (part: Partial<Pick<Filing, 'follow' | 'thumbnail'>> = {}) => {
  const save = vi.fn(async (..._result: Parameters<Filing['save']>) => undefined);
  const thumbnail = vi.fn(async () => new Blob(['small']));
  return { save, thumbnail, follow: async (id: string) => endedTask(id), ...part };
};

describe('unsaved history results', () => {
  it('a task is noted with its user, and tasks are removed one by one', () => {
    noteUnfiled(TASKS.slice(0, 2), BG, 'mug.jpg');
    noteUnfiled([TASKS[0]], BG, 'mug.jpg');
    expect(readUnfiled().map(({ taskId }) => taskId)).toEqual([TASKS[1], TASKS[0]]);
    signIn({ id: '8b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b12' });
    expect(readUnfiled()).toEqual([]);
    signIn();
    forgetUnfiled([TASKS[0]]);
    expect(readUnfiled()).toMatchObject([{ taskId: TASKS[1], toolType: BG, name: 'mug.jpg' }]);
    forgetUnfiledForUser(readUnfiled()[0]?.userId ?? '');
    // An empty list is removed from storage, so that the next page has nothing to load.
    expect(storage.getItem(STORAGE_KEYS.unfiled)).toBeNull();
  });

  it('truncated entries are skipped', () => {
    storage.setItem(STORAGE_KEYS.unfiled, '[{"taskId":3}, null, "x"]');
    noteUnfiled([TASKS[0]], BG, '');
    expect(readUnfiled()).toHaveLength(1);
  });

  it('a guest’s tasks wait, and are saved once the guest has registered or signed in', async () => {
    const filing = filingWith();
    signIn({ is_guest: true });
    noteUnfiled([TASKS[0]], BG, 'mug.jpg');
    await fileUnfiled(filing);
    expect(filing.save).not.toHaveBeenCalled();
    expect(readUnfiled()).toHaveLength(1);

    signIn();
    await fileUnfiled(filing);
    expect(filing.save.mock.calls).toMatchObject([[{ toolType: BG, name: 'mug.jpg' }]]);
    expect(readUnfiled()).toEqual([]);

    signIn({ is_guest: true });
    const guestId = guestSession().info.user.id;
    noteUnfiled([TASKS[1]], BG, 'vase.jpg');
    const memberId = '8b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b12';
    signIn({ id: memberId });
    passUnfiledOn(guestId, memberId);
    await fileUnfiled(filing);
    expect(filing.save.mock.calls.at(-1)).toMatchObject([{ name: 'vase.jpg' }]);
    expect(storage.getItem(STORAGE_KEYS.unfiled)).toBeNull();
  });
});

describe('the next page', () => {
  it('the next page notifies an open history about saved results only', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const onChange = vi.fn();
    const stop = onFiled(onChange);
    noteUnfiled([TASKS[0]], BG, 'mug.jpg');
    await fileUnfiled(filingWith({ follow: () => Promise.reject(new TypeError('offline')) }));
    expect(onChange).not.toHaveBeenCalled();
    await fileUnfiled(filingWith());
    expect(onChange).toHaveBeenCalledOnce();
    stop();
  });

  it('the next page saves finished results, and drops failed or missing ones', async () => {
    noteUnfiled(TASKS, BG, 'mug.jpg');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const follow = async (id: string): Promise<TaskState> => {
      if (id === TASKS[1]) return endedTask(id, 'FAILURE');
      if (id === TASKS[2]) throw new ApiError('NOT_FOUND', 404, 'Gone');
      return endedTask(id);
    };
    const filing = filingWith({ follow });
    await fileUnfiled(filing);
    expect(filing.save.mock.calls).toEqual([
      [{ toolType: BG, name: 'mug.jpg', key: `results/${TASKS[0]}`, thumbnail: expect.any(Blob) }],
    ]);
    expect(filing.thumbnail).toHaveBeenCalledExactlyOnceWith('/standard');
    expect(readUnfiled()).toEqual([]);
    warn.mockRestore();
  });

  it('a result that can’t be saved is kept for another page, and a thumbnail is optional', async () => {
    noteUnfiled([TASKS[0]], BG, '');
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await fileUnfiled(filingWith({ follow: () => Promise.reject(new ApiError('NETWORK', 0, 'Offline')) }));
    expect(readUnfiled()).toHaveLength(1);
    const filing = filingWith({ thumbnail: () => Promise.reject(new Error('Unreadable')) });
    await fileUnfiled(filing);
    expect(filing.save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ thumbnail: null }));
    expect(readUnfiled()).toEqual([]);
    warn.mockRestore();
  });
});
