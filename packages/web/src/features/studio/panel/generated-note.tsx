import { markInWords } from '@packshot/contract/provenance/generated-share';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import { Sparkles } from 'lucide-react';

interface GeneratedNoteProps {
  readonly sourceType: DigitalSourceType;
  /** Photoshop files have no place for a signature. */
  readonly isSignable?: boolean;
}

/** That a generative model had a part in a picture, and that its files say so, whatever was chosen; nothing for others. */
export function GeneratedNote({ sourceType, isSignable = true }: GeneratedNoteProps) {
  const words = markInWords(sourceType);
  if (words === null) return null;
  return (
    <p className="mt-1.5 text-xs text-muted">
      <Sparkles className="mr-1.5 inline size-3.5 align-[-2px]" aria-hidden />
      <span className="font-medium text-ink">{words}</span>{' '}
      {isSignable
        ? 'Its files say so (IPTC) and are signed, even if your account is set to “Without” Content Credentials.'
        : 'The file says so in its XMP.'}
    </p>
  );
}
