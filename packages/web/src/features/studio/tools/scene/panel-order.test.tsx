// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeStored } from '../../../../lib/state/storage.ts';
import { STORAGE_KEYS } from '../../../../lib/state/storage-keys.ts';
import type { Studio } from '../../shell/studio.ts';
import { withMadeScene } from '../../testing/open-made-scene.ts';
import { openedWith } from '../../testing/open-studio.ts';
import { happens, radio, renderPanel, textbox } from '../../testing/render-studio.tsx';

beforeEach(() => removeStored(STORAGE_KEYS.openFolds));

const headings = (): (string | null)[] =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

const group = (title: string): HTMLDetailsElement => {
  const details = screen.getByRole('heading', { name: title }).closest('details');
  if (!details) throw new Error(`${title} is no group.`);
  return details;
};
const summary = (title: string): string =>
  group(title).querySelector('summary')?.textContent.replace(title, '') ?? '';

/** Opens or closes a group, like the browser does for a click on its title. */
function toggle(title: string): void {
  const details = group(title);
  details.open = !details.open;
  fireEvent(details, new Event('toggle'));
}

const openScenePanel = async (): Promise<Studio> => (await openedWith('scene')).studio;

describe('the Background panel of a new scene', () => {
  it('shows words, scenes and the product’s place first, and closed groups below', async () => {
    await renderPanel(await openScenePanel());
    const order = headings();
    const places = [
      'Describe the scene',
      'Scenes',
      'Product',
      'Light, colors, shadow',
      'Format',
      'Advanced',
    ].map((title) => order.indexOf(title));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    for (const title of ['Light, colors, shadow', 'Format', 'Advanced'])
      expect(group(title).open).toBe(false);
    for (const name of [
      'Pose of the product',
      'Camera angle of the product photo',
      'Real-world size of the product',
    ])
      expect(group('Advanced').contains(screen.getByRole('combobox', { name }))).toBe(true);
    expect(group('Advanced').contains(textbox('Seed'))).toBe(true);
    expect(group('Advanced').contains(screen.getByRole('group', { name: 'Variants' }))).toBe(true);
  });

  it('summarizes the settings of a closed group', async () => {
    const studio = await openScenePanel();
    await renderPanel(studio);
    expect(summary('Advanced')).toBe('Auto');
    expect(summary('Light, colors, shadow')).toBe('Auto');
    expect(summary('Format')).toBe('1024 × 1024 px');
    await happens(() => {
      studio.scene.setView({ pose: 'lies', elevationDeg: 88 });
      studio.scene.setScale('furniture');
      studio.scene.setCount(2);
      studio.scene.setSeed(42);
      studio.scene.setLight('night');
      studio.scene.setPalette(['#ffffff', '#000000']);
      studio.scene.setShadow({ kind: 'none', directionDeg: null, softness: null, opacity: 1 }, 'shadow-kind');
      studio.scene.setOption('matchPercent', 0);
    });
    expect(summary('Advanced')).toBe('Lying, top view (flat lay) · Furniture · 2 variants · Seed 42');
    expect(summary('Light, colors, shadow')).toBe('Night · 2 colors · No shadow · Match 0%');
  });

  it('remembers in this browser which groups are open', async () => {
    await renderPanel(await openScenePanel());
    toggle('Advanced');
    toggle('Format');
    toggle('Format');
    await renderPanel(await openScenePanel());
    const isOpen = (title: string): boolean[] =>
      screen
        .getAllByRole('heading', { name: title })
        .map((heading) => heading.closest('details')?.open === true);
    expect(isOpen('Advanced')).toEqual([true, true]);
    expect(isOpen('Format')).toEqual([false, false]);
  });
});

describe('the Background panel of a made scene', () => {
  it('shows the card of the result above its light and the product’s place', async () => {
    const { studio } = await withMadeScene();
    await renderPanel(studio);
    expect(headings().slice(1, 4)).toEqual(['Reuse this scene', 'Light', 'Product']);
    expect(screen.queryByRole('textbox', { name: 'Describe the scene' })).toBeNull();
  });

  it('shows the settings that the user reuses from History', async () => {
    const { studio } = await withMadeScene();
    await renderPanel(studio);
    await happens(() => studio.reuse('scene', { prompt: 'wet stones', seed: null, settings: {} }));
    expect(textbox('Describe the scene').value).toBe('wet stones');
  });

  it('shows the settings of a new background on request, and when the settings are reused, until another picture is chosen', async () => {
    const { studio } = await withMadeScene();
    const { user } = await renderPanel(studio);
    await user.click(radio('New background'));
    expect(textbox('Describe the scene')).toBeDefined();
    expect(screen.queryByRole('slider', { name: 'Brightness' })).toBeNull();
    await user.click(radio('Adjust this scene'));
    await user.keyboard('{Shift>}r{/Shift}');
    expect(textbox('Describe the scene')).toBeDefined();
    const { document } = studio.store.getState();
    const [first] = document?.results.filter(({ scene }) => scene !== null) ?? [];
    await happens(() => studio.selectPicture(first?.id ?? ''));
    expect(screen.queryByRole('textbox', { name: 'Describe the scene' })).toBeNull();
  });
});
