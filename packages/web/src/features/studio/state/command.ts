/** What a command is, and what it acts on. */
import type { LucideIcon } from 'lucide-react';
import type { ToolName } from '@packshot/contract/tools/names';

/** Of the frame's own commands; tools add theirs. */
export const FRAME_COMMAND_IDS = [
  'choose-photo',
  'batch',
  'start-over',
  'run',
  'undo',
  'redo',
  'star',
  'put-away',
  'open-as-photo',
  'save-recipe',
  'cancel',
  'download',
  'export',
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
type FrameCommandId = (typeof FRAME_COMMAND_IDS)[number];
/** `tool-crop` chooses that tool, `crop:trim` would be a command of its own. */
export type CommandId = FrameCommandId | `tool-${ToolName}` | `${ToolName}:${string}`;

/** What a command needs to know; read from the studio's state alone. */
export interface CommandFacts {
  readonly hasPhoto: boolean;
  /** A result is on the stage, rather than the photo itself. */
  readonly hasResult: boolean;
  /** Original can be shown, which is what a comparison needs. */
  readonly hasInput: boolean;
  /** Before and after lie on top of each other, so that a line between them means something. */
  readonly isFramedAlike: boolean;
  readonly isRunning: boolean;
  /** Something goes on that must not be disturbed; scenes that come one by one are not. */
  readonly isLocked: boolean;
  readonly isSaving: boolean;
  readonly tool: ToolName;
  /** The chosen tool has what it needs. */
  readonly isReady: boolean;
  /** The stage shows a scene in the making, or a crop, rather than a picture. */
  readonly isComposing: boolean;
  /** A product stands in its frame on the stage. */
  readonly hasProduct: boolean;
  /** A scene is on the stage whose product can be moved again. */
  readonly canArrange: boolean;
  /** The scene on the stage knows what it was asked for. */
  readonly canReuse: boolean;
  /** There is something to take away. */
  readonly canSave: boolean;
  /** Strokes on the stage draw a mask, or a correction. */
  readonly isDrawing: boolean;
  /** There is something drawn, for the tool that is chosen. */
  readonly hasMask: boolean;
  /** A cut-out is on the stage whose edge can be corrected by hand. */
  readonly canRefine: boolean;
  readonly isRefining: boolean;
  /** Corrections are drawn that are not applied yet. */
  readonly isCorrected: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What a command can do; the studio and the page hand it in. */
interface CommandActions {
  choosePhoto(): void;
  showBatch(): void;
  startOver(): void;
  chooseTool(tool: ToolName): void;
  run(): void;
  starResult(): void;
  putAwayResult(): void;
  openAsPhoto(): void;
  saveRecipe(): void;
  undo(): void;
  redo(): void;
  cancel(): void;
  download(): void;
  showExport(): void;
  copy(): void;
  zoom(direction: 1 | -1): void;
  fit(): void;
  actualSize(): void;
  toggleCompare(mode: 'slider' | 'side-by-side'): void;
  showOriginal(isShown: boolean): void;
  showShortcuts(): void;
}

/** What a command acts on. */
export interface CommandContext extends CommandFacts, CommandActions {}

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

export const withPhoto = (context: CommandContext): boolean => context.hasPhoto;
/** There is a result, and no run keeps the hands off it. */
const withResult = (context: CommandContext): boolean => context.hasResult && !context.isLocked;
/** A result and what it was made from can be compared. */
export const withBoth = (context: CommandContext): boolean =>
  withResult(context) && context.hasInput && !context.isComposing;
/** There is something to take away, and nothing is being taken away. */
export const withFreeHands = (context: CommandContext): boolean =>
  context.canSave && !context.isLocked && !context.isSaving;
