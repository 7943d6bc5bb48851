import { Icon } from '../../../ui/icon.tsx';
import { t } from '@packshot/contract/text/translation';
import { markInWords } from '@packshot/contract/provenance/generated-share';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import { Sparkles } from 'lucide';

interface GeneratedNoteProps {
  readonly sourceType: DigitalSourceType;
  /** False for Photoshop files, which can't be signed. */
  readonly isSignable?: boolean;
}

/**
 * Note that a generative model contributed to the picture, and that its files always state this; renders nothing for
 * other pictures.
 */
export function GeneratedNote({ sourceType, isSignable = true }: GeneratedNoteProps) {
  const words = markInWords(sourceType);
  if (words === null) return null;
  return (
    <p className="mt-1.5 text-xs text-muted">
      <Icon of={Sparkles} sizePx={14} className="mr-1.5 inline align-[-2px]" />
      <span className="font-medium text-ink">{words}</span>{' '}
      {isSignable
        ? t(
            'Its files state this (IPTC) and are signed, even if your account is set to “Without” Content Credentials.',
          )
        : t('The file states this in its XMP.')}
    </p>
  );
}
