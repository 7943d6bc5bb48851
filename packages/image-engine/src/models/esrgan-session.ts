import { Tensor } from 'onnxruntime-node';
import type { InferenceSession } from 'onnxruntime-node';
import { raster } from '../pixels/raster/raster.ts';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import type { InputScaling } from './session.ts';
import { createSession, SESSION_OPTIONS, toAuxiliaryMaps } from './session.ts';

const ESRGAN_FACTOR = 4;
/** Input scaling for the values from 0 to 1 that the network was trained with. */
export const ESRGAN_SCALING: InputScaling = { scale: [1 / 255, 1 / 255, 1 / 255], offset: [0, 0, 0] };

/**
 * Session options without spinning threads. The network has hundreds of short operators in a row, for which spinning
 * takes 25 % more processor time on a busy machine and saves none on an idle one.
 */
const OPTIONS: InferenceSession.SessionOptions = {
  ...SESSION_OPTIONS,
  extra: { session: { intra_op: { allow_spinning: '0' } } },
};

/** Loaded upscaling network. `enlarge` blocks the calling thread while the network runs. */
export type UpscaleSession = Awaited<ReturnType<typeof openUpscaleSession>>;

/**
 * Loads a model from a file or bytes. Input: 1 x 3 x height x width; output: 1 x 3 with four times the height and
 * width. Values are from 0 to 1.
 */
export async function openUpscaleSession(model: string | Uint8Array) {
  const session = await createSession(model, OPTIONS);
  const [inputName] = session.inputNames;
  const [outputName] = session.outputNames;
  return {
    /**
     * Enlarges a picture by `ESRGAN_FACTOR`. Memory grows with its pixels, so callers split large pictures into tiles.
     */
    async enlarge(picture: RgbRaster): Promise<RgbRaster> {
      const { widthPx, heightPx } = picture;
      const input = new Tensor('float32', toAuxiliaryMaps(picture, ESRGAN_SCALING), [
        1,
        3,
        heightPx,
        widthPx,
      ]);
      const output = (await session.run({ [inputName]: input }, [outputName]))[outputName];
      const enlarged = fromPlanes(output.data as Float32Array);
      output.dispose();
      input.dispose();
      return raster(enlarged, widthPx * ESRGAN_FACTOR, heightPx * ESRGAN_FACTOR, 3);
    },
    release: (): Promise<void> => session.release(),
  };
}

/** Converts planar values from 0 to 1 to interleaved bytes, rounded and clamped. */
function fromPlanes(planes: Float32Array): Uint8Array {
  const pixels = planes.length / 3;
  const out = new Uint8ClampedArray(planes.length);
  for (let i = 0, j = 0; i < pixels; i++, j += 3) {
    out[j] = planes[i] * 255;
    out[j + 1] = planes[i + pixels] * 255;
    out[j + 2] = planes[i + 2 * pixels] * 255;
  }
  return new Uint8Array(out.buffer);
}
