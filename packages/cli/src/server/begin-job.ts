/** Starts jobs on a server by the client method that belongs to the tool. */
import type { JobHandle, Packshot, StartOptions } from '@packshot/client';
import type { TaskTool } from '@packshot/contract';

export interface ServerOrder {
  readonly tool: TaskTool;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Pictures for a client method; the tool's options are added to the same object. Only `edits` uses the mask. */
interface JobArguments {
  readonly image: Blob;
  readonly mask: Blob;
}

type Begin = (packshot: Packshot, call: JobArguments, options: StartOptions) => Promise<JobHandle>;

const BEGIN: Partial<Record<TaskTool, Begin>> = {
  'cut-out': (packshot, call, options) => packshot.cutouts.start(call, options),
  scene: (packshot, call, options) => packshot.scenes.start(call, options),
  magic: (packshot, call, options) => packshot.edits.start(call, options),
  upscale: (packshot, call, options) => packshot.upscales.start(call, options),
  describe: (packshot, call, options) => packshot.descriptions.start(call, options),
};

/** @param pictures pictures, by their parameter names in the public API */
export function beginJob(
  packshot: Packshot,
  { tool, options }: ServerOrder,
  pictures: Readonly<Record<string, Blob>>,
  start: StartOptions,
): Promise<JobHandle> {
  const begin = BEGIN[tool];
  if (begin === undefined) throw new Error(`There is no call for ${tool}`);
  return begin(packshot, { ...options, ...pictures } as unknown as JobArguments, start);
}
