import creamJarThumb from './samples/cream-jar-thumb.webp';
import creamJar from './samples/cream-jar.jpg';
import headphonesThumb from './samples/headphones-thumb.webp';
import headphones from './samples/headphones.jpg';
import perfumeThumb from './samples/perfume-thumb.webp';
import perfume from './samples/perfume.jpg';
import speakerThumb from './samples/speaker-thumb.webp';
import speaker from './samples/speaker.jpg';
import stonewareMugThumb from './samples/stoneware-mug-thumb.webp';
import stonewareMug from './samples/stoneware-mug.jpg';
import watchThumb from './samples/watch-thumb.webp';
import watch from './samples/watch.jpg';
import type { SamplePhoto } from './samples.ts';

/**
 * Our own sample products, rendered the way a seller would photograph them with `tools/studio-sets/products`.
 */
export const OWN_PRODUCTS: readonly SamplePhoto[] = [
  { id: 'perfume', name: 'Perfume', fileUrl: perfume, thumbUrl: perfumeThumb },
  { id: 'headphones', name: 'Headphones', fileUrl: headphones, thumbUrl: headphonesThumb },
  { id: 'watch', name: 'Watch', fileUrl: watch, thumbUrl: watchThumb },
  { id: 'cream-jar', name: 'Cream jar', fileUrl: creamJar, thumbUrl: creamJarThumb },
  { id: 'speaker', name: 'Speaker', fileUrl: speaker, thumbUrl: speakerThumb },
  { id: 'stoneware-mug', name: 'Stoneware mug', fileUrl: stonewareMug, thumbUrl: stonewareMugThumb },
];
