import { t } from '@packshot/contract/text/translation';
import { ASPECT_RATIOS } from '@packshot/contract/tools/aspect-ratios';
import { FlipHorizontal2, FlipVertical2, RotateCcw, RotateCw, ScanSearch } from 'lucide';
import type { IconNode } from 'lucide';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { isWhole } from '../../model/crop.ts';
import { croppedSize } from '../../model/crop-matrix.ts';
import { cropBaseId, getCrop, cropPair } from './cropping.ts';
import { getPictureSize } from '../../model/document.ts';
import { MARKETPLACE_SIZES } from '../../model/marketplace-sizes.ts';
import { createCropActions } from './crop-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { AngleRuler } from './angle-ruler.tsx';
import { Pills } from '../../panel/fields.tsx';
import { Section } from '../../panel/section.tsx';
import { dimensions } from '../../panel/words.ts';

export default function CropOptions() {
  const hasProduct = useStudioState(
    ({ document }) => document !== null && cropPair(document).cutOutId !== null,
  );
  const isAllShown = useStudioState(({ document }) => document === null || isWhole(getCrop(document)));
  const crop = useActions(createCropActions);
  return (
    <>
      <Section title={t('Shape')} note={useCroppedSize()}>
        <CropRatios />
      </Section>
      <Section title={t('Straighten')}>
        <AngleRuler />
      </Section>
      <Section title={t('Rotate and flip')}>
        <Turns />
      </Section>
      <div className="space-y-2">
        <Button
          variant="secondary"
          icon={ScanSearch}
          disabled={!hasProduct}
          aria-describedby="trim-note"
          onClick={() => void crop.trim()}
          className="w-full"
        >
          {t('Trim to product')}
        </Button>
        <p id="trim-note" className="text-center text-xs text-muted">
          {hasProduct
            ? t('Crops to the smallest frame that holds the product.')
            : t('Remove the background first.')}
        </p>
        <Button variant="ghost" disabled={isAllShown} onClick={crop.reset} className="w-full">
          {t('Reset crop')}
        </Button>
      </div>
    </>
  );
}

function useCroppedSize(): string {
  return useStudioState(({ document }) => {
    const base = document && getPictureSize(document, cropBaseId(document));
    if (!base) return '';
    const { widthPx, heightPx } = croppedSize(getCrop(document), base);
    return dimensions(widthPx, heightPx);
  });
}

const FREE = 'free';
const AS_IS = 'original';

const isAlike = (ratio: number, other: number): boolean => Math.abs(ratio - other) < 0.001;

/** Shapes that a shop or network requires, other than the usual ones. */
const SHOP_RATIOS = MARKETPLACE_SIZES.map(({ id, name, widthPx, heightPx }) => ({
  value: id,
  label: `${formatRatio(widthPx, heightPx)} ${name}`,
  ratio: widthPx / heightPx,
})).filter(({ ratio }) => !ASPECT_RATIOS.some(({ value }) => isAlike(value, ratio)));

/** Formats a ratio of small whole numbers, such as '4:5'. */
function formatRatio(widthPx: number, heightPx: number): string {
  const down = [1, 2, 3, 4, 5].find((count) => Number.isInteger((widthPx * count) / heightPx)) ?? 1;
  return `${Math.round((widthPx * down) / heightPx)}:${down}`;
}

export function CropRatios({ className }: { readonly className?: string }) {
  const cropActions = useActions(createCropActions);
  const ratio = useStudioState((state) => state.cropRatio);
  const original = useStudioState(({ document }) => {
    const base = document && getPictureSize(document, cropBaseId(document));
    if (!base) return 1;
    const isTurned = getCrop(document).quarterTurns % 2 === 1;
    return isTurned ? base.heightPx / base.widthPx : base.widthPx / base.heightPx;
  });
  const options = [
    { value: FREE, label: t('Free', { context: 'shape' }), ratio: null },
    { value: AS_IS, label: t('Original'), ratio: original },
    ...ASPECT_RATIOS.map(({ id, label, value }) => ({ value: String(id), label, ratio: value })),
    ...SHOP_RATIOS,
  ];
  const selectedOption = options.find((option) =>
    ratio === null || option.ratio === null ? option.ratio === ratio : isAlike(option.ratio, ratio),
  );
  return (
    <Pills
      label={t('Shape')}
      value={selectedOption?.value ?? FREE}
      options={options}
      onChange={(value) =>
        cropActions.setRatio(options.find((option) => option.value === value)?.ratio ?? null)
      }
      {...(className === undefined ? {} : { className })}
    />
  );
}

interface TurnButton {
  readonly label: string;
  readonly icon: IconNode;
  readonly perform: () => void;
}

export function Turns() {
  const { flip, turn } = useActions(createCropActions);
  const turns: readonly TurnButton[] = [
    { label: t('Rotate left'), icon: RotateCcw, perform: () => turn('left') },
    { label: t('Rotate right'), icon: RotateCw, perform: () => turn('right') },
    {
      label: t('Flip horizontally'),
      icon: FlipVertical2,
      perform: () => flip('horizontal'),
    },
    { label: t('Flip vertically'), icon: FlipHorizontal2, perform: () => flip('vertical') },
  ];
  return (
    <div role="group" aria-label={t('Rotate and flip')} className="flex gap-1.5">
      {turns.map(({ label, icon, perform }) => (
        <IconButton key={label} icon={icon} label={label} outlined side="top" onClick={perform} />
      ))}
    </div>
  );
}
