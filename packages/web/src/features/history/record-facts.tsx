import { referenceTitle } from '../../lib/api/references.ts';
import { t } from '@packshot/contract/text/translation';
import { RECORD_NAME_MAX_LENGTH } from '@packshot/contract/records/limits';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import type { UpscaleMode } from '@packshot/contract/tools/limits';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { call, getErrorMessage } from '../../lib/api/api-client.ts';
import { showToast } from '../../lib/state/toast.ts';
import { formatMoment } from './words.ts';

interface RecordFactsProps {
  readonly record: SavedRecord;
  readonly onChange: (record: SavedRecord) => void;
}

export function RecordFacts({ record, onChange }: RecordFactsProps) {
  const { text_prompt: prompt, scene, seed, width, height, settings, engine } = record;
  return (
    <div>
      <NameField record={record} onChange={onChange} />
      <dl className="mt-4 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">
        {prompt !== '' && (
          <Fact name={t('Prompt')}>
            <bdi translate="no">{prompt}</bdi>
          </Fact>
        )}
        {scene && <Fact name={t('Scene')}>{referenceTitle(scene.reference_id, scene.title)}</Fact>}
        {seed !== null && <Fact name={t('Seed')}>{seed}</Fact>}
        {settings.factor !== undefined && (
          <Fact name={t('Upscaled')}>
            × {settings.factor}, {settings.mode && modeWords(settings.mode, settings.clean_up === true)}
          </Fact>
        )}
        {settings.strength !== undefined && (
          <Fact name={t('Strength')}>{Math.round(settings.strength * 100)}%</Fact>
        )}
        {width !== null && height !== null && <Fact name={t('Size')}>{`${width} × ${height} px`}</Fact>}
        {engine && (
          <Fact name={t('Engine')}>
            {engine.provider}, {engine.model}
          </Fact>
        )}
        <Fact name={t('Created')}>
          <time dateTime={record.created_at}>{formatMoment(record)}</time>
        </Fact>
      </dl>
      {scene && scene.palette.length > 0 && (
        <div aria-hidden className="mt-3 flex h-4 overflow-hidden rounded-sm">
          {scene.palette.map((color) => (
            <span key={color} className="flex-1" style={{ backgroundColor: color }} />
          ))}
        </div>
      )}
    </div>
  );
}

const modeWords = (mode: UpscaleMode, isCleanedUp: boolean): string =>
  isCleanedUp
    ? t('{mode, select, detailed {detailed} other {faithful}}, cleaned up first', { mode })
    : t('{mode, select, detailed {detailed} other {faithful}}', { mode });

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="break-words tabular-nums">{children}</dd>
    </>
  );
}

function NameField({ record, onChange }: RecordFactsProps) {
  const [name, setName] = useState(record.name);
  const save = async (): Promise<void> => {
    if (name.trim() === record.name) return;
    try {
      const { data } = await call('updateRecord', { params: { id: record.id }, body: { name } });
      onChange(data);
      setName(data.name);
    } catch (error) {
      setName(record.name);
      showToast('error', getErrorMessage(error));
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={submit}>
      <label className="block text-sm">
        <span className="text-muted">{t('Name')}</span>
        <input
          dir="auto"
          value={name}
          maxLength={RECORD_NAME_MAX_LENGTH}
          placeholder={t('Untitled')}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onBlur={() => void save()}
          className="mt-1 block h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm font-medium placeholder:text-muted pointer-coarse:h-11 pointer-coarse:text-base"
        />
      </label>
    </form>
  );
}
