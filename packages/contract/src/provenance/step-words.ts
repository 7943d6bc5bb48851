/**
 * English labels for a picture's steps and ingredients. Signed files contain them, and any credentials reader shows
 * them, so they aren't translated.
 */
import { TOOL_NAMES } from '../tools/names.ts';
import type { ToolName } from '../tools/names.ts';
import type { ProvenanceStep } from './chain.ts';
import { DIGITAL_SOURCE_TYPES } from './source-types.ts';
import type { DigitalSourceType, Effect } from './source-types.ts';

/** Results of the tools, named as in the interface. */
const RESULT_WORDS: Readonly<Record<ToolName, string>> = {
  'cut-out': 'Cut-out',
  crop: 'Crop',
  scene: 'Background',
  inspire: 'Inspiration',
  magic: 'Magic edit',
  harmonize: 'Harmonized',
  upscale: 'Upscaled',
  describe: 'Description',
};

const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  alter: 'Edited without a generative model',
  'put-on-color': 'Product placed on a color',
  'put-on-picture': 'Product placed on another picture',
  'put-on-set': 'Product placed in a rendered studio set',
  'show-set': 'Rendered studio set',
  'generate-ground': 'Surroundings painted by a generative model, but not the product',
  'generate-part': 'Changed by a generative model',
  generate: 'Made by a generative model',
};
/** Words added to effects whose label alone isn't informative. */
const NAMED_WITH: Readonly<Partial<Record<Effect, string>>> = {
  alter: 'without a generative model',
  'generate-part': 'changed by a generative model',
};

/** Describes a step: "Cut-out, without a generative model". */
export function stepInWords({ tool: toolName, effect }: Pick<ProvenanceStep, 'tool' | 'effect'>): string {
  const tool = TOOL_NAMES.find((name) => name === toolName);
  const how = NAMED_WITH[effect];
  return tool === undefined || how === undefined ? EFFECT_WORDS[effect] : `${RESULT_WORDS[tool]}, ${how}`;
}

/** Describes a step with its settings: "Saved as JPEG, 120 × 120". */
export function describedStep(
  step: Pick<ProvenanceStep, 'tool' | 'effect' | 'ingredient' | 'parameters'>,
): string {
  const { effect, ingredient, parameters = {} } = step;
  const { format, widthPx, heightPx, cropped } = parameters;
  const color = ingredient?.kind === 'color' ? ` (${ingredient.name})` : '';
  const words = `${stepInWords(step)}${color}`;
  if (typeof format !== 'string') return words;
  const written = `as ${format.replace('image/', '').toUpperCase()}, ${String(widthPx)} × ${String(heightPx)}`;
  if (effect !== 'alter') return `${words}${cropped === true ? ', cropped' : ''}, ${written}`;
  return cropped === true ? `Cropped, and saved ${written}` : `Saved ${written}`;
}

const PICTURE_WORDS: Readonly<Record<DigitalSourceType, string>> = {
  algorithmicallyEnhanced: 'Another picture, without a generative model',
  compositeCapture: 'Another picture, composed of photos',
  composite: 'Another picture, composed without a generative model',
  digitalCreation: 'Another picture, drawn or rendered',
  compositeSynthetic: 'Another picture, combined with content made by a generative model',
  algorithmicMedia: 'Another picture, made by an algorithm',
  compositeWithTrainedAlgorithmicMedia: 'Another picture, partly made by a generative model',
  trainedAlgorithmicMedia: 'Another picture, made by a generative model',
};

/** Label of an ingredient; the user's own picture is named by its source type only. */
export function ingredientInWords(name: string): string {
  const type = DIGITAL_SOURCE_TYPES.find((candidate) => candidate === name);
  return type === undefined ? name : PICTURE_WORDS[type];
}
