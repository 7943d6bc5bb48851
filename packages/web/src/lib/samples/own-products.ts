import { t } from '@packshot/contract/text/translation';
import creamJarThumb from './cream-jar-thumb.webp';
import creamJar from './cream-jar.jpg';
import headphonesThumb from './headphones-thumb.webp';
import headphones from './headphones.jpg';
import perfumeThumb from './perfume-thumb.webp';
import perfume from './perfume.jpg';
import speakerThumb from './speaker-thumb.webp';
import speaker from './speaker.jpg';
import stonewareMugThumb from './stoneware-mug-thumb.webp';
import stonewareMug from './stoneware-mug.jpg';
import watchThumb from './watch-thumb.webp';
import watch from './watch.jpg';
import type { SamplePhoto } from './samples.ts';

/** Sample products of our own, rendered with `lab/studio-sets/products` to look like a seller's photos. */
export const OWN_PRODUCTS: readonly SamplePhoto[] = [
  { id: 'perfume', name: t('Perfume'), fileUrl: perfume, thumbUrl: perfumeThumb },
  { id: 'headphones', name: t('Headphones'), fileUrl: headphones, thumbUrl: headphonesThumb },
  { id: 'watch', name: t('Watch'), fileUrl: watch, thumbUrl: watchThumb },
  { id: 'cream-jar', name: t('Cream jar'), fileUrl: creamJar, thumbUrl: creamJarThumb },
  { id: 'speaker', name: t('Speaker'), fileUrl: speaker, thumbUrl: speakerThumb },
  { id: 'stoneware-mug', name: t('Stoneware mug'), fileUrl: stonewareMug, thumbUrl: stonewareMugThumb },
];
