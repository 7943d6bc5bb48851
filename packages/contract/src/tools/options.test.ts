import { expect, it } from 'vitest';
import { z } from 'zod';
import { HARMONIZE_OPTIONS } from './harmonize.ts';
import { recordFields } from './option-settings.ts';
import { agentFields } from './options.ts';
import { recordSettingsSchema } from '../records/schemas.ts';
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

it('the option fields for agents have defaults for upscaling, but not for scenes', () => {
  expect(defaultsIn(agentFields(UPSCALE_OPTIONS))).toEqual({ factor: 2, mode: 'faithful' });
  expect(defaultsIn(agentFields(SCENE_OPTIONS))).toEqual({});
});

it('no two options share a name in the settings of records', () => {
  const names = [
    ...Object.keys(recordFields(SCENE_OPTIONS)),
    ...Object.keys(recordFields(UPSCALE_OPTIONS)),
    ...Object.keys(recordFields(HARMONIZE_OPTIONS)),
    'background',
  ];
  expect(Object.keys(recordSettingsSchema.shape).toSorted()).toEqual(names.toSorted());
});
