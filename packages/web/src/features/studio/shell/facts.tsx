import { t } from '@packshot/contract/text/translation';
import { ShieldCheck } from 'lucide';
import { Icon } from '../../../ui/icon.tsx';
import type { StudioDocument } from '../model/document.ts';
import { getMaker } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import { useCurrentResult, useStudio, useStudioState } from '../state/use-studio.ts';
import { RecentDocuments } from './recent-documents.tsx';
import { Disclosure, Section } from '../panel/section.tsx';
import { dimensions, fileSize, megapixels, seconds } from '../panel/words.ts';

export function Recents() {
  const count = useStudioState((state) => state.recents.length);
  if (count === 0) return null;
  return (
    <Section title={t('Recent')} note={t('Saved in this browser.')}>
      <RecentDocuments />
    </Section>
  );
}

export function Facts() {
  const document = useStudioState((state) => state.document);
  const result = useCurrentResult();
  const { tools } = useStudio();
  if (!document || (!document.photo && !result)) return null;
  const promise = result && tools[getMaker(result.tool)].describeResult?.(result);
  const isMainPoint = !result || result.tool === document.tool;
  return (
    <Disclosure
      title={result ? t('Result') : t('Photo')}
      isOpen={isMainPoint && tools[document.tool].foldsFacts !== true}
    >
      <dl className="divide-y divide-line rounded-lg border border-line text-sm">
        {listFacts(document, result).map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 px-3 py-2">
            <dt className="shrink-0 text-muted">{name}</dt>
            <dd className="truncate font-medium tabular-nums" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {promise && (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          <Icon of={ShieldCheck} sizePx={16} className="shrink-0 text-success" />
          {promise}
        </p>
      )}
    </Disclosure>
  );
}

function listFacts({ photo }: StudioDocument, result: Result | null): [string, string][] {
  const size = result ?? photo;
  const facts: [string, string][] = photo ? [[t('Photo'), photo.name]] : [];
  if (size && size.widthPx !== null && size.heightPx !== null) {
    facts.push([
      t('Size'),
      `${dimensions(size.widthPx, size.heightPx)} · ${megapixels(size.widthPx, size.heightPx)}`,
    ]);
  }
  if (result) {
    // Time taken is unknown for results made on another page or device.
    if (result.durationMs > 0) facts.push([t('Time taken'), seconds(result.durationMs)]);
  } else if (photo) facts.push([t('File'), fileSize(photo.sizeBytes)]);
  return facts;
}
