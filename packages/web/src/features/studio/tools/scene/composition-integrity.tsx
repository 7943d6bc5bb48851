import { t } from '@packshot/contract/text/translation';
import { ShieldCheck } from 'lucide';
import { useState } from 'react';
import { isComposing, isFlat } from '../../composite/composing.ts';
import { getMadeHere } from '../../history/made-here.ts';
import { IntegrityReport } from '../../panel/integrity-report.tsx';
import { Section } from '../../panel/section.tsx';
import { createPixelIntegrity } from '../../run/pixel-integrity.ts';
import type { ComparedPicture } from '../../run/pixel-integrity.ts';
import { useActions, useStudio, useStudioState } from '../../state/use-studio.ts';
import { Button } from '../../../../ui/button.tsx';

export function CompositionIntegrity() {
  const { tools } = useStudio();
  const identity = useStudioState((state) => {
    const { document } = state;
    if (!document || !isComposing(tools, document) || !isFlat(document.edits.scene)) return null;
    return getMadeHere(tools, state)?.identity ?? null;
  });
  // The key resets the report when the composition changes.
  return identity !== null && <Check key={identity} />;
}

function Check() {
  const lock = useActions(createPixelIntegrity);
  const [compared, setCompared] = useState<ComparedPicture | null>(null);
  const [state, setState] = useState<'idle' | 'checking' | 'failed'>('idle');
  const check = async (): Promise<void> => {
    setState('checking');
    try {
      setCompared(await lock.ofComposition());
      setState('idle');
    } catch (error) {
      console.warn('The product could not be checked.', error);
      setState('failed');
    }
  };
  return (
    <Section title={t('Product lock')}>
      {compared ? (
        <div className="text-xs text-muted" role="status">
          <IntegrityReport compared={compared} />
        </div>
      ) : (
        <>
          <p className="mb-2 text-xs text-muted">
            {state === 'failed'
              ? t('The picture could not be checked. Please try again later.')
              : t('Creates the file that you would download, and compares each pixel of the product in it.')}
          </p>
          <Button
            size="sm"
            variant="secondary"
            icon={ShieldCheck}
            loading={state === 'checking'}
            onClick={() => void check()}
            className="pointer-coarse:h-11"
          >
            {t('Check the product')}
          </Button>
        </>
      )}
    </Section>
  );
}
