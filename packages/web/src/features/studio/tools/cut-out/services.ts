import type { TaskState } from '@packshot/contract/tools/tasks';
import type { RefineEdges } from '@packshot/contract/tools/limits';
import type { CorrectionStroke } from '../../model/corrections.ts';
import type { Size } from '../../model/size.ts';
import type { PictureCall } from '../../state/tool-calls.ts';

/** `imageKey` is the photo that was cut out. */
export interface RefineCall extends PictureCall {
  readonly cutOutKey: string;
  readonly strokesKey: string;
  readonly edges: RefineEdges;
}

/** What removing a background and correcting it by hand ask for. */
export interface CutOutServices {
  removeBackground(options: PictureCall): Promise<TaskState>;
  /** Corrects a cut-out where strokes were drawn; costs nothing. */
  refine(options: RefineCall): Promise<TaskState>;
  /** Strokes of a correction as a picture of the photo's shape; null when there are none. */
  exportCorrection(strokes: readonly CorrectionStroke[], image: Size): Promise<Blob | null>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends CutOutServices {}
}
