import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Tensor } from 'onnxruntime-node';
import type { InferenceSession } from 'onnxruntime-node';
import type { Rgb, RgbRaster } from '../pixels/raster/raster.ts';
import { LINE_HEIGHT_PX } from '../pixels/words/line-picture.ts';
import { spell } from '../pixels/words/spell.ts';
import type { SpelledLine } from '../pixels/words/spell.ts';
import type { TextMap } from '../pixels/words/text-areas.ts';
import { ModelIntegrityError } from './packaged-model.ts';
import { PP_OCR } from './registry.ts';
import type { FilesModel } from './registry.ts';
import { createSession, SESSION_OPTIONS, toAuxiliaryMaps } from './session.ts';
import type { InputScaling } from './session.ts';

/** Input scaling by mean and standard deviation; those of the text finder are ImageNet's. */
const FINDER_SCALING = byMean([0.485, 0.456, 0.406], [0.229, 0.224, 0.225]);
const READER_SCALING = byMean([0.5, 0.5, 0.5], [0.5, 0.5, 0.5]);

function byMean(mean: Rgb, deviation: Rgb): InputScaling {
  const [r, g, b] = deviation;
  return {
    scale: [1 / 255 / r, 1 / 255 / g, 1 / 255 / b],
    offset: [-mean[0] / r, -mean[1] / g, -mean[2] / b],
  };
}

/**
 * Pair of networks that read printed text. Each call blocks the calling thread: `find` for up to a second, `read` for
 * some hundredths of a second.
 */
export interface TextSession {
  /** Finds lines of text in a picture whose sides are multiples of TEXT_GRID_PX. */
  find(picture: RgbRaster): Promise<TextMap>;
  /** Reads the text of a straight line, given as a picture with a height of LINE_HEIGHT_PX. */
  read(line: RgbRaster): Promise<SpelledLine>;
  release(): Promise<void>;
}

/**
 * Opens both networks from their package. Throws `ModelIntegrityError` if their files can't be read or differ from the
 * registry's hash.
 */
export async function openTextSession(model: FilesModel = PP_OCR): Promise<TextSession> {
  const [finderBytes, readerBytes, alphabetBytes] = await readFiles(model);
  const alphabet = [...alphabetBytes.toString('utf8').split('\n'), ' '];
  const finder = await createSession(finderBytes, SESSION_OPTIONS);
  const reader = await createSession(readerBytes, SESSION_OPTIONS);
  return {
    async find(picture) {
      const { widthPx, heightPx } = picture;
      const output = await runOne(finder, picture, FINDER_SCALING);
      return { data: output.data as Float32Array, widthPx, heightPx };
    },
    async read(line) {
      if (line.heightPx !== LINE_HEIGHT_PX)
        throw new RangeError(`A line of ${line.heightPx} px cannot be read`);
      const output = await runOne(reader, line, READER_SCALING);
      const [, steps, signs] = output.dims;
      return spell({ data: output.data as Float32Array, steps, signs }, alphabet);
    },
    async release() {
      await finder.release();
      await reader.release();
    },
  };
}

async function runOne(session: InferenceSession, picture: RgbRaster, scaling: InputScaling) {
  const [inputName] = session.inputNames;
  const [outputName] = session.outputNames;
  const dims = [1, 3, picture.heightPx, picture.widthPx];
  const input = new Tensor('float32', toAuxiliaryMaps(picture, scaling), dims);
  const output = (await session.run({ [inputName]: input }, [outputName]))[outputName];
  input.dispose();
  return output;
}

/** Reads the files of a model's package in the order of the registry, and checks their hash. */
async function readFiles({ packageName, entry, files, sha256 }: FilesModel): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  const hash = createHash('sha256');
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${packageName}/${entry}`));
    for (const file of files) {
      const bytes = await readFile(join(folder, file));
      hash.update(bytes);
      parts.push(bytes);
    }
  } catch (error) {
    throw new ModelIntegrityError(`${packageName}, which reads print, cannot be read`, { cause: error });
  }
  if (hash.digest('hex') !== sha256) {
    throw new ModelIntegrityError(`The files of ${packageName} are not those that the registry names`);
  }
  return parts;
}
