import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { Finding, FixName } from '@packshot/contract/channels/findings';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide';
import { useId, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Rich } from '../../../ui/rich.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { fixHere, scaleAfter } from './channel-fixes.ts';
import { createEnlarger, enlargingFactor } from './enlarge-source.ts';
import { ENLARGED_ABOVE } from './export-frame.ts';
import { costOfWork } from '../panel/cost-of-work.ts';
import { useActions, useGenerationsLeft } from '../state/use-studio.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import type { ExportSource } from './export-source.ts';

interface ChannelSectionProps {
  readonly channel: ChannelId | null;
  readonly onChannel: (channel: ChannelId | null) => void;
  /** Findings about the file, or null while the browser measures it; `unknown` if the browser can't. */
  readonly findings: readonly Finding[] | 'unknown' | null;
  readonly source: ExportSource;
  readonly settings: ExportSettings;
  readonly isFixing: boolean;
  /**
   * Called to apply fixes.
   * @param isAlone whether to switch to the product without its background
   */
  readonly onFix: (fixes: ReadonlySet<FixName>, isAlone: boolean) => void;
  /** Called to show the whole picture instead of the cut-out; null if it is shown already. */
  readonly onWhole: (() => void) | null;
}

const NO_CHANNEL = '';

export function ChannelSection(props: ChannelSectionProps) {
  const id = useId();
  const { channel, onChannel, onWhole, onFix } = props;
  const select = useRef<HTMLSelectElement>(null);
  const fix = (fixes: ReadonlySet<FixName>, isAlone: boolean): void => {
    // Moves the keyboard focus, because the button disappears with its finding.
    select.current?.focus();
    onFix(fixes, isAlone);
  };
  return (
    <section aria-labelledby={`${id}-title`}>
      <div className="flex items-center gap-3">
        <label id={`${id}-title`} htmlFor={id} className="shrink-0 text-sm font-semibold">
          {t('Check for')}
        </label>
        <select
          ref={select}
          id={id}
          value={channel ?? NO_CHANNEL}
          onChange={({ currentTarget }) =>
            onChannel(CHANNEL_IDS.find((each) => each === currentTarget.value) ?? null)
          }
          className="h-9 min-w-0 flex-1 rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
        >
          <option value={NO_CHANNEL}>{t('No marketplace')}</option>
          {CHANNEL_IDS.map((each) => (
            <option key={each} value={each}>
              {CHANNELS[each].name}
            </option>
          ))}
        </select>
      </div>
      {onWhole !== null && (
        <p className="mt-2 text-xs text-muted">
          <Rich
            text={t('Showing only the product. <whole>Show the whole picture</whole>')}
            whole={
              <button
                type="button"
                onClick={onWhole}
                className="font-medium text-ink underline underline-offset-2"
              />
            }
          />
        </p>
      )}
      {channel !== null && <Findings {...props} channel={channel} onFix={fix} />}
    </section>
  );
}

