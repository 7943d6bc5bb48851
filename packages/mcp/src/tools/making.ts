/**
 * Tools for agents that make pictures and text. Work that costs credits is quoted first, and done only when the agent
 * returns the quote.
 */
import {
  agentFields,
  besideValues,
  DESCRIBE_OPTIONS,
  MAGIC_OPTIONS,
  MOST_BESIDE,
  PLACED_BESIDE,
  placementSchema,
  SCENE_OPTIONS,
  UPSCALE_OPTIONS,
  withoutDefaults,
  withoutLabels,
} from '@packshot/contract';
import type { OptionTable, TaskTool } from '@packshot/contract';
import { z } from 'zod';
import { toParam } from '../argument-names.ts';
import { parsePictureSource } from '../picture-source.ts';
import { QUOTE_MAX_LENGTH } from '../quotes.ts';
import { Refusal } from '../refusal.ts';
import type { Obstacle, Order, RunOptions, AgentBackend } from '../studio.ts';
import { jobAnswer, jobSchema, unpricedJobSchema } from './job.ts';
import { defineTool, pictureArgument } from './tool.ts';
import type { AgentTool, ToolAnswer, CallContext } from './tool.ts';

interface Making {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tool: TaskTool;
  /** Set for free tools, whose work needs no quote. */
  readonly isFree?: true;
  /** Schemas of the arguments that are pictures, the main picture first. */
  readonly pictures: Readonly<Record<string, z.ZodType<string | undefined>>>;
  /** Whether the scene may show further products, as the argument `beside`. */
  readonly showsSeveral?: true;
  readonly table: OptionTable;
  /** Describes the ordered work in a sentence, for the quote. */
  readonly does: (options: Readonly<Record<string, unknown>>) => string;
}

const QUOTED =
  'Called without a quote it does nothing but say what it would cost, with a quote; called again with that quote and exactly the same arguments within ten minutes, it spends the credits, once.';

const quoteArgument = z
  .string()
  .min(1)
  .max(QUOTE_MAX_LENGTH)
  .optional()
  .describe('From the answer to the same call without it. Absent: nothing is made or spent');

const outputSchema = jobSchema.extend({
  quote: z.string().optional().describe('Send it with the same arguments to go ahead'),
  quote_expires_at: z.string().optional(),
  credits: z.number().int().optional().describe('What it will cost'),
  cannot_pay: z
    .enum(['OUT_OF_CREDITS', 'KEY_CEILING_REACHED'])
    .optional()
    .describe('Why these credits cannot be spent now'),
});

function createMakingTool(studio: AgentBackend, own: Making): AgentTool {
  const { name, title, tool, pictures, showsSeveral = false, table, isFree = false, does } = own;
  const isQuoted = studio.hasPrices && !isFree;
  const input = z.strictObject({
    ...pictures,
    ...(showsSeveral && { beside: besideArgument(studio) }),
    ...agentFields(table),
    ...(isQuoted && { quote: quoteArgument }),
  });
  return defineTool({
    name,
    title,
    description: isQuoted ? `${own.description} ${QUOTED}` : own.description,
    ...(isFree && { isFree }),
    input,
    output: studio.hasPrices ? outputSchema : unpricedJobSchema,
    scopes: ['jobs:run'],
    isReadOnly: false,
    isIdempotent: isQuoted,
    isOpenWorld: true,
    async call(rawArguments, context) {
      const { quote, beside = [], ...args } = rawArguments as MakingArguments;
      const options = withoutLabels(table, args);
      const order: Order = {
        tool,
        pictures: {
          ...Object.fromEntries(
            Object.keys(pictures).flatMap((argument) => {
              const text = args[argument];
              if (typeof text !== 'string') return [];
              return [[toParam(argument), parsePictureSource(text, argument, studio)]];
            }),
          ),
          ...besideValues(
            'picture',
            beside.map(({ picture }, at) => parsePictureSource(picture, `beside[${at}].picture`, studio)),
          ),
        },
        options: {
          ...options,
          ...besideValues(
            'option',
            beside.map(({ placement }) => placement),
          ),
        },
      };
      if (!isQuoted) return runOrder(order, context, name, { credits: 0 });
      const contents = await studio.hashContents?.(order);
      const pictureArguments = Object.fromEntries(
        Object.keys(pictures).map((argument) => [argument, args[argument]]),
      );
      // Leaves out options that have their default value, so that the quote stays valid if the agent omits them.
      const same = {
        ...pictureArguments,
        ...(beside.length > 0 && { beside }),
        ...withoutDefaults(table, options),
        ...(contents && { contents }),
      };
      const work = { holder: studio.holder, tool: name, args: same };
      if (quote === undefined) {
        const credits = await studio.price(order);
        const obstacle = credits === 0 ? null : await studio.obstacleTo(credits);
        return quoteCall({ credits, obstacle, work, does: does(options) }, context);
      }
      const { id, credits } = context.quotes.read(quote, work);
      if ((await studio.price(order)) > credits)
        throw new Refusal(
          'QUOTE_INVALID',
          'It costs more by now. Call the tool without a quote to get another.',
          { param: 'quote' },
        );
      return runOrder(order, context, name, { credits, idempotencyKey: `mcp-quote-${id}` });
    },
  });
}

type MakingArguments = Readonly<Record<string, unknown>> & {
  readonly quote?: string;
  readonly beside?: readonly BesideArgument[];
};
type BesideArgument = z.output<ReturnType<typeof besideSchema>>[number];

