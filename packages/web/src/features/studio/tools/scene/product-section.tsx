import { formatPercent } from '../../../../lib/page/percent.ts';
import { t } from '@packshot/contract/text/translation';
import { CommandButton } from '../../commands/command-button.tsx';
import { SliderField } from '../../panel/fields.tsx';
import type { PanelProps } from '../../state/studio-context.ts';
import { adjustableScene } from '../../model/adjustment.ts';
import { movedProduct } from '../../composite/composing.ts';
import { LARGEST_WIDTH, PLACE_PRESETS, SMALLEST_WIDTH } from '../../model/composition.ts';
import { HiddenProducts } from './hidden-products.tsx';
import { AddProductButton, OtherProducts } from './other-products-list.tsx';
import { MadePose } from './view-section.tsx';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudio, useStudioState } from '../../state/use-studio.ts';

/** Range of the size slider on a logarithmic scale: each step scales by the same factor. */
const SIZE_RANGE = Math.log(LARGEST_WIDTH / SMALLEST_WIDTH);

export function ProductSection({ context }: PanelProps) {
  const studio = useStudio();
  const sceneActions = useActions(createSceneActions);
  const width = useStudioState((state) => movedProduct(state)?.placement.width ?? null);
  const rotationDeg = useStudioState((state) => movedProduct(state)?.placement.rotationDeg ?? 0);
  const isAuto = useStudioState((state) => state.document?.edits.scene.placement === null);
  const isMade = useStudioState(({ document }) => document !== null && adjustableScene(document) !== null);
  const place = (part: { width?: number; rotationDeg?: number }): void => {
    const product = movedProduct(studio.store.getState());
    if (product) sceneActions.place({ ...product.placement, ...part });
  };
  return (
    <section>
      <div className="mb-1 flex flex-wrap items-center gap-x-1">
        <div className="mr-auto">
          <div className="flex items-center gap-1">
            <h2 className="text-sm font-semibold tracking-normal">{t('Product')}</h2>
            <AddProductButton />
          </div>
          {isMade ? (
            <MadePose />
          ) : (
            <p className="text-xs leading-4 text-muted">
              {isAuto ? t('Placed automatically') : t('Placed by you')}
            </p>
          )}
        </div>
        <div role="group" aria-label={t('Place the product')} className="-mx-1 flex [&_button]:w-8">
          {PLACE_PRESETS.map((preset) => (
            <CommandButton key={preset} id={`scene:place-${preset}`} context={context} side="top" />
          ))}
        </div>
        <CommandButton id="scene:flip" context={context} side="top" className="w-8" />
      </div>
      <OtherProducts />
      <HiddenProducts />
      {width !== null && (
        <div className="grid grid-cols-2 gap-4 short:grid-cols-1 short:gap-1">
          <SliderField
            label={t('Size')}
            min={0}
            max={100}
            step={0.25}
            value={Math.round((400 * Math.log(width / SMALLEST_WIDTH)) / SIZE_RANGE) / 4}
            text={formatPercent(Math.round(width * 100) / 100)}
            onChange={(value) => place({ width: SMALLEST_WIDTH * Math.exp((value / 100) * SIZE_RANGE) })}
          />
          <SliderField
            label={t('Rotation')}
            min={-180}
            max={180}
            step={1}
            value={rotationDeg}
            text={`${Math.round(rotationDeg)}°`}
            onChange={(value) => place({ rotationDeg: value })}
          />
        </div>
      )}
    </section>
  );
}
