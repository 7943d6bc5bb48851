import { t } from '@packshot/contract/text/translation';
import candleHolderThumb from './candle-holder-thumb.webp';
import candleHolder from './candle-holder.jpg';
import mugPhotoBlush from './mug-photo-blush.webp';
import mugPhotoCitrus from './mug-photo-citrus.webp';
import mugPhotoOak from './mug-photo-oak.webp';
import mugSceneBlushThumb from './mug-scene-blush-thumb.webp';
import mugSceneBlush from './mug-scene-blush.webp';
import mugSceneCitrusThumb from './mug-scene-citrus-thumb.webp';
import mugSceneCitrus from './mug-scene-citrus.webp';
import mugSceneOakThumb from './mug-scene-oak-thumb.webp';
import mugSceneOak from './mug-scene-oak.webp';
import mugThumb from './mug-thumb.webp';
import mug from './mug.jpg';
import sunglassesThumb from './sunglasses-thumb.webp';
import sunglasses from './sunglasses.jpg';
import tankTopThumb from './tank-top-thumb.webp';
import tankTop from './tank-top.jpg';

export interface SamplePhoto {
  readonly id: string;
  readonly name: string;
  /** Address of the photo that is uploaded. */
  readonly fileUrl: string;
  readonly thumbUrl: string;
}

const MUG: SamplePhoto = {
  id: 'mug',
  name: t('Mug'),
  fileUrl: mug,
  thumbUrl: mugThumb,
};

export interface SampleScene {
  readonly name: string;
  readonly url: string;
  readonly thumbUrl: string;
  /** Address of the sample photo, cropped so that the product has the same position as in the scene. */
  readonly photoUrl: string;
}

/** Scenes with the sample mug in three studio sets, as the engine composed them; only resized. */
export const MUG_SCENES: readonly SampleScene[] = [
  { name: t('Blush arches'), url: mugSceneBlush, thumbUrl: mugSceneBlushThumb, photoUrl: mugPhotoBlush },
  { name: t('Oak table'), url: mugSceneOak, thumbUrl: mugSceneOakThumb, photoUrl: mugPhotoOak },
  { name: t('Citrus kitchen'), url: mugSceneCitrus, thumbUrl: mugSceneCitrusThumb, photoUrl: mugPhotoCitrus },
];
export const SCENE_SIDE_PX = 840;

export const SAMPLES: readonly SamplePhoto[] = [
  {
    id: 'sunglasses',
    name: t('Sunglasses'),
    fileUrl: sunglasses,
    thumbUrl: sunglassesThumb,
  },
  {
    id: 'candle-holder',
    name: t('Candle holder'),
    fileUrl: candleHolder,
    thumbUrl: candleHolderThumb,
  },
  {
    id: 'tank-top',
    name: t('Tank top'),
    fileUrl: tankTop,
    thumbUrl: tankTopThumb,
  },
  MUG,
];

/**
 * Sample photo as a file, as if the user had chosen it from disk.
 * @throws if it can't be fetched
 */
export async function sampleFile(sample: SamplePhoto): Promise<File> {
  const response = await fetch(sample.fileUrl);
  if (!response.ok) throw new Error(`Sample photo: ${response.status}`);
  return new File([await response.blob()], `${sample.id}.jpg`, { type: 'image/jpeg' });
}
