import { NOTHING } from '@packshot/contract/provenance/credentials-report';
import type { Report } from '@packshot/contract/provenance/credentials-report';
import type { Step } from '@packshot/contract/provenance/credentials-steps';
import { describedStep } from '@packshot/contract/provenance/step-words';
import { getGeneratedShare } from '@packshot/contract/provenance/generated-share';
import { marksIn, stepsIn } from './provenance-in-file.ts';

/** Report on an unsigned file; any program could have written its statements. */
export function unsignedReport(head: Uint8Array): Report {
  const provenance = stepsIn(head);
  const marked = getGeneratedShare(marksIn(head).contents);
  const isMarked = !marked.startsWith('none');
  if (provenance === null) return { ...NOTHING, generated: isMarked ? marked : null };
  const steps = provenance.steps.map(({ engine, ...step }): Step => ({
    words: describedStep(step),
    by: engine.version === null ? engine.name : `${engine.name} ${engine.version}`,
    note: null,
  }));
  return {
    ...NOTHING,
    steps,
    generated: isMarked ? marked : getGeneratedShare(provenance.contents),
    originalSha256: provenance.original?.sha256 ?? null,
  };
}
