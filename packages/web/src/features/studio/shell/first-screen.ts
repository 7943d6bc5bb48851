import type { ToolName } from '@packshot/contract/tools/names';
import type { Reference } from '@packshot/contract/tools/scene';
import type { ReactNode } from 'react';

/** Actions of the first screen, which the studio performs. */
export interface FirstScreenActions {
  takeFiles(files: readonly File[]): void;
  chooseTool(tool: ToolName): void;
  showBatch(): void;
  showShortcuts(): void;
}

/** State of the first screen as the studio determines it, once the studio's script has loaded. */
export interface FirstScreen {
  /** Whether the first screen is shown, or the studio in its place. Null while the studio looks for earlier work. */
  readonly isShown: boolean | null;
  readonly tool: ToolName;
  /** Whether a run locks the tools. */
  readonly isLocked: boolean;
  readonly isBatch: boolean;
  /** Sentence about what will happen to the photo that the user opens next. */
  readonly promise: string;
  /** Reference that the user selected before opening a photo. */
  readonly reference: Reference | null;
  /** List of recent documents; null if there are none. */
  readonly recents: ReactNode;
  readonly actions: FirstScreenActions;
}

export interface StudioPartProps {
  /** Shows the browser's file picker. */
  choosePhoto(): void;
  /** Receives the state of the first screen, and null when the studio is removed. */
  onFirstScreen(screen: FirstScreen | null): void;
}
