import { DESCRIBE_OPTIONS, MAGIC_OPTIONS, SCENE_OPTIONS } from '@packshot/contract';
import { expect, it } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { optionsIn } from './tool-options.ts';

it.each([
  ['product', DESCRIBE_OPTIONS, 80],
  ['prompt', MAGIC_OPTIONS, 300],
  ['prompt', SCENE_OPTIONS, 500],
] as const)('a text that is too long is refused with its limit: --%s', (name, table, limit) => {
  for (const length of [limit + 1, 9 * limit])
    expect(() => optionsIn(table, { operands: [], options: { [name]: 'a'.repeat(length) } })).toThrow(
      expect.objectContaining({
        constructor: UsageError,
        message: expect.stringMatching(new RegExp(`^--${name} is too long\\. Please .* ${limit} characters`)),
      }),
    );
});
