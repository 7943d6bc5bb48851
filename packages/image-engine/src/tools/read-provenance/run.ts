import { isDeepStrictEqual } from 'node:util';
import { RECIPE_ASSERTION, recipeAssertionSchema } from '@packshot/contract';
import type { Provenance } from '@packshot/contract';
import { z } from 'zod';
import { detectImageFormat } from '../../pixels/file/header/probe.ts';
import { inspectEnvelope } from '../../pixels/file/metadata/inspect-envelope.ts';
import { createManifest } from '../../pixels/file/metadata/manifest.ts';
import type { ManifestDefinition } from '../../pixels/file/metadata/manifest.ts';
import { stepsIn } from '../../pixels/file/metadata/provenance-in-file.ts';
import { library } from '../sign/library.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';
import { askReader } from './ask-reader.ts';
import type { FromReader } from './reader-thread.ts';

/** Certificate data by which files that this installation signed are recognized. */
export interface KnownBy {
  /** PEM of the issuer of the signer's certificate; null if unknown. */
  readonly issuer: string | null;
  /** Serial number of the signer's certificate, in decimal; null if the issuer issues only to this installation. */
  readonly serialNumber: string | null;
}

export interface ReadProvenanceInput {
  readonly file: Uint8Array;
  readonly knownBy: KnownBy;
}

export interface ReadProvenanceResult {
  /** Provenance of the file, or null if it is unsigned, changed since, or signed by another signer. */
  provenance: Provenance | null;
  stagesMs: Record<string, number>;
}

const STAGES = { read: 0 } as const;
export const keeps = [library];

/**
 * Reads the provenance that this installation signed. Throws only the reason of the abort signal; an unreadable file
 * has no provenance.
 */
export async function run(
  { file, knownBy }: ReadProvenanceInput,
  context: ToolContext,
): Promise<ReadProvenanceResult> {
  const stages = createStages(STAGES, context);
  const provenance = await stages.run('read', async () => {
    const statedProvenance = stepsIn(file);
    const format = detectImageFormat(file);
    if (statedProvenance === null || format === null || knownBy.issuer === null) return null;
    if (inspectEnvelope(file) !== 'sound') return null;
    const read = await askReader(file, format, knownBy.issuer, context.signal);
    const manifest = activeManifestIn(read, knownBy);
    return manifest !== null && isSaidBy(manifest, statedProvenance) ? statedProvenance : null;
  });
  return { provenance, stagesMs: stages.durationsMs };
}

const manifestSchema = z.object({
  assertions: z.array(z.object({ label: z.string(), data: z.unknown() })),
  ingredients: z.array(z.object({ title: z.string().optional() })).default([]),
  signature_info: z.object({ cert_serial_number: z.string() }),
});
type ReadManifest = z.infer<typeof manifestSchema>;

const storeSchema = z.object({
  active_manifest: z.string(),
  validation_state: z.string(),
  manifests: z.record(z.string(), z.unknown()),
});

/** Latest manifest in the C2PA library's report; null unless this installation signed it and the file is unchanged. */
function activeManifestIn({ credentialsJson }: FromReader, { serialNumber }: KnownBy): ReadManifest | null {
  if (credentialsJson === null) return null;
  const store = storeSchema.safeParse(JSON.parse(credentialsJson));
  if (!store.success || store.data.validation_state !== 'Trusted') return null;
  const manifest = manifestSchema.safeParse(store.data.manifests[store.data.active_manifest]);
  if (!manifest.success) return null;
  const signer = manifest.data.signature_info.cert_serial_number;
  return serialNumber === null || signer === serialNumber ? manifest.data : null;
}

/**
 * Checks that the provenance steps in the file's XMP, which the signature covers, equal those of the signed
 * assertions. The result then doesn't depend on how a library reads the data around a manifest.
 */
function isSaidBy(manifest: ReadManifest, provenance: Provenance): boolean {
  const recipe = recipeAssertionSchema.safeParse(
    manifest.assertions.find(({ label }) => label === RECIPE_ASSERTION)?.data,
  );
  const expected = createManifest(provenance);
  const steps = listSteps(manifest.assertions);
  return (
    recipe.success &&
    steps !== null &&
    isDeepStrictEqual(recipe.data.contents, provenance.contents) &&
    isDeepStrictEqual(recipe.data.original, provenance.original) &&
    isDeepStrictEqual(steps, listSteps(expected.assertions)) &&
    isDeepStrictEqual(listTitles(manifest.ingredients), listTitles(expected.ingredients))
  );
}

const ACTIONS_LABEL = 'c2pa.actions';
const actionsSchema = z.object({
  actions: z.array(
    z.object({
      softwareAgent: z.unknown().optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/** Actions, software and settings of our processing steps; null if the assertions don't have the form that we write. */
function listSteps(
  assertions: ReadManifest['assertions'] | ManifestDefinition['assertions'],
): readonly object[] | null {
  const actionsAssertion = assertions.find(({ label }) => label.startsWith(ACTIONS_LABEL));
  const actions = actionsSchema.safeParse(actionsAssertion?.data);
  if (!actions.success) return null;
  return actions.data.actions.flatMap(({ softwareAgent, parameters = {} }) => {
    const ours = Object.entries(parameters).filter(([name]) => name.startsWith('packshot.'));
    return ours.length === 0 ? [] : [{ softwareAgent, ...Object.fromEntries(ours) }];
  });
}

const listTitles = (ingredients: readonly { readonly title?: string | undefined }[]): unknown =>
  ingredients.map(({ title }) => title);
