import { t } from '@packshot/contract/text/translation';
import { ScanSearch } from 'lucide';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { cropPair } from './cropping.ts';
import { createCropActions } from './crop-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { AngleRuler } from './angle-ruler.tsx';
import { CropRatios, Turns } from './crop-options.tsx';

/** Crop options below the stage on phones: aspect ratio, angle, turns and trimming. */
export default function PhoneCrop() {
  const cropActions = useActions(createCropActions);
  const hasProduct = useStudioState(
    ({ document }) => document !== null && cropPair(document).cutOutId !== null,
  );
  return (
    <div className="space-y-2">
      <CropRatios className="flex-nowrap! overflow-x-auto overscroll-x-contain" />
      <AngleRuler />
      <div className="flex items-center justify-between">
        <Turns />
        <IconButton
          icon={ScanSearch}
          label={t('Trim to product')}
          outlined
          side="top"
          disabled={!hasProduct}
          onClick={() => void cropActions.trim()}
        />
      </div>
    </div>
  );
}
