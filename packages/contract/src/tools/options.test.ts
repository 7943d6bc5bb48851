import { expect, it } from 'vitest';
import { z } from 'zod';
import { agentFields } from './options.ts';
import { SCENE_OPTIONS } from './scene.ts';
import { UPSCALE_OPTIONS } from './upscale.ts';

const defaultsIn = (fields: z.ZodRawShape): object => {
  const { properties = {} } = z.toJSONSchema(z.object(fields), { io: 'input' });
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      typeof field === 'object' && 'default' in field ? [[name, field.default]] : [],
    ),
  );
};

it('names the defaults of an enlargement for agents, and none of a scene', () => {
  expect(defaultsIn(agentFields(UPSCALE_OPTIONS))).toEqual({ factor: 2, mode: 'faithful' });
  expect(defaultsIn(agentFields(SCENE_OPTIONS))).toEqual({});
});
