import { useId } from 'react';
import { lockedSide } from '../../export/export-frame.ts';
import { EXPORT_MAX_SIDE_PX } from '../../export/export-settings.ts';
import type { ExportSettings } from '../../export/export-settings.ts';
import { MARKETPLACE_SIZES, marketplaceSize } from '../../export/marketplace-sizes.ts';
import type { MarketplaceId } from '../../export/marketplace-sizes.ts';
import { dimensions } from '../words.ts';
import type { Size } from '../../size.ts';

interface SizeChoiceProps {
  readonly settings: ExportSettings;
  readonly onChange: (part: Partial<ExportSettings>) => void;
  readonly picture: Size | null;
  readonly isTransparent: boolean;
}

/** A product fills 85 % of a shop's picture: what Amazon asks for, and looks right elsewhere. */
const SHOP_PADDING = 0.075;
const SQUARE = { widthPx: 1, heightPx: 1 };

/** The picture's own size, a shop's, or one's own. */
export function SizeChoice({ settings, onChange, picture, isTransparent }: SizeChoiceProps) {
  const id = useId();
  const { size } = settings;
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
    const preset = { size: { kind: 'preset', id: value as MarketplaceId } } as const;
    onChange(isTransparent ? { ...preset, isTrimmed: true, padding: SHOP_PADDING } : preset);
  };
  return (
    <div className="space-y-2.5">
      <select
        id={id}
        aria-label="Size"
        value={size.kind === 'preset' ? size.id : size.kind}
        onChange={(event) => choose(event.currentTarget.value)}
        className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
      >
        <option value="original">
          {picture ? `Original: ${dimensions(picture.widthPx, picture.heightPx)}` : 'Original'}
        </option>
        <optgroup label="Made for">
          {MARKETPLACE_SIZES.map((preset) => (
            <option key={preset.id} value={preset.id}>
              {preset.name}: {dimensions(preset.widthPx, preset.heightPx)}
            </option>
          ))}
        </optgroup>
        <option value="custom">Custom</option>
      </select>
      {size.kind === 'custom' && <CustomSize size={size} ratio={picture ?? SQUARE} onChange={onChange} />}
    </div>
  );
}

interface CustomSizeProps {
  readonly size: Size;
  /** The shape that is kept. */
  readonly ratio: Size;
  readonly onChange: (part: Partial<ExportSettings>) => void;
}

/** Two sides in the picture's shape: typing one sets the other. */
function CustomSize({ size, ratio, onChange }: CustomSizeProps) {
  const set = (widthPx: number, heightPx: number): void =>
    onChange({ size: { kind: 'custom', widthPx, heightPx } });
  return (
    <div className="flex items-center gap-2">
      <SideField
        label="Width"
        valuePx={size.widthPx}
        onChange={(px) => set(px, lockedSide(px, ratio.widthPx, ratio.heightPx, EXPORT_MAX_SIDE_PX))}
      />
      <span aria-hidden className="text-muted">
        ×
      </span>
      <SideField
        label="Height"
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
      aria-label={`${props.label} in pixels`}
      value={props.valuePx}
      onChange={(event) => {
        const px = Math.round(event.currentTarget.valueAsNumber);
        if (Number.isFinite(px)) props.onChange(Math.min(EXPORT_MAX_SIDE_PX, Math.max(1, px)));
      }}
      className="h-9 w-full min-w-0 rounded-md border border-field-line bg-surface px-3 text-sm tabular-nums pointer-coarse:h-11 pointer-coarse:text-base"
    />
  );
}

/** What a size is called, for a sentence. */
export const sizeName = ({ size }: ExportSettings): string =>
  size.kind === 'preset'
    ? marketplaceSize(size.id).name
    : size.kind === 'custom'
      ? 'Custom'
      : 'Original size';
