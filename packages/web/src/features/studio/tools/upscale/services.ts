import type { TaskState } from '@packshot/contract/tools/tasks';
import type { UpscaleFactor, UpscaleMode } from '@packshot/contract/tools/limits';
import type { PictureCall } from '../../state/tool-calls.ts';

export interface UpscaleCall extends PictureCall {
  readonly factor: UpscaleFactor;
  readonly mode: UpscaleMode;
}

/** What enlarging asks for. */
export interface UpscaleServices {
  upscale(options: UpscaleCall): Promise<TaskState>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends UpscaleServices {}
}
