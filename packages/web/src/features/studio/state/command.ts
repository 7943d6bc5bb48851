import type { ChannelId } from '@packshot/contract/channels/channels';
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
  'commands',
  'shortcuts',
] as const;
type FrameCommandId = (typeof FRAME_COMMAND_IDS)[number];
/** ID of a command: `tool-crop` chooses the crop tool; `crop:trim` is a command that the crop tool adds. */
export type CommandId = FrameCommandId | `tool-${ToolName}` | `${ToolName}:${string}`;

/** Facts about the studio's state by which commands are enabled or disabled. */
export interface CommandFacts {
  readonly hasPhoto: boolean;
  /** Whether the stage shows a result with loaded pixels rather than the photo. */
  readonly hasResult: boolean;
  /** Whether the pixels of the picture with which the current one is compared are loaded. */
  readonly hasInput: boolean;
  /** Whether before and after are aligned, so that a comparison line makes sense. */
  readonly isFramedAlike: boolean;
  readonly isRunning: boolean;
  /** Whether a run locks the document. A run that adds variants one by one doesn't lock it. */
  readonly isLocked: boolean;
  readonly isSaving: boolean;
  readonly tool: ToolName;
  /** Whether the chosen tool has all its inputs. */
  readonly isReady: boolean;
  /** Whether the stage shows content of the chosen tool, such as a composition or a crop, rather than a picture. */
  readonly isComposing: boolean;
  readonly hasProduct: boolean;
  /** Whether the stage shows a scene whose product the user can move again. */
  readonly canArrange: boolean;
  /** Whether the scene on the stage has recorded settings. */
  readonly canReuse: boolean;
  readonly canSave: boolean;
  /** Whether the user's strokes on the stage draw a mask or a correction. */
  readonly isDrawing: boolean;
  readonly hasMask: boolean;
  /** Whether the stage shows a cut-out whose edge the user can correct. */
  readonly canRefine: boolean;
  readonly isRefining: boolean;
  /** Whether the user has drawn corrections that aren't applied yet. */
  readonly isCorrected: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

interface CommandActions {
  choosePhoto(): void;
  showBatch(): void;
  startOver(): void;
  chooseTool(tool: ToolName): void;
  run(): void;
  starResult(): void;
  putAwayResult(): void;
  openAsPhoto(): void;
  /** @param shops shops for which the recipe makes files; empty for a single file */
  saveRecipe(shops: readonly ChannelId[]): void;
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
  showCommands(): void;
  showShortcuts(): void;
}

export interface CommandContext extends CommandFacts, CommandActions {}

export interface StudioCommand {
  readonly id: CommandId;
  readonly name: string;
  readonly icon: IconNode;
  /**
   * Alternative shortcuts: optional `mod+` (Ctrl, or Cmd on a Mac), optional `shift+` (letters only), and a lower-case
   * `KeyboardEvent.key`. The interface shows the first one.
   */
  readonly keys: readonly string[];
  /** Whether the command's keys also work while the user types in a text field. */
  readonly worksInFields?: boolean;
  readonly group: 'Photo' | 'Tools' | 'Product' | 'Draw' | 'Results' | 'View' | 'Compare' | 'Help';
  isEnabled(context: CommandContext): boolean;
  perform(context: CommandContext): void;
  /** Called when the user releases the key, for commands that last while the key is held. */
  release?(context: CommandContext): void;
}

export const withPhoto = (context: CommandContext): boolean => context.hasPhoto;
const withResult = (context: CommandContext): boolean => context.hasResult && !context.isLocked;
/** Condition of commands: before and after can be compared, and no run locks the document. */
export const withBoth = (context: CommandContext): boolean =>
  withResult(context) && context.hasInput && !context.isComposing;
export const withFreeHands = (context: CommandContext): boolean =>
  context.canSave && !context.isLocked && !context.isSaving;
