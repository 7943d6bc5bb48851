/** What an agent orders, as the command of the same tool is told it. */
import { ASPECT_RATIOS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import { Refusal } from '@packshot/mcp';
import type { Order } from '@packshot/mcp';
import { cutout } from '../../commands/cutout.ts';
import { describe } from '../../commands/describe.ts';
import { edit } from '../../commands/edit.ts';
import { scene } from '../../commands/scene.ts';
import { upscale } from '../../commands/upscale.ts';
import type { Job, PhotoTool } from '../tool.ts';
import { UsageError } from '../../usage-error.ts';

const TOOLS: Partial<Record<TaskTool, PhotoTool>> = {
  'cut-out': cutout,
  scene,
  magic: edit,
  upscale,
  describe,
};

/** Names that differ between the API and the command line. */
const OPTIONS: Readonly<Record<string, string>> = {
  set_id: 'set',
  aspect_ratio: 'ratio',
  product_name: 'product',
};

const ratioLabel = (value: unknown): unknown => ASPECT_RATIOS.find(({ id }) => id === value)?.label ?? value;

/**
 * @param maskPath of the mask, where the order has one
 * @throws Refusal for what the command would refuse
 */
export async function localJob(
  { tool, options }: Order,
  maskPath: string | undefined,
): Promise<{ readonly job: Job; readonly suffix: string | null }> {
  const command = TOOLS[tool];
  if (command === undefined) throw new Error(`There is no command for ${tool}`);
  const given = Object.entries(options).map(([name, value]): [string, string] => [
    OPTIONS[name] ?? name,
    String(name === 'aspect_ratio' ? ratioLabel(value) : value),
  ]);
  const all = { ...Object.fromEntries(given), ...(maskPath !== undefined && { mask: maskPath }) };
  try {
    return { job: await command.read({ options: all, operands: [] }), suffix: command.suffix };
  } catch (error) {
    if (error instanceof UsageError)
      throw new Refusal('BAD_REQUEST', `${error.message.replaceAll('--', '')}.`);
    throw error;
  }
}
