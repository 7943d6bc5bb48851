import { t } from '@packshot/contract/text/translation';
import { useStore } from 'zustand';
import { productIn } from '../../composite/composing.ts';
import { adjustableScene } from '../../model/adjustment.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createLiveScenes } from './live-scenes.ts';
import type { HiddenProduct } from './live-scenes.ts';
import { nameProducts } from '../../model/product-names.ts';

const NONE: readonly HiddenProduct[] = [];

/** Sentences about products that can hardly be seen in the scene on the stage; announced to screen readers. */
export function HiddenProducts() {
  const live = useActions(createLiveScenes);
  const shownId = useStore(live.state, ({ id }) => id);
  const hidden = useStore(live.state, ({ shown }) => shown?.hidden ?? NONE);
  const document = useStudioState((state) => state.document);
  if (!document) return null;
  const adjustable = adjustableScene(document);
  const isShown = live.key() !== null && shownId === (adjustable?.result ?? productIn(document))?.id;
  const names = nameProducts(document, adjustable?.others ?? document.edits.scene.otherProducts);
  return (
    <div role="status" className="text-xs text-warning empty:hidden">
      {isShown &&
        hidden.map((product) => {
          // A product that was removed stays in the list until the next frame.
          const name = product.id === null ? names.first : names.others.get(product.id);
          return name !== undefined && <p key={product.id}>{describeHidden(product, name)}</p>;
        })}
    </div>
  );
}

function describeHidden({ isCompletely, isBehindSet }: HiddenProduct, name: string): string {
  if (isBehindSet)
    return isCompletely
      ? t('A part of the set hides {name}. Move the product.', { name })
      : t('A part of the set hides most of {name}. Move the product.', { name });
  return isCompletely
    ? t('Another product hides {name}. Move one of them.', { name })
    : t('Another product hides most of {name}. Move one of them.', { name });
}
