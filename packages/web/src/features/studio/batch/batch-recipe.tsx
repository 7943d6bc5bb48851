import { t } from '@packshot/contract/text/translation';
import { SCENE_PROMPT_MAX_LENGTH } from '@packshot/contract/tools/limits';
import { X } from 'lucide';
import { useEffect } from 'react';
import { hasBilling } from '../../../lib/page/installation.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ReturningImage } from '../../../ui/returning-image.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import type { BatchRecipe } from './batch.ts';
import { FORMATS } from '../model/export-settings.ts';
import { createBatch } from './create-batch.ts';
import { loadReferences } from '../state/reference-shelf.ts';
import { useActions, useStudio, useStudioState } from '../state/use-studio.ts';
import { reframe, unknownPicture } from '../export/shop-preset.ts';
import { ExportLook } from '../export/export-form.tsx';
import { sizeName } from '../export/size-choice.tsx';
import { SwitchField } from '../panel/fields.tsx';
import { TextLimit, useLimitedText } from '../panel/limited-text.tsx';
import { Section } from '../panel/section.tsx';

interface RecipeProps {
  readonly recipe: BatchRecipe;
}

/** File formats that a batch doesn't offer: PSD needs layers, and AVIF needs the server's encoder for each photo. */
const NOT_IN_A_BATCH: ReadonlySet<string> = new Set(['avif', 'psd']);
const PLAIN = { kind: 'none' } as const;
const SCENE = { kind: 'scene', prompt: '', referenceId: null, isOneLook: true, look: null } as const;

export function BatchRecipeForm({ recipe }: RecipeProps) {
  const { runner } = useActions(createBatch);
  const { background, file } = recipe;
  const set = (part: Partial<BatchRecipe>): void => runner.setRecipe({ ...recipe, ...part });
  return (
    <div className="space-y-6">
      <Section title={t('Background')}>
        <SegmentedControl
          label={t('Background')}
          value={background.kind}
          segments={[
            { value: 'none', label: t('Cut out', { context: 'state' }) },
            { value: 'scene', label: t('Scene') },
          ]}
          onChange={(kind) =>
            set({
              background: kind === 'none' ? PLAIN : SCENE,
              file: reframe(file, unknownPicture(kind === 'none')),
            })
          }
          className="w-full"
        />
        {background.kind === 'scene' && (
          <SceneFields background={background} onChange={(changed) => set({ background: changed })} />
        )}
        {hasBilling() && (
          <p className="mt-2 text-xs text-muted">
            {background.kind === 'none'
              ? t('One generation per photo.')
              : t('Two generations per photo: its cut-out and its scene.')}
          </p>
        )}
      </Section>
      <ExportLook
        settings={file}
        onChange={(part) => set({ file: { ...file, ...part } })}
        unwritable={NOT_IN_A_BATCH}
        source={unknownPicture(background.kind === 'none')}
      />
    </div>
  );
}

type SceneBackground = Extract<BatchRecipe['background'], { kind: 'scene' }>;

function SceneFields({
  background,
  onChange,
}: {
  readonly background: SceneBackground;
  readonly onChange: (background: SceneBackground) => void;
}) {
  const studio = useStudio();
  useEffect(() => void loadReferences(studio), [studio]);
  const { references } = useStudioState((state) => state.shelf);
  const text = useLimitedText(background.prompt, SCENE_PROMPT_MAX_LENGTH, (prompt) =>
    onChange({ ...background, prompt }),
  );
  return (
    <>
      <textarea
        rows={2}
        dir="auto"
        value={text.value}
        aria-label={t('Describe the scene')}
        placeholder={t('Marble podium, soft morning light')}
        onChange={(event) => text.onChange(event.currentTarget.value)}
        className="mt-3 block w-full resize-none rounded-md border border-field-line bg-surface px-3 py-2 text-sm placeholder:text-muted pointer-coarse:text-base"
      />
      <TextLimit text={text} />
      <ul aria-label={t('Scenes')} className="-mx-1 mt-2 flex gap-2 overflow-x-auto overscroll-x-contain p-1">
        {references.map(({ id, title, image }) => (
          <li key={id} className="w-15 shrink-0">
            <button
              type="button"
              aria-label={title}
              aria-pressed={background.referenceId === id}
              title={title}
              onClick={() =>
                onChange({ ...background, referenceId: background.referenceId === id ? null : id })
              }
              className={classNames(
                'block aspect-square w-full overflow-hidden rounded-lg border border-line',
                background.referenceId === id && 'outline-2 outline-offset-2 outline-accent',
              )}
            >
              <ReturningImage
                src={image}
                alt=""
                width={60}
                height={60}
                loading="lazy"
                draggable={false}
                className="size-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {background.look && (
        <div className="mt-3 flex items-center gap-2 rounded-md border border-line px-3 py-2 text-sm">
          <p className="min-w-0 flex-1 truncate">
            {t('Look of “{title}”', { title: background.look.title })}
          </p>
          <IconButton
            icon={X}
            label={t('Remove this look')}
            side="top"
            onClick={() => onChange({ ...background, look: null })}
            className="size-8! pointer-coarse:size-11!"
          />
        </div>
      )}
      <div className="mt-3">
        <SwitchField
          label={t('One look for all')}
          note={t(
            'The same camera, framing, baseline and light. Photos from other angles get no scene; only their cut-out is charged.',
          )}
          isOn={background.isOneLook}
          onChange={(isOneLook) =>
            onChange({ ...background, isOneLook, look: isOneLook ? background.look : null })
          }
        />
      </div>
    </>
  );
}

/** Read-only summary of the recipe, shown once the batch has started. */
export function RecipeSummary({ recipe }: RecipeProps) {
  const references = useStudioState((state) => state.shelf.references);
  const { background, file } = recipe;
  const reference =
    background.kind === 'scene' ? references.find(({ id }) => id === background.referenceId) : undefined;
  const scene =
    background.kind === 'scene'
      ? [background.prompt.trim(), reference?.title].filter(Boolean).join(', ') ||
        t('A scene that suits the product')
      : null;
  const rows: readonly (readonly [string, string])[] = [
    [t('Background'), scene === null ? t('Removed') : t('Scene')],
    ...(scene === null ? [] : [[t('Scene'), scene] as const]),
    ...(background.kind === 'scene'
      ? [[t('Look'), background.isOneLook ? t('One for all') : t('One per photo')] as const]
      : []),
    [t('Format'), FORMATS[file.format].name],
    [t('Size'), sizeName(file)],
  ];
  return (
    <dl className="divide-y divide-line rounded-lg border border-line text-sm">
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 px-3 py-2">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="text-right font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
