import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { messages, t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import type { Comparison } from './check-file.ts';
import type { PixelLikeness, LikenessInSquares, NotCompared } from './credentials-messages.ts';
import { VISIBLE_TINT_LEVELS } from './measured-facts.tsx';
import { PICTURE_EXTENSIONS } from './picture-extensions.ts';

interface OriginalSectionProps {
  readonly comparison: Comparison | null;
  /** Called with the comparison, and with null while another one is being made. */
  readonly onCompared: (comparison: Comparison | null) => void;
  readonly compare: (original: File) => Promise<Comparison>;
  /** Whether the product in the picture was measured when the picture was made. */
  readonly isCounted: boolean;
}

/**
 * Section in which the user chooses the original file. Compares this file with the original named by the credentials,
 * and with the picture.
 */
export function OriginalSection({ comparison, onCompared, compare, isCounted }: OriginalSectionProps) {
  const [state, setState] = useState<'idle' | 'comparing' | 'failed'>('idle');
  const compareWith = async (original: File): Promise<void> => {
    setState('comparing');
    onCompared(null);
    try {
      onCompared(await compare(original));
      setState('idle');
    } catch (error) {
      console.warn('The two pictures couldn’t be compared.', error);
      setState('failed');
    }
  };
  return (
    <section className="mt-8">
      <h2 className="mb-1 text-lg font-semibold">{t('Have the original?')}</h2>
      <DropZone
        extensions={PICTURE_EXTENSIONS}
        onFiles={([original]) => original && void compareWith(original)}
        className="rounded-lg border border-dashed border-field-line p-4 data-over:border-accent data-over:bg-fill"
      >
        {({ open }) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted">{t('Drop the photo that it was made from.')}</p>
            <Button
              variant="secondary"
              loading={state === 'comparing'}
              onClick={(event) => {
                event.preventDefault();
                open();
              }}
            >
              {t('Compare with the original')}
            </Button>
          </div>
        )}
      </DropZone>
      <div role="status" className="mt-3 grid gap-1">
        {state === 'failed' && <p>{t('The two pictures couldn’t be compared.')}</p>}
        {comparison !== null && <ComparisonWords comparison={comparison} isCounted={isCounted} />}
      </div>
    </section>
  );
}

interface ComparisonWordsProps extends Pick<OriginalSectionProps, 'isCounted'> {
  readonly comparison: Comparison;
}

function ComparisonWords({ comparison: { isNamed, likeness }, isCounted }: ComparisonWordsProps) {
  return (
    <>
      {isNamed === true && <p>{t('This is the exact file that the credentials name as the original.')}</p>}
      {isNamed === false && <p>{t('The credentials name another file as the original.')}</p>}
      {isNamed === null && <p>{t('The credentials don’t name an original.')}</p>}
      {typeof likeness === 'string' ? (
        <p className="text-muted">
          {likeness === 'other-shape' && isCounted ? COUNTED_AT_ITS_SIZE : NOT_COMPARED[likeness]}
        </p>
      ) : (
        <p>{inWords(likeness)}</p>
      )}
    </>
  );
}

const COUNTED_AT_ITS_SIZE = t(
  'The two have different shapes: the picture shows the product smaller, larger or moved, and doesn’t contain its outline, so this page can’t compare them. The count above was made together with the picture: the product was rendered again at this size and place, from the cut-out of the original, and each pixel was compared.',
);

const NOT_COMPARED: Readonly<Record<NotCompared, string>> = messages({
  'other-shape': 'The two have different shapes, so they can’t be aligned here.',
  'original-not-shown': 'This browser can’t show the original, so the pixels weren’t compared.',
  'picture-not-shown': 'This browser can’t show the picture, so the pixels weren’t compared.',
});

const oneDecimal = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const inWords = (likeness: PixelLikeness | LikenessInSquares): string =>
  'squares' in likeness ? squaresInWords(likeness) : differenceInWords(likeness);

const differenceInWords = ({ changed, total }: PixelLikeness): string =>
  t(
    '{changed, number} of the original’s {total, number} opaque pixels look different in the checked picture. Changes of light and background count too.',
    { changed, total },
  );

function squaresInWords({ changed, squares, sidePx, tint }: LikenessInSquares): string {
  const size = sidePx < 10 ? oneDecimal.format(sidePx) : Math.round(sidePx);
  const words = t(
    'The two have different sizes, so they were compared in squares of {size} pixels: {changed, number} of {squares, number} differ visibly, including light and background.',
    { size, changed, squares },
  );
  if (tint <= VISIBLE_TINT_LEVELS) return words;
  const shift = t('In a part of the picture, the colors are shifted by {levels} of 255 levels.', {
    levels: Math.round(tint),
  });
  return `${words} ${shift}`;
}
