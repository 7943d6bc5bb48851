/** Appearance of the tools, which the first screen shows before the studio's script has loaded. */
import { t } from '@packshot/contract/text/translation';
import type { ToolName } from '@packshot/contract/tools/names';
import { Blend, Crop, Image, Lightbulb, Maximize2, MessageSquareText, Scissors, WandSparkles } from 'lucide';
import type { IconNode } from 'lucide';

/** Kind of result. `variants`: several pictures of one request, each shown as it finishes */
export type ResultKind = 'picture' | 'variants' | 'description';

/** Properties of an action that determine the sentence about its price. */
export interface CostedWork {
  /**
   * Price of the action. `free`: always free · `balance`: free while a generation is left · undefined: uses one
   * generation
   */
  readonly price?: 'free' | 'balance';
  readonly server?: { readonly makes: ResultKind };
}

export interface ToolFace {
  readonly icon: IconNode;
  /** Shortcut that chooses the tool. */
  readonly key: string;
  /** Sentence about what the tool does with a photo, shown before a photo is open. */
  readonly promise: string;
  /** Price of the tool's own action. */
  readonly cost: CostedWork;
}

export const TOOL_FACES = {
  'cut-out': { icon: Scissors, key: 'x', promise: t('Remove its background at full size.'), cost: {} },
  crop: { icon: Crop, key: 'k', promise: t('Crop, straighten or rotate it.'), cost: { price: 'free' } },
  scene: {
    icon: Image,
    key: 'g',
    promise: t('Place it in a studio scene.'),
    cost: { server: { makes: 'variants' } },
  },
  inspire: {
    icon: Lightbulb,
    key: 'q',
    promise: t('Create scenes from words alone.'),
    cost: { server: { makes: 'variants' } },
  },
  magic: {
    icon: WandSparkles,
    key: 'w',
    promise: t('Draw over a part of it to remove or change it.'),
    cost: {},
  },
  harmonize: {
    icon: Blend,
    key: 'h',
    promise: t('Match its light to a background picture of yours.'),
    cost: {},
  },
  upscale: { icon: Maximize2, key: 'u', promise: t('Upscale it two or four times.'), cost: {} },
  describe: {
    icon: MessageSquareText,
    key: 'd',
    promise: t('Describe the product in a sentence or two.'),
    cost: { price: 'balance' },
  },
} as const satisfies Record<ToolName, ToolFace>;
