import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inWords } from './model-build.ts';
import type { BuiltModel, Precision, SelfCheck } from './model-build.ts';
import { ModelIntegrityError } from './packaged-model.ts';
import type { ShippedModel } from './registry.ts';

interface Form {
  readonly precision: Precision;
  /** Path in the model's folder. */
  readonly file: string;
}

/** Network that ships ready to run, with a check of its result on this machine. */
export interface ShippedBuild {
  readonly model: ShippedModel;
  /** Version of the check. Increase it when the check or the session options change. */
  readonly version: number;
  readonly preferred: Form;
  /** Variant of the network that is used if the check fails. Without a fallback, a failed check rejects the network. */
  readonly fallback?: Form;
  /**
   * Runs the preferred variant in `folder` on the check picture, and compares its result with the fallback's or with a
   * known result.
   */
  check(folder: string): Promise<SelfCheck>;
}

const MODELS_FOLDER = fileURLToPath(new URL('../../assets/models/', import.meta.url));

export const shippedFolder = ({ id }: ShippedModel): string => join(MODELS_FOLDER, id);

/**
 * Checks the files of a model in `folder`.
 * @throws ModelIntegrityError if they differ from the registry's hash
 */
export async function verifyShipped(model: ShippedModel, folder = shippedFolder(model)): Promise<void> {
  const hash = createHash('sha256');
  for (const file of model.files) {
    try {
      for await (const part of createReadStream(join(folder, file))) hash.update(part as Buffer);
    } catch (error) {
      throw new ModelIntegrityError(`${file} of ${model.id} cannot be read`, { cause: error });
    }
  }
  if (hash.digest('hex') !== model.sha256) {
    throw new ModelIntegrityError(`The files of ${model.id} are not those that the registry names`);
  }
}

/**
 * Chooses the variant of the network that runs on this machine. Throws if the check fails and the network has no
 * fallback.
 */
export async function judgeShipped(
  { preferred, fallback, check }: ShippedBuild,
  folder: string,
): Promise<BuiltModel> {
  const selfCheck = await check(folder);
  if (selfCheck.passed) return { precision: preferred.precision, selfCheck, files: {} };
  if (fallback === undefined) throw new Error(`Another answer than the known one: ${inWords(selfCheck)}`);
  const fallbackReason = `8-bit result differs on this CPU: ${inWords(selfCheck)}`;
  return { precision: fallback.precision, fallbackReason, selfCheck, files: {} };
}

export function shippedFile({ model, preferred, fallback }: ShippedBuild, { precision }: BuiltModel): string {
  const { file } = precision === fallback?.precision ? fallback : preferred;
  return join(shippedFolder(model), file);
}
