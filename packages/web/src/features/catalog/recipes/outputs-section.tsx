import { t } from '@packshot/contract/text/translation';
import {
  DEFAULT_NAME_PATTERN,
  namePatternSchema,
  OUTPUT_FORMATS,
  outputFileName,
} from '@packshot/contract/catalog/file-names';
import type { NamedItem, OutputFormat } from '@packshot/contract/catalog/file-names';
import { NAME_PATTERN_MAX_LENGTH, RECIPE_OUTPUTS_MAX } from '@packshot/contract/catalog/limits';
import type { RecipeOutput } from '@packshot/contract/catalog/recipe';
import { Plus, Trash2 } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Rich } from '../../../ui/rich.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { RangeField, SelectField } from '../fields.tsx';
import { ChannelFile } from './channel-outputs.tsx';
import type { Faults } from './recipe-faults.ts';
import { FORMAT_WORDS } from './recipe-words.ts';

interface OutputsProps {
  readonly outputs: readonly RecipeOutput[];
  readonly isTransparent: boolean;
  readonly faults: Faults;
  readonly onChange: (outputs: readonly RecipeOutput[]) => void;
  /** Notes that concern all outputs. */
  readonly children?: ReactNode;
}

/** Sample row from which the form makes an example of a file name. */
const EXAMPLE: NamedItem = { row: 1, sku: 'MUG-01', variant: 'blue', slot: 'front', columns: {} };

export function OutputsSection({ outputs, isTransparent, faults, onChange, children }: OutputsProps) {
  const isFull = outputs.length >= RECIPE_OUTPUTS_MAX;
  const change = (at: number, part: Partial<RecipeOutput>): void =>
    onChange(outputs.map((output, place) => (place === at ? { ...output, ...part } : output)));
  const many = faults['outputs'];
  return (
    <Card className="grid gap-5 p-6 max-md:p-5">
      <h2 className="text-base font-semibold">{t('Outputs')}</h2>
      {outputs.map((output, at) => (
        <OutputFields
          // Outputs have no identity but their places while their ids are typed.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          at={at}
          output={output}
          isTransparent={isTransparent}
          faults={faults}
          onChange={(part) => change(at, part)}
          onRemove={outputs.length > 1 ? () => onChange(outputs.filter((_, place) => place !== at)) : null}
        />
      ))}
      {many !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {many}
        </p>
      )}
      {children}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <ChannelFile outputs={outputs} disabled={isFull} onAdd={(output) => onChange([...outputs, output])} />
        <Button
          variant="secondary"
          icon={Plus}
          disabled={isFull}
          onClick={() => onChange([...outputs, nextOutput(outputs)])}
        >
          {t('Add output')}
        </Button>
      </div>
    </Card>
  );
}

function nextOutput(outputs: readonly RecipeOutput[]): RecipeOutput {
  const ids = new Set(outputs.map(({ id }) => id));
  let number = outputs.length + 1;
  while (ids.has(`file-${number}`)) number += 1;
  const last = outputs.at(-1);
  const like = last ?? { width: 2000, height: 2000, format: 'jpeg', quality: 90 };
  return { ...like, id: `file-${number}`, name_pattern: last?.name_pattern ?? DEFAULT_NAME_PATTERN };
}

interface OutputFieldsProps {
  readonly at: number;
  readonly output: RecipeOutput;
  readonly isTransparent: boolean;
  readonly faults: Faults;
  readonly onChange: (part: Partial<RecipeOutput>) => void;
  readonly onRemove: (() => void) | null;
}

function OutputFields({ at, output, isTransparent, faults, onChange, onRemove }: OutputFieldsProps) {
  const { id, width, height, format, quality, name_pattern } = output;
  const getFault = (field: keyof RecipeOutput): string | undefined => faults[`outputs.${at}.${field}`];
  const ofAll = faults[`outputs.${at}`];
  const isNamed = namePatternSchema.safeParse(name_pattern).success;
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-4">
      <legend className="sr-only">{t('Output {number}', { number: at + 1 })}</legend>
      <div className="flex items-start gap-2">
        <TextField
          label={t('Channel')}
          value={id}
          hint={t('Used as {channel} in file names.')}
          error={getFault('id')}
          spellCheck={false}
          onChange={(event) => onChange({ id: event.target.value })}
          className="min-w-0 flex-1"
        />
        {onRemove && (
          <IconButton
            icon={Trash2}
            label={t('Remove output {number}', { number: at + 1 })}
            onClick={onRemove}
            className="mt-7.5"
          />
        )}
      </div>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <PixelField
          label={t('Width (px)')}
          value={width}
          error={getFault('width')}
          onChange={(px) => onChange({ width: px })}
        />
        <PixelField
          label={t('Height (px)')}
          value={height}
          error={getFault('height')}
          onChange={(px) => onChange({ height: px })}
        />
        <SelectField
          label={t('Format')}
          value={format}
          options={OUTPUT_FORMATS.map((each) => [each, FORMAT_WORDS[each]] as const)}
          onChange={(value) => onChange({ format: value as OutputFormat })}
          className="max-sm:col-span-2"
        />
      </div>
      {format !== 'png' && (
        <RangeField
          label={t('Quality')}
          value={quality}
          min={1}
          max={100}
          text={String(quality)}
          onChange={(value) => onChange({ quality: value })}
        />
      )}
      {format === 'jpeg' && isTransparent && (
        <p className="text-sm text-muted">{t('JPEG has no transparency: transparent areas become white.')}</p>
      )}
      <TextField
        label={t('File name')}
        value={name_pattern}
        maxLength={NAME_PATTERN_MAX_LENGTH}
        spellCheck={false}
        error={getFault('name_pattern')}
        hint={
          isNamed ? (
            <Rich
              text={t('For example <bdi>{name}</bdi>', {
                name: outputFileName(output, EXAMPLE),
              })}
              bdi={<bdi translate="no" className="font-mono text-xs" />}
            />
          ) : undefined
        }
        onChange={(event) => onChange({ name_pattern: event.target.value })}
      />
      <p className="text-xs text-muted">
        {t(
          'Words in braces are filled in: {sku} product number, {variant} its version, {slot} which picture of the product, {channel} shop, {row} row of your table, {ext} file type, {column:Name} your own column “Name”.',
        )}
      </p>
      {ofAll !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {ofAll}
        </p>
      )}
    </fieldset>
  );
}

function PixelField(props: {
  readonly label: string;
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (px: number) => void;
}) {
  return (
    <TextField
      label={props.label}
      type="number"
      inputMode="numeric"
      // Shows an empty field instead of 0 while the user retypes the number.
      value={props.value === 0 ? '' : props.value}
      error={props.error}
      onChange={(event) => props.onChange(Math.trunc(Number(event.target.value)))}
    />
  );
}
