import { NOTHING } from '@packshot/contract/provenance/credentials-report';
import type { Report, Step } from '@packshot/contract/provenance/credentials-report';
import { stepInWords } from '@packshot/contract/provenance/step-words';
import { stepsIn } from './provenance-in-file.ts';

/** What a file says without a signature, which anybody could have written. */
export function unsignedReport(head: Uint8Array): Report {
  const provenance = stepsIn(head);
  if (provenance === null) return NOTHING;
  const steps = provenance.steps.map(({ tool, effect, engine }): Step => ({
    words: stepInWords({ tool, effect }),
    by: engine.version === null ? engine.name : `${engine.name} ${engine.version}`,
    note: null,
  }));
  return { ...NOTHING, steps, originalSha256: provenance.original?.sha256 ?? null };
}
