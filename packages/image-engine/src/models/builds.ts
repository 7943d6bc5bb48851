import { fileURLToPath } from 'node:url';
import { crop } from '../pixels/raster.ts';
import { compareEnlargements, compareMasks, compareScores, checkPicture } from './self-check.ts';
import { quantizeEsrgan } from './esrgan-quantize.ts';
import { openUpscaleSession } from './esrgan-session.ts';
import { toLeanFloat32 } from './isnet-convert.ts';
import { quantize } from './isnet-quantize.ts';
import { layersToOnnx } from './layers-to-onnx.ts';
import type { ModelBuild } from './model-build.ts';
import { MODERATION_SIDE_PX, openModerationSession } from './moderation-session.ts';
import { decodeModel } from './onnx-format.ts';
import { readLayersModel } from './packaged-layers-model.ts';
import { readPackagedModel } from './packaged-model.ts';
import { ESRGAN, ISNET, NSFW } from './registry.ts';
import { openSession } from './segmentation-session.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The part of the check picture that is enlarged: rim, handle and grain, small enough for single precision. */
const ESRGAN_CHECK_BOX = { xPx: 590, yPx: 290, widthPx: 96, heightPx: 96 } as const;

/** The part that is moderated: what the network doubts most, so that every class has a say. */
const MODERATION_CHECK_BOX = {
  xPx: 400,
  yPx: 380,
  widthPx: MODERATION_SIDE_PX,
  heightPx: MODERATION_SIDE_PX,
} as const;
/** What TensorFlow.js 4.22 makes of it. */
const MODERATION_KNOWN_ANSWER = {
  drawing: 0.54481,
  hentai: 0.02135,
  neutral: 0.41909,
  porn: 0.01188,
  sexy: 0.00287,
} as const;

/** Every network that is prepared on each machine. */
export const MODEL_BUILDS = {
  isnet: {
    model: ISNET,
    version: 1,
    calibrationFile: file('./isnet-ranges.json'),
    async convert() {
      const model = decodeModel(await readPackagedModel(ISNET));
      toLeanFloat32(model);
      return model;
    },
    quantize,
    async check(reference, candidate) {
      const [one, other] = await inTurn([reference, candidate], openSession, (session) =>
        session.run(checkPicture()),
      );
      return compareMasks(one, other);
    },
  },
  esrgan: {
    model: ESRGAN,
    version: 1,
    calibrationFile: file('./esrgan-ranges.json'),
    convert: async () => layersToOnnx(await readLayersModel(ESRGAN)),
    quantize: quantizeEsrgan,
    async check(reference, candidate) {
      const picture = crop(checkPicture(), ESRGAN_CHECK_BOX);
      const [one, other] = await inTurn([reference, candidate], openUpscaleSession, (session) =>
        session.enlarge(picture),
      );
      return compareEnlargements(one, other);
    },
  },
  nsfw: {
    model: NSFW,
    version: 1,
    convert: async () => layersToOnnx(await readLayersModel(NSFW)),
    async checkAnswer(file) {
      const picture = crop(checkPicture(), MODERATION_CHECK_BOX);
      const [scores] = await inTurn([file], openModerationSession, (session) => session.score(picture));
      return compareScores(MODERATION_KNOWN_ANSWER, scores);
    },
  },
} as const satisfies Record<string, ModelBuild>;

export type ModelName = keyof typeof MODEL_BUILDS;

/** Opens, uses and closes one form after the other: two of them at once are twice the memory. */
async function inTurn<Session extends { release(): Promise<void> }, Result>(
  forms: readonly (string | Uint8Array)[],
  open: (form: string | Uint8Array) => Promise<Session>,
  run: (session: Session) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const form of forms) {
    const session = await open(form);
    try {
      results.push(await run(session));
    } finally {
      await session.release();
    }
  }
  return results;
}
