/** Converts an agent's order to the arguments of the command for the same tool. */
import { ERRORS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import { Refusal, toArgument } from '@packshot/mcp';
import type { Order } from '@packshot/mcp';
import { cutout } from '../../commands/cutout.ts';
import { describe } from '../../commands/describe.ts';
import { edit } from '../../commands/edit.ts';
import { scene } from '../../commands/scene.ts';
import { upscale } from '../../commands/upscale.ts';
import { flagTexts } from '../../options/tool-options.ts';
import type { ToolJob, PhotoTool } from '../tool.ts';
import { RefusalError } from '../../refused.ts';
import { UsageError } from '../../usage-error.ts';

const TOOLS: Partial<Record<TaskTool, PhotoTool>> = {
  'cut-out': cutout,
  scene,
  magic: edit,
  upscale,
  describe,
};

/**
 * @param paths paths of the additional pictures, such as a mask, by their names in the API
 * @throws Refusal for arguments that the command would reject
 */
export async function localJob(
  { tool, options }: Order,
  paths: Readonly<Record<string, string>>,
): Promise<{ readonly job: ToolJob; readonly suffix: string | null }> {
  const command = TOOLS[tool];
  if (command === undefined) throw new Error(`There is no command for ${tool}`);
  const all = command.flagsFor?.(options, paths) ?? { ...flagTexts(command.table, options), ...paths };
  try {
    return { job: await command.read({ options: all, operands: [] }, 'here'), suffix: command.suffix };
  } catch (error) {
    if (error instanceof UsageError && error.cause instanceof RefusalError) {
      const { code, param } = error.cause;
      throw new Refusal(code, ERRORS[code].message, { status: 422, param: toArgument(param) });
    }
    if (error instanceof UsageError)
      throw new Refusal('BAD_REQUEST', `${error.message.replaceAll('--', '')}.`);
    throw error;
  }
}
