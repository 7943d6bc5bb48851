import { Tensor } from 'onnxruntime-node';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import { ESRGAN_SCALING } from './esrgan-session.ts';
import { createSession, SESSION_OPTIONS, toAuxiliaryMaps } from './session.ts';
import type { InputScaling } from './session.ts';

/** Side of the network's square input. Photos are stretched to a square, as in training. */
export const MODERATION_SIDE_PX = 224;
/** Input scaling for the values from 0 to 1 that the network was trained with. */
const SCALING: InputScaling = ESRGAN_SCALING;

/** Probabilities of the five classes, 0 to 1 with the sum 1, in the order of the network's outputs. */
export interface ModerationScores {
  readonly drawing: number;
  readonly hentai: number;
  readonly neutral: number;
  readonly porn: number;
  readonly sexy: number;
}

/** Loaded moderation network. `score` blocks the calling thread for some milliseconds. */
export type ModerationSession = Awaited<ReturnType<typeof openModerationSession>>;

export async function openModerationSession(model: string | Uint8Array) {
  const session = await createSession(model, SESSION_OPTIONS);
  const [inputName] = session.inputNames;
  const [outputName] = session.outputNames;
  return {
    /** Scores a picture of `MODERATION_SIDE_PX` x `MODERATION_SIDE_PX` pixels. */
    async score(picture: RgbRaster): Promise<ModerationScores> {
      const dims = [1, 3, MODERATION_SIDE_PX, MODERATION_SIDE_PX];
      const input = new Tensor('float32', toAuxiliaryMaps(picture, SCALING), dims);
      const output = (await session.run({ [inputName]: input }, [outputName]))[outputName];
      const [drawing, hentai, neutral, porn, sexy] = output.data as Float32Array;
      output.dispose();
      input.dispose();
      return { drawing, hentai, neutral, porn, sexy };
    },
    release: (): Promise<void> => session.release(),
  };
}
