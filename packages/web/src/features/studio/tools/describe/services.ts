import type { TaskState } from '@packshot/contract/tools/tasks';
import type { PictureCall } from '../../state/tool-calls.ts';

/** What a description asks for. */
export interface DescribeServices {
  /** Says what is in the picture. */
  describe(options: PictureCall): Promise<TaskState>;
  copyText(text: string): Promise<void>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends DescribeServices {}
}
