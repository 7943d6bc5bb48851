/**
 * What can be done in the studio, as data: a name, an icon, keys, and how it is done. Toolbar, panel, keyboard and
 * the shortcuts sheet all read this one list, so that none of them can promise what another does not do.
 */
import {
  AlignHorizontalJustifyCenter,
  AlignHorizontalJustifyEnd,
  AlignHorizontalJustifyStart,
  Blend,
  Brush,
  Columns2,
  Contrast,
  Copy,
  Download,
  Eraser,
  Expand,
  Eye,
  FlipVertical2,
  Image as ImageIcon,
  ImagePlus,
  Keyboard,
  Lasso,
  Lightbulb,
  Maximize,
  Maximize2,
  MessageSquareText,
  Minus,
  Move,
  ArrowDownToLine,
  Play,
  Plus,
  Redo2,
  RotateCcw,
  Scan,
  Scissors,
  SquareDashed,
  SquareSplitHorizontal,
  Star,
  Trash2,
  Undo2,
  WandSparkles,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ToolName } from './document/results.ts';
import type { MaskTool } from './magic/strokes.ts';
import type { PlacePreset } from './scene/composition.ts';

export const COMMAND_IDS = [
  'choose-photo',
  'start-over',
  'tool-cut-out',
  'tool-scene',
  'tool-inspire',
  'tool-magic',
  'tool-harmonize',
  'tool-upscale',
  'tool-describe',
  'run',
  'undo',
  'redo',
  'mask-brush',
  'mask-eraser',
  'mask-lasso',
  'mask-rectangle',
  'brush-smaller',
  'brush-larger',
  'mask-invert',
  'mask-clear',
  'place-stage',
  'place-centre',
  'place-left',
  'place-right',
  'place-fill',
  'product-flip',
  'arrange',
  'star',
  'put-away',
  'cancel',
  'download',
  'copy',
  'zoom-in',
  'zoom-out',
  'fit',
  'actual-size',
  'compare-slider',
  'compare-side-by-side',
  'show-original',
  'shortcuts',
] as const;
export type CommandId = (typeof COMMAND_IDS)[number];

/** What a command needs to know and to do it: the studio hands it in. */
export interface CommandContext {
  readonly hasPhoto: boolean;
  /** A result is on the stage, rather than the photo itself. */
  readonly hasResult: boolean;
  /** What it was made from can be shown, which is what a comparison needs. */
  readonly hasInput: boolean;
  readonly isRunning: boolean;
  /** Something goes on that must not be disturbed; scenes that come one by one are not. */
  readonly isLocked: boolean;
  readonly isSaving: boolean;
  readonly tool: ToolName;
  /** The chosen tool has what it needs. */
  readonly isReady: boolean;
  /** The stage shows a scene in the making rather than a picture. */
  readonly isComposing: boolean;
  /** A product stands in its frame on the stage. */
  readonly hasProduct: boolean;
  /** A scene is on the stage whose product can be moved again. */
  readonly canArrange: boolean;
  /** There is something to take away. */
  readonly canSave: boolean;
  /** Strokes on the stage draw a mask. */
  readonly isDrawing: boolean;
  readonly hasMask: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  choosePhoto(): void;
  startOver(): void;
  chooseTool(tool: ToolName): void;
  run(): void;
  chooseBrush(tool: MaskTool): void;
  stepBrush(direction: 1 | -1): void;
  invertMask(): void;
  clearMask(): void;
  placeProduct(preset: PlacePreset): void;
  flipProduct(): void;
  arrange(): void;
  starResult(): void;
  putAwayResult(): void;
  undo(): void;
  redo(): void;
  cancel(): void;
  download(): void;
  copy(): void;
  zoom(direction: 1 | -1): void;
  fit(): void;
  actualSize(): void;
  toggleCompare(mode: 'slider' | 'side-by-side'): void;
  showOriginal(isShown: boolean): void;
  showShortcuts(): void;
}

export interface Command {
  readonly id: CommandId;
  readonly name: string;
  readonly icon: LucideIcon;
  /**
   * Any of these does it: optional `Mod+` (Ctrl, or Cmd on a Mac) and a `KeyboardEvent.key` in lower case.
   * The first is the one shown.
   */
  readonly keys: readonly string[];
  readonly group: 'Photo' | 'Tools' | 'Product' | 'Draw' | 'Results' | 'View' | 'Compare' | 'Help';
  isEnabled(context: CommandContext): boolean;
  perform(context: CommandContext): void;
  /** A held command ends when its key is let go. */
  release?(context: CommandContext): void;
}

const withPhoto = (context: CommandContext): boolean => context.hasPhoto;
const withResult = (context: CommandContext): boolean => context.hasResult && !context.isLocked;
const withBoth = (context: CommandContext): boolean =>
  withResult(context) && context.hasInput && !context.isComposing;
const withFreeHands = (context: CommandContext): boolean =>
  context.canSave && !context.isLocked && !context.isSaving;
