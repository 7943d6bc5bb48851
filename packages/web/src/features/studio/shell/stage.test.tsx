// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Studio } from './studio.ts';
import { sceneTask } from '../testing/fake-services.ts';
import { documentOf, openedWith, stateOf } from '../testing/open-studio.ts';
import { button, happens, renderCommanded } from '../testing/render-studio.tsx';
import { Stage } from './stage.tsx';
import { CompareBar, SavedMark, ZoomBar } from './stage-bars.tsx';

/** A stage of 1000 × 800: there is no layout here. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 800));
});

const shown = async (studio: Studio): Promise<UserEvent> =>
  (
    await renderCommanded(studio, (context) => (
      <Stage>
        <CompareBar context={context} />
        <ZoomBar context={context} />
        <SavedMark />
      </Stage>
    ))
  ).user;
const panes = (): string[] =>
  screen
    .getAllByRole('group')
    .flatMap((pane) =>
      pane.getAttribute('aria-roledescription') === 'canvas' ? [pane.getAttribute('aria-label') ?? ''] : [],
    );
const names = (): string[] =>
  screen.queryAllByRole('img').flatMap((picture) => picture.getAttribute('alt') ?? []);
const HOW = 'Arrow keys move the picture, plus and minus zoom.';
const line = (): HTMLElement => screen.getByRole('slider', { name: 'Compare before and after' });
const ORIGINAL = 'Hold to see the original';

describe('the stage', () => {
  it('shows a photo alone, with nothing to compare', async () => {
    const { studio } = await openedWith('describe');
    await shown(studio);
    expect(panes()).toEqual([`Your photo. ${HOW}`]);
    expect(names()).toEqual(['The original']);
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    expect(screen.queryByRole('button', { name: ORIGINAL })).toBeNull();
  });

  it('shows a result by its name', async () => {
    const { studio } = await openedWith('cut-out');
    await shown(studio);
    expect(panes()).toEqual([`Cut-out. ${HOW}`]);
    expect(names()).toContain('Cut-out');
  });

  it('shows before and after on both sides of a line that is moved by keys', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await shown(studio);
    await user.click(button('Compare'));
    expect(names().toSorted()).toEqual(['Cut-out', 'The original']);
    expect(line().getAttribute('aria-valuetext')).toBe('50% Your photo, 50% Cut-out');
    line().focus();
    await user.keyboard('{ArrowRight}');
    expect(documentOf(studio).view.splitFraction).toBeCloseTo(0.51);
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(documentOf(studio).view.splitFraction).toBeCloseTo(0.41);
    await user.keyboard('{End}');
    expect(line().getAttribute('aria-valuenow')).toBe('100');
    expect(screen.getAllByText('Your photo')).toHaveLength(1);
    expect(screen.getAllByText('Cut-out')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Compare', pressed: true }));
    expect(documentOf(studio).view.compare).toBe('result');
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('shows before and after side by side, each with its name', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await shown(studio);
    await user.click(button('Side by side'));
    expect(panes()).toEqual([`Your photo. ${HOW}`, `Cut-out. ${HOW}`]);
    expect([screen.getByText('Your photo'), screen.getByText('Cut-out')]).toHaveLength(2);
  });

  it('shows the original as long as the button is held, by pointer and by keyboard', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await shown(studio);
    await user.pointer({ keys: '[MouseLeft>]', target: button(ORIGINAL) });
    expect(names()).toEqual(['The original']);
    expect(screen.getByText('Your photo')).toBeDefined();
    await user.pointer({ keys: '[/MouseLeft]' });
    expect(names()).toContain('Cut-out');
    expect(screen.queryByText('Your photo')).toBeNull();
    button(ORIGINAL).focus();
    await user.keyboard('[Space>]');
    expect(stateOf(studio).isShowingOriginal).toBe(true);
    await user.keyboard('[/Space]');
    expect(stateOf(studio).isShowingOriginal).toBe(false);
    fireEvent.keyDown(document.body, { key: '\\' });
    expect(stateOf(studio).isShowingOriginal).toBe(true);
    fireEvent.keyUp(document.body, { key: '\\' });
    expect(stateOf(studio).isShowingOriginal).toBe(false);
  });

  it('compares a scene with its photo side by side alone: they are framed differently', async () => {
    const { studio } = await openedWith('scene');
    await studio.run();
    const user = await shown(studio);
    expect(panes()).toEqual([`Background. ${HOW}`]);
    expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull();
    await user.click(button('Compare'));
    expect(panes()).toEqual([`Your photo. ${HOW}`, `Background. ${HOW}`]);
  });

  it('shows the product in its frame while a scene is composed, to be moved by keys', async () => {
    const { studio } = await openedWith('scene');
    const user = await shown(studio);
    expect(panes()).toEqual([`Preview of your scene. ${HOW}`]);
    expect(names()).toContain('Your product');
    expect(screen.getByText('Your scene appears here')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    const before = documentOf(studio).edits.scene.placement;
    button(/^Your product\. Arrow keys move it/).focus();
    await user.keyboard('{ArrowLeft}');
    expect(documentOf(studio).edits.scene.placement).not.toEqual(before);
  });

  it('shows the color or the picture behind a product, or that there is none', async () => {
    const { studio } = await openedWith('scene');
    await shown(studio);
    await happens(() => studio.scene.setBackground('picture'));
    expect(screen.queryByText('Your scene appears here')).toBeNull();
    expect(screen.getByText(/picture/i)).toBeDefined();
  });

  it('takes the hands off the product while its scenes are made, and shows them as they come', async () => {
    let show: (() => void) | undefined;
    const { studio } = await openedWith('scene', {
      generate: ({ onTaskIds, onTask }) => {
        onTaskIds([sceneTask(0).task_id]);
        show = () => onTask(sceneTask(0));
        return new Promise(() => undefined);
      },
    });
    await shown(studio);
    await happens(() => void studio.run());
    expect(screen.queryByRole('button', { name: /^Your product/ })).toBeNull();
    await happens(() => show?.());
    expect(names()).toContain('Background');
  });

  it('shows the whole picture while it is cropped, with the box that stays', async () => {
    const { studio } = await openedWith('crop');
    const user = await shown(studio);
    expect(panes()).toEqual([`Being cropped. ${HOW}`]);
    expect(names()).toEqual(['The whole of it, with the crop marked']);
    expect(stateOf(studio).document?.edits.crop).toBeNull();
    button(/^Crop area/).focus();
    await user.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
    expect(documentOf(studio).edits.crop?.crop.width).toBeCloseTo(0.96);
    await user.keyboard('{ArrowRight}');
    expect(documentOf(studio).edits.crop?.crop.centerX).toBeCloseTo(0.484);
  });

  it('shows a cut-out with what the correcting brushes do to it, and without while it is compared', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await shown(studio);
    expect(screen.queryByTestId('cut-out:refine')).toBeNull();
    await happens(() => studio.refine.open());
    expect(screen.getByTestId('cut-out:refine')).toBeDefined();
    expect(names()).toEqual(['Cut-out']);
    await user.click(button('Compare'));
    expect(screen.queryByTestId('cut-out:refine')).toBeNull();
    expect(names().toSorted()).toEqual(['Cut-out', 'The original']);
    await user.click(button('Compare'));
    await happens(() => studio.look.showOriginal(true));
    expect(names()).toEqual(['The original']);
  });

  it('draws over the picture with the magic tool', async () => {
    const { studio } = await openedWith('magic');
    await shown(studio);
    expect(panes()).toEqual([`Your photo. ${HOW}`]);
    expect(screen.getByTestId('mask')).toBeDefined();
    await happens(() => studio.look.setCompare('side-by-side'));
    expect(screen.queryByTestId('mask')).toBeNull();
  });

  it('is zoomed by its bar and its keys', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await shown(studio);
    const percent = (): string | null =>
      screen.getByRole('button', { name: /^Zoom .* percent/ }).getAttribute('aria-label');
    expect(screen.getByRole('button', { name: 'Fit', pressed: true })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Zoom .* percent/ }));
    expect(percent()).toBe('Zoom 100 percent. Show 100 percent');
    await user.click(button('Zoom in'));
    expect(percent()).not.toContain('Zoom 100 ');
    await user.click(button('Zoom out'));
    expect(percent()).toContain('Zoom 100 ');
    const offset = (): unknown => studio.view.store.getState().transform?.offset;
    await user.click(button('Zoom in'));
    const before = offset();
    screen.getByRole('group', { name: /^Cut-out/ }).focus();
    await user.keyboard('{ArrowDown}');
    expect(offset()).not.toEqual(before);
    await user.click(button('Fit'));
    expect(studio.view.store.getState().isFit).toBe(true);
  });

  it('says whether the work is kept', async () => {
    const { studio } = await openedWith('cut-out');
    await shown(studio);
    await happens(() => studio.store.setState({ isSaved: false }));
    expect(screen.getByText('Saving')).toBeDefined();
    await happens(() => studio.store.setState({ isSaved: true }));
    expect(screen.getByText('Saved')).toBeDefined();
  });
});
