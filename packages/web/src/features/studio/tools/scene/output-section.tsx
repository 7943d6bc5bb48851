import { t } from '@packshot/contract/text/translation';
import {
  GENERATE_COUNTS,
  SCENE_LARGER_SIDE_PX,
  SCENE_LARGER_SIDES_PX,
  SEED_MAX,
} from '@packshot/contract/tools/limits';
import type { SceneLargerSidePx } from '@packshot/contract/tools/limits';
import { ASPECT_RATIOS } from '@packshot/contract/tools/aspect-ratios';
import { sceneLargerSideSchema } from '@packshot/contract/tools/scene';
import { Shuffle } from 'lucide';
import { useId } from 'react';
import { hasBilling } from '../../../../lib/page/installation.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { adjustableScene } from '../../model/adjustment.ts';
import type { SceneSizeOptions } from '../../model/adjustment.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { getCompositeSize, getFrameSize, isFlat, placedProduct } from '../../composite/composing.ts';
import { createSceneActions } from './scene-actions.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { SwitchField } from '../../panel/fields.tsx';
import { Fold } from '../../panel/fold.tsx';
import { Section } from '../../panel/section.tsx';
import { ShapeOutline } from '../../panel/shape-outline.tsx';
import { dimensions } from '../../panel/words.ts';
import { useScene } from './use-scene.ts';

export function FrameFold() {
  const sceneActions = useActions(createSceneActions);
  const scene = useScene();
  // Whether the browser makes the picture. An inspiration has no product, so the selected background doesn't apply.
  const isComposite = useStudioState(({ document }) => document?.tool === 'scene') && isFlat(scene);
  const note = useStudioState((state) => {
    const size = (isComposite ? getCompositeSize(state) : null) ?? getFrameSize(scene);
    return dimensions(size.widthPx, size.heightPx);
  });
  return (
    <Fold name="format" title={t('Format')} summary={note}>
      <AspectRatios aspectRatioId={scene.aspectRatioId} onChange={sceneActions.setFrame} />
      <SwitchField
        label={isComposite ? t('Full size') : t('Larger size')}
        note={
          isComposite
            ? t('your product at full resolution')
            : t('{side} px on the longer side', { side: scene.largerSidePx })
        }
        isOn={scene.isLarger}
        onChange={(isLarger) => sceneActions.setFrame({ isLarger })}
      />
      {scene.isLarger && !isComposite && (
        <LargerSides largerSidePx={scene.largerSidePx} onChange={sceneActions.setFrame} />
      )}
    </Fold>
  );
}

/** Shape and size of the made scene on the stage, which is made again for free. */
export function MadeFrameFold() {
  const { setMadeFormat } = useActions(createSceneActions);
  const document = useStudioState((state) => state.document);
  const scene = document && adjustableScene(document);
  if (!scene) return null;
  const { size, frame } = scene;
  const change = (part: Partial<SceneSizeOptions>): void => void setMadeFormat(part);
  return (
    <Fold name="format" title={t('Format')} summary={dimensions(frame.widthPx, frame.heightPx)}>
      <AspectRatios aspectRatioId={size.aspectRatioId} onChange={change} />
      <SwitchField
        label={t('Larger size')}
        note={t('{side} px on the longer side', { side: size.largerSidePx ?? SCENE_LARGER_SIDE_PX })}
        isOn={size.isLarger}
        onChange={(isLarger) => change({ isLarger })}
      />
      {size.isLarger && (
        <LargerSides largerSidePx={size.largerSidePx ?? SCENE_LARGER_SIDE_PX} onChange={change} />
      )}
    </Fold>
  );
}

interface LargerSidesProps {
  readonly largerSidePx: SceneLargerSidePx;
  readonly onChange: (part: { readonly largerSidePx: SceneLargerSidePx }) => void;
}

function LargerSides({ largerSidePx, onChange }: LargerSidesProps) {
  const sharpPx = useStudioState(sharpSidePx);
  return (
    <>
      <SegmentedControl
        label={t('Size')}
        value={String(largerSidePx)}
        segments={SCENE_LARGER_SIDES_PX.map((px) => ({ value: String(px), label: `${px} px` }))}
        onChange={(px) => onChange({ largerSidePx: sceneLargerSideSchema.parse(Number(px)) })}
        className="flex! w-full"
      />
      {sharpPx !== null && sharpPx < largerSidePx && (
        <p role="status" className="text-xs text-muted">
          {t('Your photo is large enough for {side} px. In a larger picture the product gets softer.', {
            side: sharpPx,
          })}
        </p>
      )}
    </>
  );
}

/** Longer side of the largest scene in which the product isn't enlarged; null without a product. */
function sharpSidePx(state: StudioState): number | null {
  const product = state.document?.tool === 'scene' ? placedProduct(state) : null;
  if (product === null) return null;
  const { result, box, placement, frame } = product;
  const drawnPx = placement.width * frame.widthPx;
  return Math.round((Math.max(frame.widthPx, frame.heightPx) * box.width * result.widthPx) / drawnPx);
}

const LONGEST_ICON_PX = 14;

interface AspectRatiosProps {
  readonly aspectRatioId: number;
  readonly onChange: (part: { readonly aspectRatioId: number }) => void;
}

function AspectRatios({ aspectRatioId, onChange }: AspectRatiosProps) {
  return (
    <SegmentedControl
      label={t('Aspect ratio')}
      value={String(aspectRatioId)}
      segments={ASPECT_RATIOS.map(({ id, label, x, y }) => ({
        value: String(id),
        label: (
          <span className="-mx-2 flex flex-col items-center gap-1 py-1 text-2xs tabular-nums">
            <ShapeOutline width={x} height={y} longestSidePx={LONGEST_ICON_PX} className="border-current" />
            {label}
          </span>
        ),
      }))}
      onChange={(id) => onChange({ aspectRatioId: Number(id) })}
      className="flex! w-full"
    />
  );
}

export function CountSection() {
  const sceneActions = useActions(createSceneActions);
  const { count } = useScene();
  return (
    <Section
      title={t('Variants')}
      note={hasBilling() ? t('All variants count as one generation') : undefined}
    >
      <SegmentedControl
        label={t('Variants')}
        value={String(count)}
        segments={GENERATE_COUNTS.map((number) => ({ value: String(number), label: String(number) }))}
        onChange={(value) => sceneActions.setCount(Number(value) as SceneSettings['count'])}
        className="flex! w-full"
      />
    </Section>
  );
}

export function SeedSection() {
  const { seed } = useScene();
  const { setSeed } = useActions(createSceneActions);
  const id = useId();
  return (
    <Section title={t('Seed')} note={seed === null ? t('Random') : t('Repeatable')}>
      <div className="flex items-center gap-2">
        <input
          id={id}
          inputMode="numeric"
          value={seed ?? ''}
          placeholder={t('Random')}
          aria-label={t('Seed')}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '');
            setSeed(digits === '' ? null : Math.min(SEED_MAX, Number(digits)));
          }}
          className="h-9 min-w-0 flex-1 rounded-md border border-field-line bg-surface px-3 text-sm tabular-nums placeholder:text-muted pointer-coarse:h-11 pointer-coarse:text-base"
        />
        <IconButton
          icon={Shuffle}
          label={t('Random')}
          outlined
          side="top"
          disabled={seed === null}
          onClick={() => setSeed(null)}
        />
      </div>
    </Section>
  );
}