const besideSchema = (studio: AgentBackend) =>
  z
    .array(
      z.strictObject({
        picture: pictureArgument(studio, 'A cut-out'),
        placement: placementSchema.optional().describe(`Its placement; ${PLACED_BESIDE}`),
      }),
    )
    .max(MOST_BESIDE);
const besideArgument = (studio: AgentBackend) =>
  besideSchema(studio).optional().describe('Further products in the same scene, each a cut-out');

interface Quoted {
  readonly credits: number;
  readonly obstacle: Obstacle | null;
  readonly work: Parameters<CallContext['quotes']['give']>[0];
  readonly does: string;
}

/** Sentences for reasons why a quote can't be used now, and what the user has to do first. */
const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  OUT_OF_CREDITS: 'The account does not have them now: buy credits first.',
  KEY_CEILING_REACHED: 'The ceiling of this API key does not leave them this month: raise it first.',
};

function quoteCall(
  { credits, obstacle, work, does }: Quoted,
  { quotes }: CallContext,
): ToolAnswer<z.output<typeof outputSchema>> {
  const { text, expiresAt } = quotes.give(work, credits);
  const cost = credits === 1 ? '1 credit' : `${credits} credits`;
  const lack = obstacle === null ? '' : ` ${OBSTACLES[obstacle]} (${obstacle})`;
  return {
    words: `Nothing was made yet. ${does} costs ${cost}.${lack} To go ahead, call ${work.tool} again with the same arguments and this quote, before ${expiresAt.toISOString()}: ${text}`,
    data: {
      status: 'quoted',
      results: [],
      quote: text,
      quote_expires_at: expiresAt.toISOString(),
      credits,
      ...(obstacle !== null && { cannot_pay: obstacle }),
    },
  };
}

async function runOrder(
  order: Order,
  { studio, signal, onProgress, onStarted }: CallContext,
  name: string,
  agreed: Pick<RunOptions, 'credits' | 'idempotencyKey'>,
): Promise<ToolAnswer<z.output<typeof outputSchema>>> {
  const { job, isReplay } = await studio.run(order, {
    ...agreed,
    signal,
    onProgress,
  });
  if (isReplay)
    throw new Refusal(
      'QUOTE_USED',
      `This quote was used already, and nothing more was spent. Its job is ${job.id}: call read_job, or ${name} without a quote for another.`,
      { param: 'quote', status: 409 },
    );
  onStarted(job);
  return jobAnswer(job, studio);
}

const cutOut = (studio: AgentBackend): AgentTool =>
  createMakingTool(studio, {
    name: 'cut_out',
    title: 'Cut out a product',
    description:
      'Cuts the product out of a photo: a PNG with a transparent background. Says how sure it is (confidence, 0 to 1) and which areas need a look (doubts).',
    tool: 'cut-out',
    pictures: { picture: pictureArgument(studio, 'A photo of the product') },
    table: {},
    does: () => 'Cutting out the product',
  });

const scene = (studio: AgentBackend): AgentTool =>
  createMakingTool(studio, {
    name: 'place_in_scene',
    title: 'Place a product in a scene',
    description: `Puts a product on a studio set, with its light and a shadow; the product’s pixels stay those of the photo. Say the place in words (prompt) or name a set (set_id, from list_sets). A photo is cut out first.${studio.hasPrices ? ' All variants together cost one credit.' : ''}`,
    tool: 'scene',
    pictures: {
      picture: pictureArgument(studio, 'The product: a cut-out, or a photo'),
      reference: pictureArgument(studio, 'A picture whose colors, light and mood to follow').optional(),
    },
    showsSeveral: true,
    table: SCENE_OPTIONS,
    does: () => 'Placing the product in a scene',
  });

const edit = (studio: AgentBackend): AgentTool =>
  createMakingTool(studio, {
    name: 'edit_picture',
    title: 'Edit a picture',
    description:
      'Removes what a mask covers, or changes it as a sentence says (colors, light, blur). Where the mask is black no pixel changes.',
    tool: 'magic',
    pictures: {
      picture: pictureArgument(studio, 'The photo, or an earlier result'),
      mask: pictureArgument(
        studio,
        'Of the shape of the picture: white, or opaque, where something is to change',
      ),
    },
    table: MAGIC_OPTIONS,
    does: ({ prompt }) =>
      prompt === undefined ? 'Removing what the mask covers' : 'Changing what the mask covers',
  });

const upscale = (studio: AgentBackend): AgentTool =>
  createMakingTool(studio, {
    name: 'upscale',
    title: 'Enlarge a picture',
    description: 'Enlarges a picture two or four times. faithful adds nothing; detailed draws edges anew.',
    tool: 'upscale',
    pictures: { picture: pictureArgument(studio, 'The photo, or an earlier result') },
    table: UPSCALE_OPTIONS,
    does: ({ factor }) => `Enlarging it ${String(factor)} times`,
  });

const describe = (studio: AgentBackend): AgentTool =>
  createMakingTool(studio, {
    name: 'describe_picture',
    title: 'Describe a product',
    description:
      'Says what was measured on the product of a photo: a description, shop texts (title, bullets and alt text in each language), and what is printed on it.',
    tool: 'describe',
    isFree: true,
    pictures: { picture: pictureArgument(studio, 'A photo, or a cut-out') },
    table: DESCRIBE_OPTIONS,
    does: () => 'Describing it',
  });

export const makingTools = (studio: AgentBackend): readonly AgentTool[] =>
  [cutOut, scene, edit, upscale, describe].map((toolFor) => toolFor(studio));
