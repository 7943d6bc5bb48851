// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { currentMask } from '../model/document.ts';
import type { Studio } from './studio.ts';
import { HARMONIZE_TASK_ID, sceneTask, success, tasks, unsureCutOut } from '../testing/fake-tasks.ts';
import type { TaskAnswer } from '../testing/fake-tasks.ts';
import { requireDocument, openedWith, getState, settle } from '../testing/open-studio.ts';
import { button, happens, renderCommanded } from '../testing/render-studio.tsx';
import { Stage } from './stage.tsx';
import { CompareBar, SavedMark, ZoomBar } from './stage-bars.tsx';

/** Mocks a stage of 1000 × 800 pixels, because happy-dom has no layout. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 800));
});

const renderStage = async (studio: Studio): Promise<UserEvent> =>
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
const pane = (name: string): HTMLElement => screen.getByRole('group', { name: new RegExp(`^${name}`) });
const HOW = 'Arrow keys move the picture, plus and minus zoom.';
const line = (): HTMLElement => screen.getByRole('slider', { name: 'Compare before and after' });
const ORIGINAL = 'Hold to see the original';

const answerHarmonized: TaskAnswer<'harmonize'> = async ({ onTaskIds }) => {
  onTaskIds([HARMONIZE_TASK_ID]);
  return { ...success(), task_id: HARMONIZE_TASK_ID };
};

/** Presses at the first point, moves through the others, and releases at the last one. */
function drag(element: HTMLElement, ...way: readonly (readonly [number, number])[]): void {
  const at = ([clientX, clientY]: readonly [number, number] = [0, 0]) => ({
    pointerId: 1,
    pointerType: 'mouse',
    isPrimary: true,
    button: 0,
    buttons: 1,
    clientX,
    clientY,
  });
  fireEvent.pointerDown(element, at(way[0]));
  for (const point of way.slice(1)) fireEvent.pointerMove(element, at(point));
  fireEvent.pointerUp(element, at(way.at(-1)));
}

