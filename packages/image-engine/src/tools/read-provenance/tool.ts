import { BYTES_PER_PIXEL } from '../sign/tool.ts';
import type { EngineTool } from '../tool.ts';
import type { ReadProvenanceInput, ReadProvenanceResult } from './run.ts';

/** Tool that reads the provenance that this installation signed. */
export const readProvenance: EngineTool<ReadProvenanceInput, ReadProvenanceResult> = {
  allowance: { baseMs: 30_000, msPerMegapixel: 1_000, baseMiB: 70, mibPerMegapixel: 25 },
  // No file is listed, because the job doesn't decode it.
  files: () => [],
  pixels: ({ file }) => Math.max(1, Math.ceil(file.length / BYTES_PER_PIXEL)),
  load: () => import('./run.ts'),
};
