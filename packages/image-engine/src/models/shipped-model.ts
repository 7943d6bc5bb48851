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
  /** In the model's folder. */
  readonly file: string;
}

/** A network that ships as it runs, with a check of what this machine makes of it. */
export interface ShippedBuild {
  readonly model: ShippedModel;
  /** To be raised when the check changes, or session options. */
  readonly version: number;
  readonly preferred: Form;
  /** What runs where the check fails. A network without one is refused there. */
  readonly fallback?: Form;
  /** Runs the preferred form of `folder` on the check picture, and compares with the fallback or with the known answer. */
  check(folder: string): Promise<SelfCheck>;
}

const MODELS_FOLDER = fileURLToPath(new URL('../../assets/models/', import.meta.url));

/** Where the files of a model that ships are. */
export const shippedFolder = ({ id }: ShippedModel): string => join(MODELS_FOLDER, id);

/** Throws ModelIntegrityError unless the files of a model, in `folder`, are those that the registry names. */
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

/** Which form runs on this machine. Throws when the check fails and there is nothing to fall back on. */
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

/** The graph of a judged model. */
export function shippedFile({ model, preferred, fallback }: ShippedBuild, { precision }: BuiltModel): string {
  const { file } = precision === fallback?.precision ? fallback : preferred;
  return join(shippedFolder(model), file);
}
