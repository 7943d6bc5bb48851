import { MESSAGES } from '@packshot/contract/messages';
import { OWN_PRODUCTS } from '../../../lib/samples/own-products.ts';
import { sampleFile, SAMPLES } from '../../../lib/samples/samples.ts';
import type { SamplePhoto } from '../../../lib/samples/samples.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { ThumbnailPicker } from '../../../ui/thumbnail-picker.tsx';

const PHOTOS: readonly SamplePhoto[] = [...SAMPLES, ...OWN_PRODUCTS];

/** Products to try, for anyone without a photo at hand. */
export function SamplePhotos({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const choose = async (sample: SamplePhoto): Promise<void> => {
    try {
      onFiles([await sampleFile(sample)]);
    } catch (error) {
      console.warn('The sample photo did not load.', error);
      showToast('error', MESSAGES.imageLoadFailed);
    }
  };
  return (
    <ThumbnailPicker
      label="Try one:"
      items={PHOTOS}
      actionLabel={({ name }) => `Try it with the ${name.toLowerCase()}`}
      onChoose={(sample) => void choose(sample)}
      className="mt-5 justify-center"
    />
  );
}
