import { describe, expect, it, vi } from 'vitest';
import { answerFor, tasks } from '../../testing/fake-tasks.ts';
import { requireDocument, openedWith, getState } from '../../testing/open-studio.ts';

describe('auto-prompt', () => {
  it('describes the product once, and offers scene prompts for it', async () => {
    const describeProduct = vi.fn(answerFor('describe'));
    const { studio } = await openedWith('scene', tasks({ describe: describeProduct }));
    await studio.assistant.suggest();
    expect(requireDocument(studio).edits.scene.prompt).toBe('marble podium');
    expect(getState(studio).assist.suggestions).toHaveLength(3);
    await studio.assistant.suggest();
    expect(describeProduct).toHaveBeenCalledTimes(1);
  });

  it('reports a failure, and keeps the prompt', async () => {
    const { studio } = await openedWith('scene', tasks({ describe: () => Promise.reject(new Error('no')) }));
    studio.scene.setScenePrompt('my own');
    await studio.assistant.suggest();
    expect(getState(studio).assist.phase).toBe('failed');
    expect(requireDocument(studio).edits.scene.prompt).toBe('my own');
  });
});
