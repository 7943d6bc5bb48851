/** Steps in a picture's Content Credentials, which may come from any program, described for users. */
import { messages } from '../text/translation.ts';
import { DIGITAL_SOURCE_URI } from './source-types.ts';
import { lenientList, maybe, text } from './strangers-json.ts';
import { z } from 'zod';

const STEPS_MAX = 60;

export interface Step {
  readonly words: string;
  /** Program that performed the step, or null if not stated. */
  readonly by: string | null;
  /** Note about the kind of source picture, if it is informative. */
  readonly note: string | null;
}

export const formatAgent = (name: string, version: string | null | undefined): string =>
  version == null ? name : `${name} ${version}`;

const agentSchema = z.union([
  text,
  z.object({ name: text, version: maybe(text) }).transform(({ name, version }) => formatAgent(name, version)),
]);
const actionSchema = z.object({
  action: text,
  description: maybe(text),
  softwareAgent: maybe(agentSchema),
  digitalSourceType: maybe(text),
});
const actionsSchema = z.object({ actions: lenientList(actionSchema, STEPS_MAX) });
export type Action = z.infer<typeof actionSchema>;

export const actionsIn = (
  assertions: readonly { readonly label: string; readonly data?: unknown }[],
): readonly Action[] =>
  assertions
    .filter(({ label }) => /^c2pa\.actions(?:\.v\d+)?$/.test(label))
    .flatMap(({ data }) => actionsSchema.safeParse(data).data?.actions ?? []);

export const listSources = (actions: readonly Action[]): string[] =>
  actions.flatMap(({ digitalSourceType }) => digitalSourceType ?? []);

/** Labels of the standard's actions, for steps without a description. */
const ACTIONS: Readonly<Record<string, string>> = messages({
  'c2pa.addedText': 'Text added',
  'c2pa.adjustedColor': 'Colors adjusted',
  'c2pa.color_adjustments': 'Colors adjusted',
  'c2pa.converted': 'Saved in another format',
  'c2pa.created': 'Created',
  'c2pa.cropped': 'Cropped',
  'c2pa.deleted': 'Something removed',
  'c2pa.drawing': 'Drawn on',
  'c2pa.dubbed': 'Sound replaced',
  'c2pa.edited': 'Edited',
  'c2pa.edited.metadata': 'Metadata edited',
  'c2pa.enhanced': 'Enhanced',
  'c2pa.filtered': 'Filters applied',
  'c2pa.opened': 'File opened',
  'c2pa.orientation': 'Rotated or flipped',
  'c2pa.placed': 'Another picture added',
  'c2pa.published': 'Published',
  'c2pa.redacted': 'Part of the credentials removed',
  'c2pa.removed': 'A picture removed',
  'c2pa.repackaged': 'Repackaged',
  'c2pa.resized': 'Resized',
  'c2pa.transcoded': 'Saved in another format',
  'c2pa.watermarked': 'Watermarked',
  'c2pa.unknown': 'Action not specified by the program',
});

/** Labels of source types that say more than the action. Source: IPTC NewsCodes, digital source type. */
const SOURCES: Readonly<Record<string, string>> = messages({
  digitalCapture: 'A photo',
  computationalCapture: 'A photo from several exposures',
  trainedAlgorithmicMedia: 'Made by a generative model',
  compositeWithTrainedAlgorithmicMedia: 'Partly made by a generative model',
  compositeSynthetic: 'Combined with content made by a generative model',
  algorithmicMedia: 'Made by an algorithm',
  digitalCreation: 'Drawn or rendered',
  screenCapture: 'A screenshot',
});

export const toSteps = (actions: readonly Action[]): Step[] => actions.slice(0, STEPS_MAX).map(toStep);

function toStep({
  action,
  description,
  softwareAgent,
  digitalSourceType,
}: z.infer<typeof actionSchema>): Step {
  const actionWords = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const source = digitalSourceType?.startsWith(DIGITAL_SOURCE_URI)
    ? digitalSourceType.slice(DIGITAL_SOURCE_URI.length)
    : '';
  return {
    words: description || actionWords || action,
    by: softwareAgent ?? null,
    note: Object.hasOwn(SOURCES, source) ? (SOURCES[source] ?? null) : null,
  };
}
