import { formatPercent } from '../../../lib/page/percent.ts';
import { t } from '@packshot/contract/text/translation';
import { ALT_TEXT_MAX_LENGTH, EXPORT_FORMATS } from '@packshot/contract/tools/export';
import type { ExportFormat } from '@packshot/contract/tools/export';
import type { DigitalSourceType } from '@packshot/contract/provenance/source-types';
import { GeneratedNote } from '../panel/generated-note.tsx';
import { useId } from 'react';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { exportFrame } from './export-frame.ts';
import { FORMATS, MAX_PADDING } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { Pills, SliderField, SwitchField } from '../panel/fields.tsx';
import { TextLimit, useLimitedText } from '../panel/limited-text.tsx';
import type { Framed } from './shop-preset.ts';
import { SizeChoice } from './size-choice.tsx';
import type { PixelSize } from '../model/size.ts';
import { AnyColorDot, ColorDot } from '../panel/color-dots.tsx';

interface LookProps {
  readonly settings: ExportSettings;
  readonly onChange: (part: Partial<ExportSettings>) => void;
  /** Formats that this browser can't encode, whose buttons are disabled. */
  readonly unwritable: ReadonlySet<string>;
  readonly source: Framed;
}

export function ExportLook({ settings, onChange, unwritable, source }: LookProps) {
  const { picture, isTransparent } = source;
  const { format, fit, padding, quality, size, isTrimmed } = settings;
  const facts = FORMATS[format];
  const offered = EXPORT_FORMATS.filter((candidate) => !unwritable.has(candidate));
  return (
    <div className="space-y-5">
      <Part title={t('Format')} note={facts.note}>
        <SegmentedControl
          label={t('Format')}
          value={format}
          segments={offered.map((value) => ({ value, label: FORMATS[value].name }))}
          onChange={(value: ExportFormat) => onChange({ format: value })}
          className="w-full"
        />
      </Part>
      <Part title={t('Size')}>
        <SizeChoice settings={settings} onChange={onChange} source={source} />
      </Part>
      {size.kind !== 'original' && (
        <Pills
          label={t('Fit', { context: 'picture in its frame' })}
          value={fit}
          options={[
            { value: 'fit', label: t('Fit the frame') },
            { value: 'fill', label: t('Fill the frame') },
          ]}
          onChange={(value) => onChange({ fit: value })}
        />
      )}
      {isTransparent && (
        <SwitchField
          label={t('Crop to the product')}
          isOn={isTrimmed}
          onChange={(isOn) => onChange({ isTrimmed: isOn })}
        />
      )}
      {fit === 'fit' && (
        <SliderField
          label={t('Padding')}
          value={Math.round(padding * 200) / 2}
          min={0}
          max={MAX_PADDING * 100}
          step={0.5}
          text={formatPercent(padding)}
          onChange={(value) => onChange({ padding: value / 100 })}
        />
      )}
      {isBackgroundVisible(settings, isTransparent, picture) && (
        <Part title={t('Background')}>
          <BackgroundChoice
            value={settings.background}
            canBeClear={facts.isTransparent}
            onChange={(background) => onChange({ background })}
          />
        </Part>
      )}
      {facts.hasQuality && (
        <SliderField
          label={t('Quality')}
          value={quality}
          min={30}
          max={100}
          step={1}
          text={`${quality}`}
          onChange={(value) => onChange({ quality: value })}
        />
      )}
    </div>
  );
}

/**
 * Whether the background is visible: an opaque picture hides it unless there is padding or the shapes differ.
 * @param picture null if each picture has its own shape
 */
function isBackgroundVisible(
  settings: ExportSettings,
  isTransparent: boolean,
  picture: PixelSize | null,
): boolean {
  const { padding, size, fit } = settings;
  if (isTransparent) return true;
  if (fit !== 'fit') return false;
  if (padding > 0) return true;
  if (picture === null) return size.kind !== 'original';
  const { drawn, widthPx, heightPx } = exportFrame({ picture, product: null, subject: null }, settings);
  return Math.round(drawn.widthPx) < widthPx || Math.round(drawn.heightPx) < heightPx;
}

function Part(props: {
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: React.ReactNode;
}) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold tracking-normal">{props.title}</h3>
      {props.children}
      {props.note !== undefined && <p className="mt-1.5 text-xs text-muted">{props.note}</p>}
    </section>
  );
}

interface WordsProps {
  readonly stem: string;
  readonly onStem: (stem: string) => void;
  readonly altText: string;
  readonly onAltText: (text: string) => void;
  /** Null for files of several formats. */
  readonly format: ExportFormat | null;
  readonly sourceType: DigitalSourceType;
}

export function ExportWords({ stem, onStem, altText, onAltText, format, sourceType }: WordsProps) {
  const id = useId();
  const alt = useLimitedText(altText, ALT_TEXT_MAX_LENGTH, onAltText);
  return (
    <div className="space-y-4">
      <div>
        <label htmlFor={`${id}-name`} className="mb-1.5 block text-sm font-semibold">
          {t('File name')}
        </label>
        <div className="flex items-center gap-2">
          <input
            id={`${id}-name`}
            dir="auto"
            value={stem}
            maxLength={120}
            placeholder={t('AI Image')}
            spellCheck={false}
            onChange={(event) => onStem(event.currentTarget.value)}
            className="h-9 min-w-0 flex-1 rounded-md border border-field-line bg-surface px-3 text-sm placeholder:text-muted pointer-coarse:h-11 pointer-coarse:text-base"
          />
          {format !== null && <span className="text-sm text-muted">.{FORMATS[format].extension}</span>}
        </div>
      </div>
      <div>
        <label htmlFor={`${id}-alt`} className="mb-1.5 block text-sm font-semibold">
          {t('Alt text')}
        </label>
        <textarea
          id={`${id}-alt`}
          rows={2}
          dir="auto"
          value={alt.value}
          aria-describedby={`${id}-alt-note`}
          placeholder={t('Describe the picture for people who can’t see it')}
          onChange={(event) => alt.onChange(event.currentTarget.value)}
          className="block w-full resize-none rounded-md border border-field-line bg-surface px-3 py-2 text-sm placeholder:text-muted pointer-coarse:text-base"
        />
        <TextLimit text={alt} />
        <p id={`${id}-alt-note`} className="mt-1.5 text-xs text-muted">
          {t('Saved in the file, along with how the picture was made.')}
        </p>
        <GeneratedNote sourceType={sourceType} isSignable={format !== 'psd'} />
      </div>
    </div>
  );
}

interface BackgroundChoiceProps {
  /** Chosen color; null for transparent, or for white if the format has no alpha. */
  readonly value: string | null;
  readonly canBeClear: boolean;
  readonly onChange: (value: string | null) => void;
}

const WHITE = '#ffffff';

function BackgroundChoice({ value, canBeClear, onChange }: BackgroundChoiceProps) {
  const group = useId();
  const shownColor = value ?? (canBeClear ? null : WHITE);
  return (
    <fieldset className="flex gap-2.5">
      <legend className="sr-only">{t('Background')}</legend>
      {canBeClear && (
        <ColorDot
          group={group}
          label={t('Transparent')}
          hex={null}
          isChosen={shownColor === null}
          onChoose={() => onChange(null)}
        />
      )}
      <ColorDot
        group={group}
        label={t('White')}
        hex={WHITE}
        isChosen={shownColor === WHITE}
        onChoose={() => onChange(WHITE)}
      />
      <AnyColorDot hex={shownColor === WHITE ? null : shownColor} onChange={onChange} />
    </fieldset>
  );
}
