import { join } from 'node:path';
import { Tensor } from 'onnxruntime-node';
import type { RgbRaster } from '../pixels/raster/raster.ts';
import { EFFICIENTNET } from './registry.ts';
import { createSession, SESSION_OPTIONS, toAuxiliaryMaps } from './session.ts';
import type { InputScaling } from './session.ts';
import { shippedFolder, verifyShipped } from './shipped-model.ts';

/** Side of the network's square input. */
export const CLASSIFIER_SIDE_PX = 224;
/** Input scaling of the network's training: (value - 127) / 128. */
const SCALING: InputScaling = {
  scale: [1 / 128, 1 / 128, 1 / 128],
  offset: [-127 / 128, -127 / 128, -127 / 128],
};

/** Loaded network that recognizes objects. `classify` blocks the calling thread for some hundredths of a second. */
export interface ClassifierSession {
  /** Probabilities of the 1,000 ImageNet classes for a picture of CLASSIFIER_SIDE_PX squared. */
  classify(picture: RgbRaster): Promise<Float32Array>;
  release(): Promise<void>;
}

/**
 * Opens the network that ships in `folder`.
 * @throws ModelIntegrityError if its file differs from the registry's hash
 */
export async function openClassifierSession(
  folder = shippedFolder(EFFICIENTNET),
): Promise<ClassifierSession> {
  await verifyShipped(EFFICIENTNET, folder);
  const session = await createSession(join(folder, ...EFFICIENTNET.files), SESSION_OPTIONS);
  const [inputName] = session.inputNames;
  const [outputName] = session.outputNames;
  return {
    async classify(picture) {
      const dims = [1, 3, CLASSIFIER_SIDE_PX, CLASSIFIER_SIDE_PX];
      const input = new Tensor('float32', toAuxiliaryMaps(picture, SCALING), dims);
      const output = (await session.run({ [inputName]: input }, [outputName]))[outputName];
      const probabilities = Float32Array.from(output.data as Float32Array);
      output.dispose();
      input.dispose();
      return probabilities;
    },
    release: () => session.release(),
  };
}
