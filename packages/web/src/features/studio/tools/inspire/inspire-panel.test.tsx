// @vitest-environment happy-dom
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createStudio } from '../../shell/studio.ts';
import { fakeServices } from '../../testing/fake-services.ts';
import { answerFor, tasks } from '../../testing/fake-tasks.ts';
import { getCurrentResult, requireDocument, settle } from '../../testing/open-studio.ts';
import { reference } from '../../testing/references.ts';
import {
  button,
  readDescription,
  happens,
  renderPanel,
  renderPhonePanel,
  textbox,
} from '../../testing/render-studio.tsx';

const WORDS = 'Describe the scene';
const MARBLE = reference('marble-podium', 'Marble podium');

async function runInspire() {
  const sceneTask = vi.fn(answerFor('scene'));
  const studio = createStudio(
    fakeServices({ ...tasks({ scene: sceneTask }), references: async () => [MARBLE] }),
  );
  studio.chooseTool('inspire');
  await settle();
  return { studio, sceneTask };
}

describe.each([
  ['panel', renderPanel],
  ['panel of a phone', renderPhonePanel],
])('the %s of the Inspire tool', (_where, renderTool) => {
  it('needs a prompt or a reference, and runs with Enter', async () => {
    const { studio, sceneTask: lastTask } = await runInspire();
    const { user } = await renderTool(studio);
    expect(button('Generate 4 variants').disabled).toBe(true);
    expect(button('Generate 4 variants').className).toContain('disabled:bg-fill-strong');
    expect(readDescription(button('Generate 4 variants'))).toBe(OWN_MESSAGES.scenePromptEmpty);
    await user.type(textbox(WORDS), 'dunes{Enter}');
    await happens(settle);
    expect(lastTask).toHaveBeenCalledTimes(1);
    expect(lastTask.mock.calls[0]?.[0].form).toMatchObject({ prompt: 'dunes' });
    expect(lastTask.mock.calls[0]?.[0].form).not.toHaveProperty('image_s3');
    expect(getCurrentResult(studio)?.tool).toBe('inspire');
  });

  it('runs with a reference alone', async () => {
    const { studio, sceneTask: lastTask } = await runInspire();
    const { user } = await renderTool(studio);
    await user.click(await screen.findByRole('button', { name: 'Marble podium' }));
    expect(requireDocument(studio).edits.scene.reference).toEqual({ kind: 'built-in', id: MARBLE.id });
    await user.click(button('Generate 4 variants'));
    await happens(settle);
    expect(lastTask.mock.calls[0]?.[0].form).toMatchObject({ reference_id: MARBLE.id });
  });
});

it('the Inspire panel has all settings of a scene except those for a product', async () => {
  const { studio } = await runInspire();
  const { user } = await renderPanel(studio);
  for (const name of ['Background', 'Place the product', 'Shadow'])
    expect(screen.queryByRole('group', { name }), name).toBeNull();
  expect(screen.queryByRole('button', { name: 'Auto-prompt' })).toBeNull();
  await user.click(
    within(screen.getByRole('group', { name: 'Light' })).getByRole('radio', { name: 'Night' }),
  );
  await user.click(within(screen.getByRole('group', { name: 'Variants' })).getByRole('radio', { name: '2' }));
  await user.type(textbox('Seed'), '9');
  expect(requireDocument(studio).edits.scene).toMatchObject({ light: 'night', count: 2, seed: 9 });
});
