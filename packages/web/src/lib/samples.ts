import candleHolderCutOut from './samples/candle-holder-cut-out.webp';
import candleHolderPhoto from './samples/candle-holder-photo.webp';
import candleHolderThumb from './samples/candle-holder-thumb.webp';
import candleHolder from './samples/candle-holder.jpg';
import mugCutOut from './samples/mug-cut-out.webp';
import mugPhoto from './samples/mug-photo.webp';
import mugThumb from './samples/mug-thumb.webp';
import mug from './samples/mug.jpg';
import sunglassesCutOut from './samples/sunglasses-cut-out.webp';
import sunglassesPhoto from './samples/sunglasses-photo.webp';
import sunglassesThumb from './samples/sunglasses-thumb.webp';
import sunglasses from './samples/sunglasses.jpg';
import tankTopCutOut from './samples/tank-top-cut-out.webp';
import tankTopPhoto from './samples/tank-top-photo.webp';
import tankTopThumb from './samples/tank-top-thumb.webp';
import tankTop from './samples/tank-top.jpg';

/** A photograph to try the product with, and what the built-in engine made of it. */
export interface Sample {
  readonly id: string;
  readonly name: string;
  /** The photograph as it is uploaded. */
  readonly fileUrl: string;
  /** The same, light enough to show. */
  readonly photoUrl: string;
  readonly thumbUrl: string;
  /** The engine's result, with alpha. */
  readonly cutOutUrl: string;
  /** What the result is shown on. */
  readonly backdrop: string;
}

export const SAMPLE_SIDE_PX = 700;

export const MUG: Sample = {
  id: 'mug',
  name: 'Mug',
  fileUrl: mug,
  photoUrl: mugPhoto,
  thumbUrl: mugThumb,
  cutOutUrl: mugCutOut,
  backdrop: '#e8c7a4',
};

export const CANDLE_HOLDER: Sample = {
  id: 'candle-holder',
  name: 'Candle holder',
  fileUrl: candleHolder,
  photoUrl: candleHolderPhoto,
  thumbUrl: candleHolderThumb,
  cutOutUrl: candleHolderCutOut,
  backdrop: '#b5cabb',
};

export const SAMPLES: readonly Sample[] = [
  {
    id: 'sunglasses',
    name: 'Sunglasses',
    fileUrl: sunglasses,
    photoUrl: sunglassesPhoto,
    thumbUrl: sunglassesThumb,
    cutOutUrl: sunglassesCutOut,
    backdrop: '#f0c6bd',
  },
  CANDLE_HOLDER,
  {
    id: 'tank-top',
    name: 'Tank top',
    fileUrl: tankTop,
    photoUrl: tankTopPhoto,
    thumbUrl: tankTopThumb,
    cutOutUrl: tankTopCutOut,
    backdrop: '#c6cde4',
  },
  MUG,
];

/**
 * The sample as a file, as if it had been chosen from disk.
 * @throws when it cannot be fetched
 */
export async function sampleFile(sample: Sample): Promise<File> {
  const response = await fetch(sample.fileUrl);
  if (!response.ok) throw new Error(`Answer ${response.status} for a sample photo`);
  return new File([await response.blob()], `${sample.id}.jpg`, { type: 'image/jpeg' });
}
