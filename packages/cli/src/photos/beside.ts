/** Files of further products that a scene shows beside the photo's. */
import { BESIDE_CALL, MOST_BESIDE, placementSchema } from '@packshot/contract';
import type { Placement } from '@packshot/contract';
import type { Arguments } from '../options/option.ts';
import { listTexts } from '../options/parse.ts';
import { RefusalError } from '../refused.ts';
import type { PictureParameter } from '../refused.ts';
import { UsageError } from '../usage-error.ts';
import { readForAll } from './read.ts';

export interface BesideFile extends PictureParameter {
  readonly product: Uint8Array;
  readonly placement: Placement | undefined;
}

/**
 * Reads the further products of the scene.
 * @throws UsageError for a file that can't be used, or an invalid placement
 */
export async function besideIn(args: Arguments): Promise<readonly BesideFile[]> {
  const texts = listTexts(args, 'beside');
  if (texts.length > MOST_BESIDE) throw new UsageError(`--beside is possible ${MOST_BESIDE} times`);
  const products: BesideFile[] = [];
  for (const [index, text] of texts.entries()) {
    const at = text.lastIndexOf('@');
    const isPlaced = at > 0 && PLACEMENT.test(text.slice(at + 1));
    const path = isPlaced ? text.slice(0, at) : text;
    const placement = isPlaced ? parsePlacement(text.slice(at + 1)) : undefined;
    const picture = { param: BESIDE_CALL[index]?.picture ?? '', path };
    products.push({ ...picture, product: await readProduct(picture), placement });
  }
  return products;
}

/** Placement that follows a file: three numbers, or JSON. */
const PLACEMENT = /^(?:-?[\d.]+,-?[\d.]+,[\d.]+|\{.*\})$/s;

function parsePlacement(text: string): Placement {
  const read = placementSchema.safeParse(text.startsWith('{') ? parseJson(text) : toPlacement(text));
  if (read.success) return read.data;
  throw new UsageError(`--beside cannot have the placement "${text}"; it is X,Y,WIDTH, like 0.7,0.6,0.2`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toPlacement(text: string) {
  const [centerX, centerY, width] = text.split(',').map(Number);
  return { centerX, centerY, width, rotationDeg: 0, isFlipped: false };
}

/** Reads a product's file, and refuses it by its header. Throws UsageError. */
async function readProduct(picture: PictureParameter): Promise<Uint8Array> {
  const { ImageRefusal, probeImageHeader } = await import('@packshot/image-engine/pixels');
  const bytes = await readForAll('product', picture.path);
  try {
    probeImageHeader(bytes, bytes.length);
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error;
    const cause = new RefusalError(error.code, picture);
    throw new UsageError(`the product ${cause.message}`, { cause });
  }
  return bytes;
}

/** Throws the error again. If it concerns a further product, the message names the file of that product. */
export async function throwNamed(error: unknown, beside: readonly BesideFile[]): Promise<never> {
  const { ImageRefusal } = await import('@packshot/image-engine/pixels');
  const picture = error instanceof ImageRefusal ? beside[(error.product ?? 0) - 2] : undefined;
  throw error instanceof ImageRefusal && picture ? new RefusalError(error.code, picture) : error;
}
