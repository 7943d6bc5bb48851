import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crop } from '../pixels/raster/raster.ts';
import { compareEnlargements, compareScores, checkPicture } from './self-check.ts';
import { openUpscaleSession } from './esrgan-session.ts';
import { checkIsnet } from './isnet-check.ts';
import { toLeanFloat32 } from './isnet-convert.ts';
import { quantize } from './isnet-quantize.ts';
import type { ConvertedBuild } from './model-build.ts';
import { MODERATION_SIDE_PX, openModerationSession } from './moderation-session.ts';
import { decodeModel } from './onnx-format.ts';
import { readPackagedModel } from './packaged-model.ts';
import { ESRGAN, ISNET, NSFW } from './registry.ts';
import { openSession } from './segmentation-session.ts';
import type { ShippedBuild } from './shipped-model.ts';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const ESRGAN_INT8 = { precision: 'int8', file: 'int8.onnx' } as const;
/** Variant with the same 8-bit weights, and all other values in single precision. */
const ESRGAN_FP32 = { precision: 'fp32', file: 'fp32.onnx' } as const;
const MODERATION_FORM = { precision: 'fp32', file: 'model.onnx' } as const;

/**
 * Crop of the check picture that is enlarged to compare both variants: rim, handle and grain, small enough for single
 * precision.
 */
const ESRGAN_CHECK_BOX = { xPx: 590, yPx: 290, widthPx: 48, heightPx: 48 } as const;

/**
 * Crop of the check picture that is scored. The network is least certain about it, so every class contributes to the
 * comparison.
 */
const MODERATION_CHECK_BOX = {
  xPx: 400,
  yPx: 380,
  widthPx: MODERATION_SIDE_PX,
  heightPx: MODERATION_SIDE_PX,
} as const;
/** Expected scores of the crop, computed by TensorFlow.js 4.22. */
const MODERATION_KNOWN_ANSWER = {
  drawing: 0.54481,
  hentai: 0.02135,
  neutral: 0.41909,
  porn: 0.01188,
  sexy: 0.00287,
} as const;

/** Builds of all networks that a machine prepares: some are converted on the machine, others are only checked. */
export const MODEL_BUILDS = {
  isnet: {
    model: ISNET,
    version: 3,
    calibrationFile: file('./isnet-calibration.json'),
    async convert() {
      const model = decodeModel(await readPackagedModel(ISNET));
      toLeanFloat32(model);
      return model;
    },
    quantize,
    async check(modelFile) {
      const [verdict] = await runSequentially([modelFile], openSession, checkIsnet);
      return verdict;
    },
  },
  esrgan: {
    model: ESRGAN,
    version: 1,
    preferred: ESRGAN_INT8,
    fallback: ESRGAN_FP32,
    async check(folder: string) {
      const picture = crop(checkPicture(), ESRGAN_CHECK_BOX);
      const forms = [ESRGAN_FP32, ESRGAN_INT8].map(({ file }) => join(folder, file));
      const [one, other] = await runSequentially(forms, openUpscaleSession, (session) =>
        session.enlarge(picture),
      );
      return compareEnlargements(one, other);
    },
  },
  nsfw: {
    model: NSFW,
    version: 1,
    preferred: MODERATION_FORM,
    async check(folder: string) {
      const picture = crop(checkPicture(), MODERATION_CHECK_BOX);
      const forms = [join(folder, MODERATION_FORM.file)];
      const [scores] = await runSequentially(forms, openModerationSession, (session) =>
        session.score(picture),
      );
      return compareScores(MODERATION_KNOWN_ANSWER, scores);
    },
  },
} as const satisfies Record<string, ConvertedBuild | ShippedBuild>;

export type ModelName = keyof typeof MODEL_BUILDS;

/**
 * Opens, runs and closes several variants of a network one after another, because two open at once take twice the
 * memory.
 */
async function runSequentially<Session extends { release(): Promise<void> }, Result>(
  forms: readonly string[],
  open: (form: string) => Promise<Session>,
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