/** Choosing a brush also ends a comparison, so it is there whenever the tool is. */
const inMagic = (context: CommandContext): boolean =>
  context.tool === 'magic' && context.hasPhoto && !context.isRunning;

const toolCommand = (tool: ToolName, name: string, icon: LucideIcon, key: string): Command => ({
  id: `tool-${tool}`,
  name,
  icon,
  keys: [key],
  group: 'Tools',
  isEnabled: (context) => !context.isRunning,
  perform: (context) => context.chooseTool(tool),
});
const maskCommand = (tool: MaskTool, name: string, icon: LucideIcon, key: string): Command => ({
  id: `mask-${tool}`,
  name,
  icon,
  keys: [key],
  group: 'Draw',
  isEnabled: inMagic,
  perform: (context) => context.chooseBrush(tool),
});

const placeCommand = (preset: PlacePreset, name: string, icon: LucideIcon, key: string): Command => ({
  id: `place-${preset}`,
  name,
  icon,
  keys: [key],
  group: 'Product',
  isEnabled: (context) => context.hasProduct && !context.isRunning,
  perform: (context) => context.placeProduct(preset),
});

export const COMMANDS: readonly Command[] = [
  {
    id: 'choose-photo',
    name: 'New photo',
    icon: ImagePlus,
    keys: ['n'],
    group: 'Photo',
    isEnabled: (context) => !context.isRunning,
    perform: (context) => context.choosePhoto(),
  },
  {
    id: 'start-over',
    name: 'Start over',
    icon: RotateCcw,
    keys: ['shift+n'],
    group: 'Photo',
    isEnabled: (context) => context.hasPhoto && !context.isRunning,
    perform: (context) => context.startOver(),
  },
  toolCommand('cut-out', 'Cut out', Scissors, 'x'),
  toolCommand('scene', 'Background', ImageIcon, 'g'),
  toolCommand('inspire', 'Inspire', Lightbulb, 'q'),
  toolCommand('magic', 'Magic tool', WandSparkles, 'w'),
  toolCommand('harmonize', 'Harmonize', Blend, 'h'),
  toolCommand('upscale', 'Upscale', Maximize2, 'u'),
  toolCommand('describe', 'Describe', MessageSquareText, 'd'),
  {
    id: 'run',
    name: 'Run the tool',
    icon: Play,
    keys: ['mod+enter'],
    group: 'Tools',
    isEnabled: (context) => context.hasPhoto && context.isReady && !context.isRunning,
    perform: (context) => context.run(),
  },
  {
    id: 'undo',
    name: 'Undo',
    icon: Undo2,
    keys: ['mod+z'],
    group: 'Tools',
    isEnabled: (context) => context.canUndo && !context.isRunning,
    perform: (context) => context.undo(),
  },
  {
    id: 'redo',
    name: 'Redo',
    icon: Redo2,
    keys: ['mod+shift+z', 'mod+y'],
    group: 'Tools',
    isEnabled: (context) => context.canRedo && !context.isRunning,
    perform: (context) => context.redo(),
  },
  maskCommand('brush', 'Brush', Brush, 'b'),
  maskCommand('eraser', 'Eraser', Eraser, 'e'),
  maskCommand('lasso', 'Lasso', Lasso, 'l'),
  maskCommand('rectangle', 'Rectangle', SquareDashed, 'r'),
  {
    id: 'brush-smaller',
    name: 'Smaller brush',
    icon: Minus,
    keys: ['['],
    group: 'Draw',
    isEnabled: inMagic,
    perform: (context) => context.stepBrush(-1),
  },
  {
    id: 'brush-larger',
    name: 'Larger brush',
    icon: Plus,
    keys: [']'],
    group: 'Draw',
    isEnabled: inMagic,
    perform: (context) => context.stepBrush(1),
  },
  {
    id: 'mask-invert',
    name: 'Invert',
    icon: Contrast,
    keys: ['i'],
    group: 'Draw',
    isEnabled: (context) => inMagic(context) && context.hasMask,
    perform: (context) => context.invertMask(),
  },
  {
    id: 'mask-clear',
    name: 'Clear',
    icon: Trash2,
    keys: ['delete', 'backspace'],
    group: 'Draw',
    isEnabled: (context) => inMagic(context) && context.hasMask,
    perform: (context) => context.clearMask(),
  },
  placeCommand('stage', 'On the stage', ArrowDownToLine, 's'),
  placeCommand('centre', 'In the middle', AlignHorizontalJustifyCenter, 'c'),
  placeCommand('left', 'At the left', AlignHorizontalJustifyStart, ','),
  placeCommand('right', 'At the right', AlignHorizontalJustifyEnd, '.'),
  placeCommand('fill', 'Fill the picture', Expand, 'a'),
  {
    id: 'product-flip',
    name: 'Flip',
    icon: FlipVertical2,
    keys: ['f'],
    group: 'Product',
    isEnabled: (context) => context.hasProduct && !context.isRunning,
    perform: (context) => context.flipProduct(),
  },
  {
    id: 'arrange',
    name: 'Move the product',
    icon: Move,
    keys: ['v'],
    group: 'Product',
    isEnabled: (context) => context.canArrange && !context.isRunning,
    perform: (context) => context.arrange(),
  },
  {
    id: 'star',
    name: 'Star',
    icon: Star,
    keys: ['*'],
    group: 'Results',
    isEnabled: (context) => context.hasResult,
    perform: (context) => context.starResult(),
  },
  {
    id: 'put-away',
    name: 'Delete this result',
    icon: Trash2,
    keys: ['mod+backspace', 'mod+delete'],
    group: 'Results',
    isEnabled: (context) => context.hasResult && !context.isRunning,
    perform: (context) => context.putAwayResult(),
  },
  {
    id: 'cancel',
    name: 'Cancel',
    icon: X,
    keys: ['escape'],
    group: 'Photo',
    isEnabled: (context) => context.isRunning,
    perform: (context) => context.cancel(),
  },
  {
    id: 'download',
    name: 'Download PNG',
    icon: Download,
    keys: ['mod+s'],
    group: 'Photo',
    isEnabled: withFreeHands,
    perform: (context) => context.download(),
  },
  {
    id: 'copy',
    name: 'Copy to clipboard',
    icon: Copy,
    keys: ['mod+c'],
    group: 'Photo',
    isEnabled: withFreeHands,
    perform: (context) => context.copy(),
  },
  {
    id: 'zoom-in',
    name: 'Zoom in',
    icon: Plus,
    keys: ['mod++', 'mod+=', '+'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.zoom(1),
  },
  {
    id: 'zoom-out',
    name: 'Zoom out',
    icon: Minus,
    keys: ['mod+-', '-'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.zoom(-1),
  },
  {
    id: 'fit',
    name: 'Fit',
    icon: Maximize,
    keys: ['mod+0'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.fit(),
  },
  {
    id: 'actual-size',
    name: '100 %',
    icon: Scan,
    keys: ['mod+1'],
    group: 'View',
    isEnabled: withPhoto,
    perform: (context) => context.actualSize(),
  },
  {
    id: 'compare-slider',
    name: 'Before and after',
    icon: SquareSplitHorizontal,
    keys: ['m'],
    group: 'Compare',
    isEnabled: withBoth,
    perform: (context) => context.toggleCompare('slider'),
  },
  {
    id: 'compare-side-by-side',
    name: 'Side by side',
    icon: Columns2,
    keys: ['shift+m'],
    group: 'Compare',
    isEnabled: withBoth,
    perform: (context) => context.toggleCompare('side-by-side'),
  },
  {
    id: 'show-original',
    name: 'Hold to see the original',
    icon: Eye,
    keys: ['\\'],
    group: 'Compare',
    isEnabled: withBoth,
    perform: (context) => context.showOriginal(true),
    release: (context) => context.showOriginal(false),
  },
  {
    id: 'shortcuts',
    name: 'Keyboard shortcuts',
    icon: Keyboard,
    keys: ['?'],
    group: 'Help',
    isEnabled: () => true,
    perform: (context) => context.showShortcuts(),
  },
];

const BY_ID = new Map(COMMANDS.map((command) => [command.id, command]));

export function commandOf(id: CommandId): Command {
  const command = BY_ID.get(id);
  if (!command) throw new Error(`No command ${id}.`);
  return command;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Letters are told apart by Shift; signs are not, because where they need Shift depends on the keyboard. */
function pressedBinding({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): string | null {
  // Where a sign needs AltGr, browsers report Ctrl and Alt as pressed.
  if (key === '\\' || key === '[' || key === ']') return key;
  if (altKey) return null;
  const lower = key.toLowerCase();
  const isLetter = /^[a-z]$/.test(lower);
  return `${ctrlKey || metaKey ? 'mod+' : ''}${isLetter && shiftKey ? 'shift+' : ''}${lower}`;
}

/** The command that a key press means, whether or not it is enabled now. */
export function commandForKey(press: KeyPress): Command | null {
  const binding = pressedBinding(press);
  return COMMANDS.find((command) => binding !== null && command.keys.includes(binding)) ?? null;
}

/** Macs press Cmd where others press Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEY_NAMES: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  shift: 'Shift',
  delete: 'Del',
  backspace: 'Backspace',
  '-': '−',
};

/** A command's first key as people read it: 'Ctrl 0', or '⌘ 0' on a Mac. */
export function keyLabel(command: Command, onMac: boolean): string {
  const [binding = ''] = command.keys;
  const parts = binding.endsWith('++') ? [binding.slice(0, -2), '+'] : binding.split('+');
  return parts
    .filter((part) => part !== '')
    .map((part) => (part === 'mod' ? (onMac ? '⌘' : 'Ctrl') : (KEY_NAMES[part] ?? part.toUpperCase())))
    .join(' ');
}
