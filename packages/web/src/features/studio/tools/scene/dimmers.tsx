/** Controls for the lamps of a scene and the colors of its parts. */
import { t } from '@packshot/contract/text/translation';
import { LAMP_LEVELS } from '@packshot/contract/tools/scene';
import type { Lamp } from '@packshot/contract/tools/scene';
import { UNCHANGED_LAMP, WHITE_LIGHT } from '@packshot/image-engine/pixels';
import { useId, useState } from 'react';
import type { AriaAttributes } from 'react';
import { useStore } from 'zustand';
import { formatPercent } from '../../../../lib/page/percent.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { ColorChooser } from '../../panel/color-dots.tsx';
import { Pills, SliderField } from '../../panel/fields.tsx';
import { useActions } from '../../state/use-studio.ts';
import { LAMP_NAMES, PART_NAMES, warmthText } from './adjust-words.ts';
import { createLiveScenes } from './live-scenes.ts';

export const LEVEL = {
  label: t('Brightness'),
  min: LAMP_LEVELS.least,
  max: LAMP_LEVELS.most,
  step: 0.05,
} as const;
export const WARMTH = { label: t('Warmth'), min: -1, max: 1, step: 0.05 } as const;

/** Lamp that the user has chosen, with its changes. */
export interface ChosenLamp extends Lamp {
  readonly id: string;
  readonly options: readonly { readonly value: string; readonly label: string | undefined }[];
  readonly choose: (id: string) => void;
  readonly change: (part: Partial<Lamp>) => void;
}

/**
 * Chooses a lamp of a scene; null if it has none.
 * @param lights lights of the scene by ID
 * @param lamps changes of the lamps
 */
export function useLamp(
  lights: Readonly<Record<string, unknown>>,
  lamps: Readonly<Record<string, Lamp>>,
  setLamp: (id: string, part: Partial<Lamp>) => void,
): ChosenLamp | null {
  const ids = Object.keys(LAMP_NAMES).filter((id) => id in lights);
  const [chosen, setChosen] = useState('');
  const id = ids.includes(chosen) ? chosen : ids[0];
  if (id === undefined) return null;
  return {
    ...(lamps[id] ?? UNCHANGED_LAMP),
    id,
    options: ids.map((lamp) => ({ value: lamp, label: LAMP_NAMES[lamp] })),
    choose: setChosen,
    change: (part) => setLamp(id, part),
  };
}

/** Sliders of one lamp at a time, so that the section stays short. */
export function LampFields({ lamp, isMade }: { readonly lamp: ChosenLamp | null; readonly isMade: boolean }) {
  if (!lamp) return null;
  const { id, level, warmth, color = WHITE_LIGHT, options, choose, change } = lamp;
  return (
    <>
      <Pills
        label={t('Lamp')}
        value={id}
        options={options}
        onChange={choose}
        className="mb-1.5 gap-1! [&_label]:px-2"
      />
      <div className="grid grid-cols-[1fr_1fr_auto] gap-4 short:grid-cols-1 short:gap-1">
        <SliderField
          {...LEVEL}
          value={level}
          text={formatPercent(level)}
          onChange={(value) => change({ level: value })}
        />
        <SliderField
          {...WARMTH}
          value={warmth}
          text={warmthText(warmth, isMade)}
          onChange={(value) => change({ warmth: value })}
        />
        <ColorChooser
          label={t('Color of this lamp')}
          hex={color}
          onChange={(hex) => change({ color: hex })}
          className="relative flex cursor-pointer flex-col items-center rounded-sm text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent short:flex-row short:justify-between"
        >
          {t('Color')}
          <span
            aria-hidden
            className="size-7 rounded-full ring-1 ring-line-strong ring-inset pointer-coarse:size-10"
            style={{ backgroundColor: color }}
          />
        </ColorChooser>
      </div>
    </>
  );
}

export interface ColoredParts {
  readonly parts: readonly { readonly id: string; readonly hex: string }[];
  readonly onChange: (id: string, hex: string) => void;
}

/**
 * Parts of a set that can be recolored, with their colors; empty until the set is loaded.
 * @param colorOf color of a part, if it isn't the set's own
 */
export function useParts(
  setId: string | null,
  colorOf: (id: string) => string | undefined,
): ColoredParts['parts'] {
  const set = useStore(useActions(createLiveScenes).state, ({ set: loaded }) => loaded);
  return set?.id === setId && set
    ? set.tints.map(({ id, color }) => ({ id, hex: colorOf(id) ?? color }))
    : [];
}

/** Colors of the set's parts, with a heading. */
export function PartFields(parts: ColoredParts) {
  const titleId = useId();
  if (parts.parts.length === 0) return null;
  return (
    <div className="mt-2 flex items-baseline gap-3">
      <h3 id={titleId} className="text-sm font-medium tracking-normal">
        {t('Parts')}
      </h3>
      <PartColors {...parts} aria-labelledby={titleId} className="flex-wrap" />
    </div>
  );
}

interface PartColorsProps extends ColoredParts, Pick<AriaAttributes, 'aria-label' | 'aria-labelledby'> {
  readonly className: string;
}

export function PartColors({ parts, onChange, className, ...name }: PartColorsProps) {
  return (
    <ul {...name} className={classNames('flex gap-1.5', className)}>
      {parts.map(({ id, hex }) => (
        <li key={id} className="shrink-0">
          <ColorChooser
            label={t('Color of: {part}', { part: PART_NAMES[id] ?? id })}
            hex={hex}
            onChange={(next) => onChange(id, next)}
            className="relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border border-line px-2.5 text-xs font-medium text-muted hover:border-line-strong hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-10"
          >
            <span
              aria-hidden
              className="size-3.5 rounded-full ring-1 ring-line-strong ring-inset"
              style={{ backgroundColor: hex }}
            />
            {PART_NAMES[id] ?? id}
          </ColorChooser>
        </li>
      ))}
    </ul>
  );
}
