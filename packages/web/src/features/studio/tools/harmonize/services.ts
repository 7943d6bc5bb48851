import type { TaskState } from '@packshot/contract/tools/tasks';
import type { PictureCall } from '../../state/tool-calls.ts';

export interface HarmonizeCall extends PictureCall {
  /** Where the product is. */
  readonly maskKey: string;
  /** 0 to 1. */
  readonly strength: number;
}

/** What matching a product to its background asks for. */
export interface HarmonizeServices {
  harmonize(options: HarmonizeCall): Promise<TaskState>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends HarmonizeServices {}
}