describe('the stage', () => {
  it('shows a photo without comparison controls', async () => {
    const { studio } = await openedWith('describe');
    await renderStage(studio);
    expect(panes()).toEqual([`Your photo. ${HOW}`]);
    expect(names()).toEqual(['The original']);
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    expect(screen.queryByRole('button', { name: ORIGINAL })).toBeNull();
  });

  it('shows a result under its name', async () => {
    const { studio } = await openedWith('cut-out');
    await renderStage(studio);
    expect(panes()).toEqual([`Cut-out. ${HOW}`]);
    expect(names()).toContain('Cut-out');
  });

  it('marks the quality flags of a cut-out, but not during a comparison', async () => {
    const { studio } = await openedWith('cut-out', tasks({ 'cut-out': unsureCutOut }));
    const user = await renderStage(studio);
    const marks = () => [...(screen.queryByTestId('doubts')?.children ?? [])] as HTMLElement[];
    expect(marks().map(({ textContent }) => textContent)).toEqual(['1', '2']);
    const frame = Number.parseFloat(screen.getByTestId('doubts').style.width);
    const [{ style }] = marks() as [HTMLElement];
    expect(Number.parseFloat(style.left) / frame).toBeCloseTo(0.1);
    expect(Number.parseFloat(style.width) / frame).toBeCloseTo(0.1);
    await user.click(button('Compare'));
    expect(marks()).toEqual([]);
  });

  it('shows before and after on the two sides of a line that arrow keys move', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStage(studio);
    await user.click(button('Compare'));
    expect(names().toSorted()).toEqual(['Cut-out', 'The original']);
    expect(line().getAttribute('aria-valuetext')).toBe('50% Your photo, 50% Cut-out');
    line().focus();
    await user.keyboard('{ArrowRight}');
    expect(requireDocument(studio).view.splitFraction).toBeCloseTo(0.51);
    await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(requireDocument(studio).view.splitFraction).toBeCloseTo(0.41);
    await user.keyboard('{End}');
    expect(line().getAttribute('aria-valuenow')).toBe('100');
    expect(screen.getAllByText('Your photo')).toHaveLength(1);
    expect(screen.getAllByText('Cut-out')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Compare', pressed: true }));
    expect(requireDocument(studio).view.compare).toBe('result');
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('shows before and after side by side with their names', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStage(studio);
    await user.click(button('Side by side'));
    expect(panes()).toEqual([`Your photo. ${HOW}`, `Cut-out. ${HOW}`]);
    expect([screen.getByText('Your photo'), screen.getByText('Cut-out')]).toHaveLength(2);
  });

  it('shows the original while the button or its key is held', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStage(studio);
    await user.pointer({ keys: '[MouseLeft>]', target: button(ORIGINAL) });
    expect(names()).toEqual(['The original']);
    expect(screen.getByText('Your photo')).toBeDefined();
    await user.pointer({ keys: '[/MouseLeft]' });
    expect(names()).toContain('Cut-out');
    expect(screen.queryByText('Your photo')).toBeNull();
    button(ORIGINAL).focus();
    await user.keyboard('[Space>]');
    expect(getState(studio).isShowingOriginal).toBe(true);
    await user.keyboard('[/Space]');
    expect(getState(studio).isShowingOriginal).toBe(false);
    fireEvent.keyDown(document.body, { key: '\\' });
    expect(getState(studio).isShowingOriginal).toBe(true);
    fireEvent.keyUp(document.body, { key: '\\' });
    expect(getState(studio).isShowingOriginal).toBe(false);
  });

  it('compares a scene with its photo only side by side, because they are framed differently', async () => {
    const { studio } = await openedWith('scene');
    await studio.run();
    const user = await renderStage(studio);
    expect(panes()).toEqual([`Background. ${HOW}`]);
    expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull();
    await user.click(button('Compare'));
    expect(panes()).toEqual([`Your photo. ${HOW}`, `Background. ${HOW}`]);
  });

  it('shows the product in its frame before a scene is made, and arrow keys move it', async () => {
    const { studio } = await openedWith('scene');
    const user = await renderStage(studio);
    expect(panes()).toEqual([`Preview of your scene. ${HOW}`]);
    expect(names()).toContain('Your product');
    expect(screen.getByText('Your scene appears here')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    const before = requireDocument(studio).edits.scene.placement;
    button(/^Your product\. Arrow keys move it/).focus();
    await user.keyboard('{ArrowLeft}');
    expect(requireDocument(studio).edits.scene.placement).not.toEqual(before);
  });

  it('shows the photo’s shadow, and a background through clear parts of the product unless it is transparent', async () => {
    const createPicture = (name: string) => ({ url: `blob:${name}`, widthPx: 7, heightPx: 5 });
    const clear = {
      through: createPicture('through'),
      coverage: null,
      glass: createPicture('glass'),
      product: createPicture('product'),
    };
    const { studio } = await openedWith('scene', {
      productMaps: async () => ({ shadow: createPicture('shadow'), clear }),
    });
    await renderStage(studio);
    const sources = (): (string | null)[] =>
      [...screen.getByTestId('frame').querySelectorAll('img')].map((image) => image.getAttribute('src'));
    await happens(() => studio.scene.setColor('#e8c4bb'));
    expect(sources()).toEqual(['blob:shadow', 'blob:glass', 'blob:product']);
    const glass = screen.getByTestId('frame').querySelector<HTMLElement>('[src="blob:glass"]');
    expect(glass?.style.mixBlendMode).toBe('multiply');
    const strong = { kind: 'photo', directionDeg: null, softness: null, opacity: 1.5 } as const;
    await happens(() => studio.scene.setShadow(strong, 'shadow'));
    expect(sources()).toEqual(['blob:shadow', 'blob:shadow', 'blob:glass', 'blob:product']);
    await happens(() => studio.scene.setShadow(null, 'shadow'));
    await happens(() => studio.scene.setBackground('transparent'));
    expect(sources()).toEqual(['blob:fake']);
  });

  it('shows a color behind a cut-out through its clear parts', async () => {
    const createPicture = (name: string) => ({ url: `blob:${name}`, widthPx: 7, heightPx: 5 });
    const clear = {
      through: createPicture('through'),
      coverage: null,
      glass: createPicture('glass'),
      product: createPicture('product'),
    };
    const { studio } = await openedWith('cut-out', {
      productMaps: async () => ({ shadow: null, clear }),
    });
    await studio.run();
    await renderStage(studio);
    const shows = (source: string): boolean => document.querySelector(`img[src="${source}"]`) !== null;
    expect([shows('blob:glass'), shows('blob:product')]).toEqual([false, false]);
    const white = { kind: 'color', hex: '#ffffff' } as const;
    await happens(() => studio.context.changeView({ backdrop: white }));
    expect([shows('blob:glass'), shows('blob:product')]).toEqual([true, true]);
  });

  it('compares a harmonized picture with its input at once, also at a weaker strength', async () => {
    const { studio } = await openedWith('cut-out', tasks({ harmonize: answerHarmonized }));
    studio.scene.setColor('#e8c4bb');
    studio.chooseTool('harmonize');
    await settle();
    await studio.run();
    await settle();
    const user = await renderStage(studio);
    expect(line().getAttribute('aria-valuetext')).toBe('50% Before, 50% Harmonized');
    expect(button('Compare').getAttribute('aria-pressed')).toBe('true');
    line().focus();
    await user.keyboard('{ArrowRight}');
    expect(requireDocument(studio).view.splitFraction).toBeCloseTo(0.51);
    // A weaker strength blends the result with its input, which lies below the result.
    const countUnnamed = (): number => document.querySelectorAll('img[alt=""]').length;
    const before = countUnnamed();
    await happens(() =>
      studio.context.change((open) => ({
        ...open,
        edits: { ...open.edits, settings: { ...open.edits.settings, strength: 0.1 } },
      })),
    );
    expect(countUnnamed()).toBe(before + 1);
    await user.click(button('Compare'));
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('explains that no background picture is chosen', async () => {
    const { studio } = await openedWith('scene');
    await renderStage(studio);
    await happens(() => studio.scene.setBackground('picture'));
    expect(screen.queryByText('Your scene appears here')).toBeNull();
    expect(screen.getByText(/picture/i)).toBeDefined();
  });

  it('locks the product while its scenes are generated, and shows each scene as it arrives', async () => {
    let show: (() => void) | undefined;
    const { studio } = await openedWith(
      'scene',
      tasks({
        scene: ({ onTaskIds, onTask }) => {
          onTaskIds([sceneTask(0).task_id]);
          show = () => onTask(sceneTask(0));
          return new Promise(() => undefined);
        },
      }),
    );
    await renderStage(studio);
    await happens(() => void studio.run());
    expect(screen.queryByRole('button', { name: /^Your product/ })).toBeNull();
    await happens(() => show?.());
    expect(names()).toContain('Background');
  });

  it('shows the whole picture with the crop area, which the keyboard moves and resizes', async () => {
    const { studio } = await openedWith('crop');
    const user = await renderStage(studio);
    expect(panes()).toEqual([`Being cropped. ${HOW}`]);
    expect(names()).toEqual(['Full frame with the crop area marked']);
    expect(getState(studio).document?.edits.crop).toBeNull();
    button(/^Crop area/).focus();
    await user.keyboard('{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
    expect(requireDocument(studio).edits.crop?.crop.width).toBeCloseTo(0.96);
    await user.keyboard('{ArrowRight}');
    expect(requireDocument(studio).edits.crop?.crop.centerX).toBeCloseTo(0.484);
  });

  it('shows corrections of a cut-out, except during a comparison', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStage(studio);
    expect(screen.queryByTestId('refine')).toBeNull();
    await happens(() => studio.refine.open());
    expect(screen.getByTestId('refine')).toBeDefined();
    expect(names()).toEqual(['Cut-out']);
    await user.click(button('Compare'));
    expect(screen.queryByTestId('refine')).toBeNull();
    expect(names().toSorted()).toEqual(['Cut-out', 'The original']);
    await user.click(button('Compare'));
    await happens(() => studio.look.showOriginal(true));
    expect(names()).toEqual(['The original']);
  });

  it('shows the mask of the magic tool, except during a comparison', async () => {
    const { studio } = await openedWith('magic');
    await renderStage(studio);
    expect(panes()).toEqual([`Your photo. ${HOW}`]);
    expect(screen.getByTestId('mask')).toBeDefined();
    await happens(() => studio.look.setCompare('side-by-side'));
    expect(screen.queryByTestId('mask')).toBeNull();
  });

  it('draws a stroke of the mask with the pointer', async () => {
    // Canvas context that ignores all calls, because happy-dom can't draw.
    const ignore = new Proxy({}, { get: () => () => undefined, set: () => true });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(ignore as never);
    const { studio } = await openedWith('magic');
    await renderStage(studio);
    await happens(() => drag(pane('Your photo'), [500, 400], [520, 400], [540, 420]));
    expect(currentMask(requireDocument(studio)).strokes).toMatchObject([{ tool: 'brush' }]);
    await happens(studio.undo);
    expect(currentMask(requireDocument(studio)).strokes).toEqual([]);
  });

  it('drags the product, one undo step per drag', async () => {
    const { studio } = await openedWith('scene');
    await renderStage(studio);
    const currentPlacement = () => requireDocument(studio).edits.scene.placement;
    drag(button(/^Your product\./), [500, 400], [520, 410], [560, 300]);
    expect(currentPlacement()).not.toBeNull();
    const { scale = 1 } = studio.view.store.getState().transform ?? {};
    const before = currentPlacement()?.centerX ?? 0;
    drag(button(/^Your product\./), [500, 400], [400, 400]);
    expect(currentPlacement()?.centerX).toBeCloseTo(before - 100 / scale / 1024, 1);
    await happens(studio.undo);
    expect(currentPlacement()?.centerX).toBeCloseTo(before);
    await happens(studio.undo);
    expect(currentPlacement()).toBeNull();
  });

  it('drags the crop area', async () => {
    const { studio } = await openedWith('crop');
    studio.crop.setRatio(1);
    await renderStage(studio);
    const { scale = 1 } = studio.view.store.getState().transform ?? {};
    drag(button(/^Crop area/), [500, 400], [500 + 70 * scale, 400]);
    expect(requireDocument(studio).edits.crop?.crop.centerX).toBeCloseTo(0.6);
  });

  it('drags the line between before and after', async () => {
    const { studio } = await openedWith('cut-out');
    studio.look.setCompare('slider');
    await renderStage(studio);
    const { scale = 1, offset = { x: 0 } } = studio.view.store.getState().transform ?? {};
    drag(line(), [500, 400], [offset.x + 175 * scale, 400]);
    expect(requireDocument(studio).view.splitFraction).toBeCloseTo(0.25);
  });

  it('drags the picture, and zooms with the wheel', async () => {
    const { studio } = await openedWith('cut-out');
    await renderStage(studio);
    const view = () => studio.view.store.getState();
    const { scale = 1 } = view().transform ?? {};
    await happens(() => fireEvent.wheel(pane('Cut-out'), { deltaY: -400, clientX: 500, clientY: 400 }));
    expect(view().transform?.scale).toBeGreaterThan(scale);
    await happens(studio.view.actualSize);
    await happens(() => studio.view.step(1));
    await happens(() => studio.view.step(1));
    const { x = 0 } = view().transform?.offset ?? {};
    drag(pane('Cut-out'), [500, 400], [460, 400]);
    expect(view().transform?.offset.x).toBeCloseTo(x - 40);
  });

  it('zooms with its buttons and pans with the arrow keys', async () => {
    const { studio } = await openedWith('cut-out');
    const user = await renderStage(studio);
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
    pane('Cut-out').focus();
    await user.keyboard('{ArrowDown}');
    expect(offset()).not.toEqual(before);
    await user.click(button('Fit'));
    expect(studio.view.store.getState().isFit).toBe(true);
  });

  it('shows whether the work is saved', async () => {
    const { studio } = await openedWith('cut-out');
    await renderStage(studio);
    await happens(() => studio.store.setState({ isSaved: false }));
    expect(screen.getByText('Saving')).toBeDefined();
    await happens(() => studio.store.setState({ isSaved: true }));
    expect(screen.getByText('Saved')).toBeDefined();
  });
});
