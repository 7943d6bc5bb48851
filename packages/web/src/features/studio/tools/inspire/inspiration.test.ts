import { OWN_MESSAGES } from '@packshot/contract';
import { describe, expect, it, vi } from 'vitest';
import { createStudio } from '../../shell/studio.ts';
import { fakeServices } from '../../testing/fake-services.ts';
import { tasks, answerFor } from '../../testing/fake-tasks.ts';
import type { AskedTask } from '../../testing/fake-tasks.ts';
import { requireDocument, waitUntilSaved, getReason } from '../../testing/open-studio.ts';
import { isComposing } from '../../composite/composing.ts';

describe('an inspiration', () => {
  it('needs no photo, but a prompt or a reference', async () => {
    const forms: AskedTask<'scene'>['form'][] = [];
    const studio = createStudio(
      fakeServices(
        tasks({
          scene: (call) => {
            forms.push(call.form);
            return answerFor('scene')(call);
          },
        }),
      ),
    );
    studio.chooseTool('inspire');
    expect(requireDocument(studio).photo).toBeNull();
    studio.scene.setScenePrompt('  ');
    expect(getReason(studio)).toBe(OWN_MESSAGES.scenePromptEmpty);
    studio.scene.setReference({ kind: 'built-in', id: 'dunes' });
    expect(getReason(studio)).toBeNull();
    studio.scene.setReference(null);
    studio.scene.setScenePrompt('snow and ice');
    studio.scene.setCount(2);
    await studio.run();
    expect(forms[0]).toMatchObject({ feature_type: 4, prompt: 'snow and ice', count: 2 });
    expect(forms[0]).not.toHaveProperty('image_s3');
    expect(requireDocument(studio).results.map(({ tool }) => tool)).toEqual(['inspire', 'inspire']);
    expect(isComposing(studio.context.tools, requireDocument(studio))).toBe(false);
    studio.scene.setReference({ kind: 'built-in', id: 'dunes' });
    expect(isComposing(studio.context.tools, requireDocument(studio))).toBe(true);
  });
});

describe('an untouched inspiration', () => {
  it('isn’t stored, unlike one with a prompt, which returns after a reload', async () => {
    const services = fakeServices();
    const studio = createStudio(services);
    studio.chooseTool('inspire');
    await waitUntilSaved(studio);
    expect(await services.documents.list()).toEqual([]);
    studio.scene.setScenePrompt('snow');
    await vi.waitFor(async () => expect(await services.documents.currentId()).not.toBeNull());
    const after = createStudio(services);
    await after.recover();
    expect(requireDocument(after).edits.scene.prompt).toBe('snow');
    expect(services.notices).toEqual([]);
  });
});
