/** Types of the studio's commands and of the context that they act on. */
import type { IconNode } from 'lucide';
import type { ToolName } from '@packshot/contract/tools/names';

/** Commands of the studio itself; each tool adds its own commands. */
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
/** ID of a command: `tool-crop` chooses the crop tool; `crop:trim` is a command that the crop tool adds. */
export type CommandId = FrameCommandId | `tool-${ToolName}` | `${ToolName}:${string}`;

/** Facts by which commands are enabled or disabled, derived from the studio's state alone. */
export interface CommandFacts {
  readonly hasPhoto: boolean;
  /** Whether the stage shows a result rather than the photo. */
  readonly hasResult: boolean;
  /** Whether the picture before the tool's work can be shown for a comparison. */
  readonly hasInput: boolean;
  /** Whether before and after are aligned, so that a comparison line makes sense. */
  readonly isFramedAlike: boolean;
  readonly isRunning: boolean;
  /** Whether a job is running that other commands would disturb; variants that arrive one by one don't lock. */
  readonly isLocked: boolean;
  readonly isSaving: boolean;
  readonly tool: ToolName;
  /** Whether the chosen tool has all its inputs. */
  readonly isReady: boolean;
  /** Whether the stage shows a composition or a crop rather than a picture. */
  readonly isComposing: boolean;
  /** Whether the stage shows a product in its frame. */
  readonly hasProduct: boolean;
  /** Whether the stage shows a scene whose product the user can move again. */
  readonly canArrange: boolean;
  /** Whether the scene on the stage has recorded settings. */
  readonly canReuse: boolean;
  /** Whether the stage has a picture that can be saved. */
  readonly canSave: boolean;
  /** Whether the user's strokes on the stage draw a mask or a correction. */
  readonly isDrawing: boolean;
  /** Whether the user has drawn strokes for the chosen tool. */
  readonly hasMask: boolean;
  /** Whether the stage shows a cut-out whose edge the user can correct. */
  readonly canRefine: boolean;
  readonly isRefining: boolean;
  /** Whether the user has drawn corrections that aren't applied yet. */
  readonly isCorrected: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Actions available to commands, provided by the studio and the page. */
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

/** Facts and actions that a command receives. */
export interface CommandContext extends CommandFacts, CommandActions {}

export interface StudioCommand {
  readonly id: CommandId;
  readonly name: string;
  readonly icon: IconNode;
  /**
   * Alternative shortcuts: optional `Mod+` (Ctrl, or Cmd on a Mac) and a lower-case `KeyboardEvent.key`. The interface
   * shows the first one.
   */
  readonly keys: readonly string[];
  readonly group: 'Photo' | 'Tools' | 'Product' | 'Draw' | 'Results' | 'View' | 'Compare' | 'Help';
  isEnabled(context: CommandContext): boolean;
  perform(context: CommandContext): void;
  /** Called when the user releases the key, for commands that last while the key is held. */
  release?(context: CommandContext): void;
}

export const withPhoto = (context: CommandContext): boolean => context.hasPhoto;
/** Condition of commands: there is a result, and no run that locks it. */
const withResult = (context: CommandContext): boolean => context.hasResult && !context.isLocked;
/** Condition of commands: there is a result and a picture with which to compare it. */
export const withBoth = (context: CommandContext): boolean =>
  withResult(context) && context.hasInput && !context.isComposing;
/** Condition of commands: there is a picture to save, and no run or save in progress. */
export const withFreeHands = (context: CommandContext): boolean =>
  context.canSave && !context.isLocked && !context.isSaving;
