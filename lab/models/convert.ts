// node lab/models/convert.ts [--check]
//
// Converts the networks in packages/image-engine/assets/models from the weights that their authors publish in npm
// packages, and prints the rows of the NOTICE there. With --check it changes nothing, and fails if a shipped file
// differs from the converted one.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import { ESRGAN, NSFW } from '../../packages/image-engine/src/models/registry.ts';
import type { ShippedModel } from '../../packages/image-engine/src/models/registry.ts';
import { shippedFolder } from '../../packages/image-engine/src/models/shipped-model.ts';
import { esrganForms } from './esrgan-forms.ts';
import { readLayersModel } from './layers-model.ts';
import { layersToOnnx } from './layers-to-onnx.ts';
import { ESRGAN_SOURCE, NSFW_SOURCE } from './sources.ts';
import { storeInBytes } from './stored-in-bytes.ts';

async function nsfwForm(): Promise<Record<string, Uint8Array>> {
  const source = await readLayersModel(NSFW_SOURCE);
  const model = layersToOnnx(source);
  storeInBytes(model, source.byteScales);
  return { 'model.onnx': encodeModel(model) };
}

const sha256 = (...parts: Uint8Array[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** @returns paths of the shipped files that differ from the converted ones */
async function listChanged(folder: string, made: Record<string, Uint8Array>): Promise<string[]> {
  const compared = await Promise.all(
    Object.entries(made).map(async ([file, bytes]) => {
      const shipped = await readFile(join(folder, file));
      return shipped.equals(bytes) ? [] : [join(folder, file)];
    }),
  );
  return compared.flat();
}

async function write(folder: string, made: Record<string, Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [file, bytes] of Object.entries(made)) await writeFile(join(folder, file), bytes);
}

function report(model: ShippedModel, made: Record<string, Uint8Array>): void {
  for (const [file, bytes] of Object.entries(made)) {
    console.log(`| \`${model.id}/${file}\` | ${bytes.length} | \`${sha256(bytes)}\` |`);
  }
  const parts = model.files.map((file) => made[file] ?? new Uint8Array());
  const sizeBytes = parts.reduce((sum, { length }) => sum + length, 0);
  console.log(`registry: ${model.id} sizeBytes ${sizeBytes} sha256 ${sha256(...parts)}\n`);
}

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values;
const faults: string[] = [];
for (const [model, made] of [
  [ESRGAN, await esrganForms(await readLayersModel(ESRGAN_SOURCE))],
  [NSFW, await nsfwForm()],
] as const) {
  report(model, made);
  const folder = shippedFolder(model);
  if (check) faults.push(...(await listChanged(folder, made)));
  else await write(folder, made);
}
for (const file of faults) console.error(`${file} is not what is made of the published weights`);
if (check && faults.length === 0) console.log('Every file is what is made of the published weights.');
process.exitCode = faults.length === 0 ? 0 : 1;
