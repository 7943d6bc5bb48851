import { t } from '@packshot/contract/text/translation';
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { lockedSide } from './export-frame.ts';
import { EXPORT_MAX_SIDE_PX } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { MARKETPLACE_SIZES, marketplaceSize } from '../model/marketplace-sizes.ts';
import type { MarketplaceId } from '../model/marketplace-sizes.ts';
import { presetSettings } from './channel-preset.ts';
import type { Framed } from './shop-preset.ts';
import { ShapeOutline } from '../panel/shape-outline.tsx';
import type { PixelSize } from '../model/size.ts';

interface SizeChoiceProps {
  readonly settings: ExportSettings;
  readonly onChange: (part: Partial<ExportSettings>) => void;
  readonly source: Framed;
}

const SQUARE = { widthPx: 1, heightPx: 1 };

/** Form field that selects the picture's own size, a shop's size, or a custom size. */
export function SizeChoice({ settings, onChange, source }: SizeChoiceProps) {
  const group = useId();
  const { size } = settings;
  const { picture } = source;
  const choose = (value: string): void => {
    if (value === 'original') return onChange({ size: { kind: 'original' } });
    if (value === 'custom') {
      const { widthPx, heightPx } = picture ?? { widthPx: 1600, heightPx: 1600 };
      const scale = Math.min(1, EXPORT_MAX_SIDE_PX / Math.max(widthPx, heightPx));
      return onChange({
        size: {
          kind: 'custom',
          widthPx: Math.max(1, Math.round(widthPx * scale)),
          heightPx: Math.max(1, Math.round(heightPx * scale)),
        },
      });
    }
    onChange(presetSettings(value as MarketplaceId, source, settings));
  };
  const selectedSize = size.kind === 'preset' ? size.id : size.kind;
  return (
    <div className="space-y-2.5">
      <fieldset className="grid grid-cols-3 gap-1.5">
        <legend className="sr-only">{t('Size')}</legend>
        <SizeTile
          value="original"
          name={t('Original')}
          note={picture ? sides(picture) : t('Same as the photo')}
          shape={picture ?? SQUARE}
          {...{ group, chosen: selectedSize, choose }}
        />
        {MARKETPLACE_SIZES.map((preset) => (
          <SizeTile
            key={preset.id}
            value={preset.id}
            name={preset.name}
            note={sides(preset)}
            shape={preset}
            {...{ group, chosen: selectedSize, choose }}
          />
        ))}
        <SizeTile
          value="custom"
          name={t('Custom', { context: 'size' })}
          note={t('Enter a size')}
          shape={null}
          {...{ group, chosen: selectedSize, choose }}
        />
      </fieldset>
      {size.kind === 'custom' && <CustomSize size={size} ratio={picture ?? SQUARE} onChange={onChange} />}
    </div>
  );
}

interface SizeTileProps {
  readonly value: string;
  readonly name: string;
  readonly note: string;
  /** Shape that the tile draws as an outline; null for any shape. */
  readonly shape: PixelSize | null;
  /** Name that all radio buttons of the group share. */
  readonly group: string;
  readonly chosen: string;
  readonly choose: (value: string) => void;
}

/** Tile for selecting a size: its shape, name and sides. A native radio button, so that arrow keys work. */
function SizeTile({ value, name, note, shape, group, chosen, choose }: SizeTileProps) {
  const isChosen = value === chosen;
  return (
    <label
      className={classNames(
        'relative flex min-w-0 cursor-pointer flex-col items-center gap-1 rounded-md border px-1 pt-2 pb-1.5 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-ink bg-fill' : 'border-line hover:border-line-strong',
      )}
    >
      <input
        type="radio"
        name={group}
        value={value}
        checked={isChosen}
        onChange={() => choose(value)}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <span className="flex h-6 items-center justify-center">
        <ShapeOutline
          width={(shape ?? SQUARE).widthPx}
          height={(shape ?? SQUARE).heightPx}
          longestSidePx={OUTLINE_PX}
          className={classNames(shape === null && 'border-dashed', isChosen ? 'border-ink' : 'border-muted')}
        />
      </span>
      <span className="w-full text-xs leading-tight font-medium">{name}</span>
      <span className="text-2xs text-muted tabular-nums">{note}</span>
    </label>
  );
}

const sides = ({ widthPx, heightPx }: PixelSize): string => `${widthPx} × ${heightPx}`;

const OUTLINE_PX = 22;

interface CustomSizeProps {
  readonly size: PixelSize;
  readonly ratio: PixelSize;
  readonly onChange: (part: Partial<ExportSettings>) => void;
}

/** Two side fields that keep the picture's shape: changing one sets the other. */
function CustomSize({ size, ratio, onChange }: CustomSizeProps) {
  const set = (widthPx: number, heightPx: number): void =>
    onChange({ size: { kind: 'custom', widthPx, heightPx } });
  return (
    <div className="flex items-center gap-2">
      <SideField
        label={t('Width in pixels')}
        valuePx={size.widthPx}
        onChange={(px) => set(px, lockedSide(px, ratio.widthPx, ratio.heightPx, EXPORT_MAX_SIDE_PX))}
      />
      <span aria-hidden className="text-muted">
        ×
      </span>
      <SideField
        label={t('Height in pixels')}
        valuePx={size.heightPx}
        onChange={(px) => set(lockedSide(px, ratio.heightPx, ratio.widthPx, EXPORT_MAX_SIDE_PX), px)}
      />
      <span className="text-sm text-muted">px</span>
    </div>
  );
}

function SideField(props: {
  readonly label: string;
  readonly valuePx: number;
  readonly onChange: (px: number) => void;
}) {
  return (
    <input
      type="number"
      inputMode="numeric"
      min={1}
      max={EXPORT_MAX_SIDE_PX}
      aria-label={props.label}
      value={props.valuePx}
      onChange={(event) => {
        const px = Math.round(event.currentTarget.valueAsNumber);
        if (Number.isFinite(px)) props.onChange(Math.min(EXPORT_MAX_SIDE_PX, Math.max(1, px)));
      }}
      className="h-9 w-full min-w-0 rounded-md border border-field-line bg-surface px-3 text-sm tabular-nums pointer-coarse:h-11 pointer-coarse:text-base"
    />
  );
}

export const sizeName = ({ size }: ExportSettings): string =>
  size.kind === 'preset'
    ? marketplaceSize(size.id).name
    : size.kind === 'custom'
      ? t('Custom', { context: 'size' })
      : t('Original size');
