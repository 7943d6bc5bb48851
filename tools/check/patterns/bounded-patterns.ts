import type { BoundedPattern } from './check-patterns.ts';

const MAGIC_PROMPT = {
  longest: 300,
  because: 'readMagicPrompt looks at nothing longer than MAGIC_PROMPT_MAX_LENGTH',
};
const LOGGED = { longest: 8000, because: 'scrub() cuts at MAX_TEXT first' };

/** Regular expressions that aren't proven linear, with the reason why they never see a long text. */
export const BOUNDED_PATTERNS: readonly BoundedPattern[] = [
  {
    file: 'packages/image-engine/src/pixels/words/prompts/color-request.ts',
    text: '/^(?:change|replace|swap|turn|switch|convert) (?:the )?(?:colou?r )?(?:from )?(.+?) (?:to|with|for|into|by) (.+)$/',
    ...MAGIC_PROMPT,
  },
  {
    file: 'packages/image-engine/src/pixels/words/prompts/read-magic-prompt.ts',
    text: '/\\b(?:from|out of|off|in|on|at|behind|near|next to|above|below|under) .*$/',
    ...MAGIC_PROMPT,
  },
  {
    file: 'packages/image-engine/src/pixels/words/prompts/read-magic-prompt.ts',
    text: '/\\b(?:lighter|darker) .+$/',
    ...MAGIC_PROMPT,
  },
  {
    file: 'packages/image-engine/src/pixels/words/prompts/edit-requests.ts',
    text: '/\\b(?:pure |clean |plain |perfect |bright )*white (?:background|backdrop)(?: clean)?\\b/',
    ...MAGIC_PROMPT,
  },
  {
    file: 'packages/image-engine/src/pixels/words/prompts/describe-to-prompt.ts',
    text: '/[“"„«][^”"“»]*(?:[”"“»]|$)/g',
    longest: 6000,
    because:
      'readDescription cuts at DESCRIPTION_MAX_LENGTH; composing characters makes three of one at most',
  },
  {
    file: 'packages/server/src/platform/logging/pino-logger.ts',
    text: '/\\beyJ[\\w-]{8,}\\.[\\w-]+\\.[\\w-]*/g',
    ...LOGGED,
  },
  {
    file: 'packages/server/src/platform/logging/pino-logger.ts',
    text: '/\\b(signature|policy|token|access|refresh|password|x-amz-[\\w-]+)=[^&\\s"\']+/gi',
    ...LOGGED,
  },
  {
    file: 'packages/server/src/platform/logging/pino-logger.ts',
    text: '/^params: [\\s\\S]*?(?=\\n\\s+at |(?![\\s\\S]))/gm',
    ...LOGGED,
  },
  {
    file: 'tools/launch/postgres/postmaster-file.ts',
    text: '/^(.*?) -D (.*?) -c /',
    longest: 4096,
    because: 'the command line is cut first',
  },
];
