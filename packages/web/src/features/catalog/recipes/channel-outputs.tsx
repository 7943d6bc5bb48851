import { t } from '@packshot/contract/text/translation';
import { channelOutput } from '@packshot/contract/catalog/channel-output';
import type { Recipe, RecipeOutput } from '@packshot/contract/catalog/recipe';
import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../fields.tsx';

export type Steps = Recipe['steps'];

const PURE_WHITE = '#ffffff';

interface ChannelFileProps {
  readonly outputs: readonly RecipeOutput[];
  readonly disabled: boolean;
  readonly onAdd: (output: RecipeOutput) => void;
}

export function ChannelFile({ outputs, disabled, onAdd }: ChannelFileProps) {
  const usedIds = new Set(outputs.map(({ id }) => id));
  const free = CHANNEL_IDS.filter((id) => !usedIds.has(id));
  return (
    <SelectField
      label={t('Add marketplace output')}
      value=""
      disabled={disabled || free.length === 0}
      options={[
        ['', t('Choose one')],
        ...free.map((id) => [id, t('For {channel}', { channel: CHANNELS[id].name })] as const),
      ]}
      onChange={(value) => {
        const id = free.find((each) => each === value);
        if (id !== undefined) onAdd(channelOutput(id, outputs));
      }}
      className="w-full max-w-64"
    />
  );
}

/** Steps changed to a channel's preferences; null if they already match, or the channel doesn't ask for white. */
function stepsFor(id: ChannelId, steps: Steps): Pick<Steps, 'ground' | 'framing'> | null {
  const { preferred } = CHANNELS[id];
  const { ground, framing } = steps;
  if (!preferred.isOnWhite) return null;
  const isWhite = ground.kind === 'color' && ground.color.toLowerCase() === PURE_WHITE;
  const fill = Math.round(preferred.fill * 100);
  // The product is smaller than `fill_percent` if the margins leave less space.
  const reached = Math.min(framing.fill_percent, 100 - 2 * framing.margin_percent);
  if (isWhite && reached >= fill) return null;
  return {
    ground: { kind: 'color', color: PURE_WHITE },
    framing: {
      ...framing,
      fill_percent: Math.max(fill, framing.fill_percent),
      margin_percent: Math.min(framing.margin_percent, Math.floor((100 - fill) / 2)),
    },
  };
}

interface ChannelPreferencesProps {
  readonly recipe: Recipe;
  readonly onChange: (steps: Pick<Steps, 'ground' | 'framing'>) => void;
}

/** Suggests the background and size that the recipe's marketplaces prefer, if they differ. */
export function ChannelPreferences({ recipe, onChange }: ChannelPreferencesProps) {
  const ids = recipe.outputs.map(({ id }) => CHANNEL_IDS.find((each) => each === id));
  return ids.map((id) => {
    const steps = id && stepsFor(id, recipe.steps);
    if (!id || !steps) return null;
    const { name, preferred } = CHANNELS[id];
    return (
      <Notice key={id} tone="info">
        <p>
          {t(
            '{channel} asks for a pure white background and a product that fills {percent}% of the picture.',
            { channel: name, percent: Math.round(preferred.fill * 100) },
          )}
        </p>
        <Button variant="secondary" size="sm" onClick={() => onChange(steps)} className="mt-2">
          {t('Set both')}
        </Button>
      </Notice>
    );
  });
}
