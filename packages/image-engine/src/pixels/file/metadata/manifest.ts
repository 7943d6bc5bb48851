/**
 * Converts a picture's processing steps to a manifest of Content Credentials: the opened file, the actions with their
 * software, the ingredients, and our own assertion. The original file is identified by its hash, without name, location
 * or thumbnail. Source: C2PA 2.2.
 */
import {
  digitalSourceFor,
  digitalSourceUri,
  EFFECTS,
  ingredientInWords,
  PRODUCT_TITLE,
  PRODUCT_VERSION,
  RECIPE_ASSERTION,
  sourceTypeFor,
  describedStep,
} from '@packshot/contract';
import type {
  Content,
  Effect,
  MeasuredFile,
  Provenance,
  ProvenanceStep,
  RecipeAssertion,
} from '@packshot/contract';

/** Input from which the C2PA library builds a signed manifest. */
export interface ManifestDefinition {
  readonly claim_generator_info: readonly { readonly name: string; readonly version: string }[];
  readonly ingredients: readonly Ingredient[];
  readonly assertions: readonly {
    readonly label: string;
    /** Marks an assertion as created by us, as opposed to gathered from other software. */
    readonly created: true;
    readonly data: object;
  }[];
}

interface Ingredient {
  /** Label by which actions in the manifest refer to the ingredient. */
  readonly label: string;
  readonly title: string;
  readonly relationship: 'parentOf' | 'componentOf';
  readonly format: string;
  readonly instance_id?: string;
}

interface C2paAction {
  readonly action: string;
  readonly description?: string;
  readonly softwareAgent?: { readonly name: string; readonly version?: string };
  readonly digitalSourceType?: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** Effects of a step that can create a picture, rather than edit one. */
const CREATES: readonly Effect[] = ['show-set', 'generate'];
const ORIGINAL = 'original';
const UNKNOWN_FORMAT = 'application/octet-stream';

/**
 * Builds the manifest definition.
 * @param measured results measured on this very file, or undefined if it wasn't measured
 */
export function createManifest(provenance: Provenance, measured?: MeasuredFile): ManifestDefinition {
  const { steps, earlierSteps, original } = provenance;
  const [first] = steps;
  const isCreated =
    original === undefined && earlierSteps === 0 && first !== undefined && CREATES.includes(first.effect);
  const opened: C2paAction = { action: 'c2pa.opened', parameters: { ingredientIds: [ORIGINAL] } };
  const actions = [
    ...(isCreated ? [] : [opened]),
    ...steps.flatMap((step, at) => toActions(step, at, isCreated)),
  ];
  return {
    claim_generator_info: [{ name: PRODUCT_TITLE, version: PRODUCT_VERSION }],
    ingredients: [...(isCreated ? [] : [toOriginalIngredient(provenance)]), ...steps.flatMap(placedIn)],
    assertions: [
      {
        label: 'c2pa.actions.v2',
        created: true,
        data: { actions, allActionsIncluded: earlierSteps === 0 },
      },
      { label: RECIPE_ASSERTION, created: true, data: toRecipeAssertion(provenance, measured) },
    ],
  };
}

/**
 * Ingredient for the original file, identified by its hash as a standard URI (RFC 6920); our own assertion contains
 * the hash in hexadecimal.
 */
function toOriginalIngredient({ original }: Provenance): Ingredient {
  return {
    label: ORIGINAL,
    title: 'Original',
    relationship: 'parentOf',
    format: original?.type ?? UNKNOWN_FORMAT,
    ...(original && { instance_id: `ni:///sha-256;${base64Url(original.sha256)}` }),
  };
}

const placedLabel = (at: number): string => `placed-${String(at)}`;

/**
 * Ingredients that a step adds to the picture. A background color isn't a picture, so it isn't an ingredient and is
 * only described in text.
 */
function placedIn({ ingredient }: ProvenanceStep, at: number): readonly Ingredient[] {
  if (ingredient === undefined || ingredient.kind === 'color') return [];
  const { kind, name } = ingredient;
  return [
    {
      label: placedLabel(at),
      title: ingredientInWords(name),
      relationship: 'componentOf',
      format: UNKNOWN_FORMAT,
      instance_id: `urn:packshot:${kind}:${String(at)}`,
    },
  ];
}

function toActions(step: ProvenanceStep, at: number, isCreated: boolean): readonly C2paAction[] {
  const { effect, engine, tool, parameters = {} } = step;
  const creates = isCreated && at === 0;
  const softwareAgent = { name: engine.name, ...(engine.version !== null && { version: engine.version }) };
  const stepParameters = Object.entries({ tool, effect, ...parameters }).map(([name, value]) => [
    `packshot.${name}`,
    value,
  ]);
  const isPlaced = placedIn(step, at).length > 0;
  const placed = { ingredientIds: [placedLabel(at)] };
  const mainAction: C2paAction = {
    action: creates ? 'c2pa.created' : isPlaced ? 'c2pa.placed' : getEditAction(step),
    description: describedStep(step),
    softwareAgent,
    ...toActionSource(effect, creates),
    parameters: { ...Object.fromEntries(stepParameters), ...(isPlaced && !creates && placed) },
  };
  return creates && isPlaced
    ? [mainAction, { action: 'c2pa.placed', softwareAgent, parameters: placed }]
    : [mainAction];
}

/** C2PA action for a step without ingredients. */
function getEditAction({ effect, parameters = {} }: ProvenanceStep): string {
  if (effect !== 'alter' || typeof parameters['format'] !== 'string') return 'c2pa.edited';
  return parameters['cropped'] === true ? 'c2pa.cropped' : 'c2pa.converted';
}

/**
 * Digital source type of an action: that of a picture of unknown origin with the step's effect, or of the effect alone
 * if the step creates the picture. A picture that the step adds states its own source type.
 */
function toActionSource(effect: Effect, creates: boolean): Pick<C2paAction, 'digitalSourceType'> {
  if (effect === 'put-on-picture') return {};
  const added: readonly Content[] = EFFECTS[effect];
  return { digitalSourceType: digitalSourceUri(sourceTypeFor(creates ? added : ['picture', ...added])) };
}

function toRecipeAssertion(provenance: Provenance, measured: MeasuredFile | undefined): RecipeAssertion {
  const { contents, original, steps } = provenance;
  const seed = steps.findLast(({ parameters }) => typeof parameters?.['seed'] === 'number')?.parameters?.[
    'seed'
  ];
  const recipe = steps.at(-1)?.parameters?.['recipe'];
  return {
    version: 1,
    sourceType: digitalSourceFor(provenance),
    contents,
    ...(original && { original }),
    ...(typeof recipe === 'string' && { recipe }),
    ...(typeof seed === 'number' && { seed }),
    ...measured,
  };
}

function base64Url(hex: string): string {
  const bytes = Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
