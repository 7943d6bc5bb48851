/** What an agent orders, as the command of the same tool is told it. */
import { SCENE_LARGER_SIDE_PX, SCENE_OPTIONS } from '@packshot/contract';
import type { TaskTool } from '@packshot/contract';
import { Refusal } from '@packshot/mcp';
import type { Order } from '@packshot/mcp';
import { cutout } from '../../commands/cutout.ts';
import { describe } from '../../commands/describe.ts';
import { edit } from '../../commands/edit.ts';
import { scene } from '../../commands/scene.ts';
import { upscale } from '../../commands/upscale.ts';
import { flagTexts, textOfValue } from '../../options/tool-options.ts';
import type { Job, PhotoTool } from '../tool.ts';
import { UsageError } from '../../usage-error.ts';

const TOOLS: Partial<Record<TaskTool, PhotoTool>> = {
  'cut-out': cutout,
  scene,
  magic: edit,
  upscale,
  describe,
};

/** The order's options in the words of the command line. */
function textsOf({ tool, options }: Pick<Order, 'tool' | 'options'>): Record<string, string | true> {
  if (tool === 'scene') {
    const { count, larger_size: isLarger, larger_side: sidePx = SCENE_LARGER_SIDE_PX } = options;
    return {
      ...flagTexts(SCENE_OPTIONS, options),
      ...(count !== undefined && { count: textOfValue(count) }),
      ...(isLarger === true && { size: textOfValue(sidePx) }),
    };
  }
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) => {
      const flag = name === 'product_name' ? 'product' : name.replaceAll('_', '-');
      return value === undefined || value === false
        ? []
        : [[flag, value === true ? true : textOfValue(value)]];
    }),
  );
}

/**
 * @param paths of the pictures beside the photo, by their flags
 * @throws Refusal for what the command would refuse
 */
export async function localJob(
  { tool, options }: Order,
  paths: Readonly<Record<string, string>>,
): Promise<{ readonly job: Job; readonly suffix: string | null }> {
  const command = TOOLS[tool];
  if (command === undefined) throw new Error(`There is no command for ${tool}`);
  const all = { ...textsOf({ tool, options }), ...paths };
  try {
    return { job: await command.read({ options: all, operands: [] }), suffix: command.suffix };
  } catch (error) {
    if (error instanceof UsageError)
      throw new Refusal('BAD_REQUEST', `${error.message.replaceAll('--', '')}.`);
    throw error;
  }
}