function Findings({
  channel,
  findings,
  source,
  settings,
  isFixing,
  onFix,
}: ChannelSectionProps & { readonly channel: ChannelId }) {
  if (findings === null || isFixing)
    return (
      <p className="mt-3 flex items-center gap-2 text-sm text-muted" role="status">
        <Spinner /> {isFixing ? t('Fixing…') : t('Checking…')}
      </p>
    );
  if (findings === 'unknown')
    return (
      <p className="mt-3 text-sm" role="status">
        {t('This browser couldn’t check the file. Check it yourself before you upload it.')}
      </p>
    );
  const [asker = ''] = CHANNELS[channel].name.split(',');
  const fixes = findings.map((finding) => ({ finding, here: fixHere(finding, source, settings) }));
  const fixable = fixes.flatMap(({ here }) => (here === null ? [] : [here]));
  const hereFixes = new Set(fixable.flatMap(({ fix, isAlone }) => (isAlone ? [] : [fix])));
  return (
    <div className="mt-3" role="status">
      {findings.length === 0 && (
        <p className="flex items-start gap-2 text-sm">
          <Icon of={CircleCheck} sizePx={16} className="mt-0.5 shrink-0 text-success" />
          {t('Meets {channel}’s requirements.', { channel: asker })}
        </p>
      )}
      <ul className="space-y-2">
        {fixes.map(({ finding, here }) => (
          <li key={`${finding.kind} ${finding.sentence}`} className="flex items-start gap-2 text-sm">
            <Icon
              of={finding.level === 'refused' ? CircleX : TriangleAlert}
              sizePx={16}
              className={
                finding.level === 'refused' ? 'mt-0.5 shrink-0 text-danger' : 'mt-0.5 shrink-0 text-warning'
              }
            />
            <span className="min-w-0 flex-1">
              <span className="sr-only">{finding.level === 'refused' ? t('Refused:') : t('Advice:')} </span>
              {finding.sentence}
            </span>
            {here !== null && (
              <Button
                size="sm"
                variant="secondary"
                className="shrink-0 pointer-coarse:h-11"
                aria-label={`${here.isAlone ? t('Use the cut-out') : t('Fix it')}: ${finding.sentence}`}
                onClick={() => onFix(new Set([here.fix]), here.isAlone)}
              >
                {here.isAlone ? t('Use the cut-out') : t('Fix it')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <EnlargingNote channel={channel} fixes={hereFixes} source={source} settings={settings} />
      {fixable.length > 1 && (
        <Button
          size="sm"
          className="mt-3 pointer-coarse:h-11"
          onClick={() =>
            onFix(
              new Set(fixable.map(({ fix }) => fix)),
              fixable.some(({ isAlone }) => isAlone),
            )
          }
        >
          {t('Fix all')}
        </Button>
      )}
      <p className="mt-2 text-xs text-muted">{readOn([channel])}</p>
    </div>
  );
}

interface EnlargingNoteProps {
  readonly channel: ChannelId;
  readonly fixes: ReadonlySet<FixName>;
  readonly source: ExportSource;
  readonly settings: ExportSettings;
}

/** Explains how Fix it enlarges the picture, and the price. */
function EnlargingNote({ channel, fixes, source, settings }: EnlargingNoteProps) {
  const remaining = useGenerationsLeft();
  const enlarger = useActions(createEnlarger);
  const scale = scaleAfter(channel, fixes, source, settings);
  if (scale <= ENLARGED_ABOVE) return null;
  const factor = enlargingFactor(scale, source.picture);
  if (factor === null)
    return <p className="mt-2 text-sm">{t('“Fix it” enlarges the picture without adding detail.')}</p>;
  const isPaid = enlarger.findMade(source, factor) !== null;
  return (
    <p className="mt-2 text-sm">
      {remaining === 0
        ? t('No generations left: “Fix it” enlarges the picture without adding detail.')
        : `${t('“Fix it” enlarges the picture with Upscale.')} ${costOfWork(isPaid ? { price: 'free' } : {}, remaining)}`}
    </p>
  );
}

/** Sentence about the age and certainty of the channels' rules. */
export function readOn(channels: readonly ChannelId[]): string {
  const sources = channels.flatMap((channel) => CHANNELS[channel].rules.map(({ source }) => source));
  const oldest = sources.map(({ checkedOn }) => checkedOn).toSorted()[0] ?? '';
  const month = new Date(`${oldest}T00:00:00Z`).toLocaleDateString(LANGUAGE, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const stated = sources.filter(({ confidence }) => confidence === 'stated').length;
  if (stated === sources.length)
    return t('Checked against {month} guidelines, published by the marketplace.', { month });
  return stated === 0
    ? t('Checked against {month} guidelines, as reported by others.', { month })
    : t('Checked against {month} guidelines, published by the marketplace or reported by others.', { month });
}
