/** Measurements that were made when a file was signed, and how they agree with the page's own checks. */
import { t } from '@packshot/contract/text/translation';
import {
  lightInWords,
  productInWords,
  squaresInWords,
} from '@packshot/contract/provenance/product-comparison';
import { TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { Comparison } from './check-file.ts';
import type { PixelLikeness, LikenessInSquares } from './credentials-messages.ts';
import type { Report } from '@packshot/contract/provenance/credentials-report';

export function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="break-words">
        <bdi translate="no">{children}</bdi>
      </dd>
    </div>
  );
}

interface MeasuredFactsProps {
  readonly report: Report;
  /** Comparison with the file that the user chose as the original, or null. */
  readonly comparison: Comparison | null;
}

/** List of signed measurements. Shown without a warning only if no result of the page's own checks contradicts them. */
export function MeasuredFacts({ report, comparison }: MeasuredFactsProps) {
  const { product, productSquares, comparedShare, verdict } = report;
  if (product === null && productSquares === null && comparedShare === null) return null;
  if (verdict === 'changed')
    return <Fact term={t('Measured')}>{t('Not shown: the file was changed after it was measured.')}</Fact>;
  const uncertainty = product && describeUncertainty(comparison);
  const light = product && lightInWords(product);
  return (
    <>
      {product !== null && (
        <Fact term={uncertainty ? t('Product, as measured when signed') : t('Product')}>
          <span>
            {uncertainty
              ? productInWords(product)
              : `${productInWords(product)} ${t('Measured when it was signed.')}`}
          </span>
          {light !== null && <span className="block text-sm text-muted">{light}</span>}
        </Fact>
      )}
      {uncertainty && (
        <Fact term={t('Product, as compared here')}>
          <span className="flex items-start gap-2">
            <Icon of={TriangleAlert} sizePx={18} className="mt-0.5 shrink-0 text-warning" />
            <span>{uncertainty}</span>
          </span>
        </Fact>
      )}
      {productSquares !== null && (
        <Fact term={product === null ? t('Product') : t('Product, in this file')}>
          {squaresInWords(productSquares)}
          {product === null && (
            <span className="block text-sm text-muted">
              {t(
                'This file was saved in a lossy format or in another size, so its pixels can’t be counted individually.',
              )}
            </span>
          )}
        </Fact>
      )}
      {comparedShare !== null && (
        <Fact term={t('Compared')}>
          {shareInWords(comparedShare)}
          <span className="block text-sm text-muted">
            {t('Differences smaller than about 1/2000 of the picture may go unnoticed.')}
          </span>
        </Fact>
      )}
    </>
  );
}

/** Largest mean color shift, in levels, that scaling and saving alone cause. */
export const VISIBLE_TINT_LEVELS = 8;
/** Largest share of different squares that scaling and saving alone cause. */
const UNLIKE_SQUARES_MAX = 0.0005;

function isLike(likeness: PixelLikeness | LikenessInSquares): boolean {
  if (!('squares' in likeness)) return likeness.changed === 0;
  const { changed, squares, tint } = likeness;
  return changed <= squares * UNLIKE_SQUARES_MAX && tint <= VISIBLE_TINT_LEVELS;
}

/** Reason why the page's comparison contradicts the signed measurements, or null. */
export function describeUncertainty(comparison: Comparison | null): string | null {
  if (comparison === null || typeof comparison.likeness === 'string') return null;
  if (isLike(comparison.likeness)) return null;
  return comparison.isNamed === true
    ? t(
        'Not confirmed: the picture visibly differs from its original. The signed number covers only the product and leaves out its light; this page compares everything that is opaque.',
      )
    : t(
        'Not confirmed: the picture visibly differs from the file that you compared it with, which the credentials don’t name as the original.',
      );
}

/** Sentence about the share of the picture that the server compared. Never rounds up: 99.97% isn't shown as 100%. */
function shareInWords(share: number): string {
  if (share >= 1) return t('The server that signed it compared all of this picture with its own records.');
  const percent = share >= 0.99 ? Math.floor(share * 1000) / 10 : Math.floor(share * 100);
  return t(
    'The server that signed it compared {percent, number}% of this picture with its own records; the rest isn’t verified.',
    { percent },
  );
}
