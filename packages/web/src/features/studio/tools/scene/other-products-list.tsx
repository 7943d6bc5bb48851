import { t } from '@packshot/contract/text/translation';
import { UPLOAD_EXTENSIONS } from '@packshot/contract/tools/limits';
import { Plus, X } from 'lucide';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { isFlat } from '../../composite/composing.ts';
import { adjustableScene } from '../../model/adjustment.ts';
import type { StudioDocument } from '../../model/document.ts';
import type { OtherProduct } from '../../model/scene-settings.ts';
import { createEngines, isOtherChosen } from '../../run/engines.ts';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { CutOutChoice } from './cut-out-choice.tsx';
import { isFull } from './other-products.ts';
import { nameOwnProduct, nameProducts } from '../../model/product-names.ts';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';

/** Choice of the product that the controls below move, if there are several. */
export function OtherProducts() {
  const document = useStudioState((state) => state.document);
  const scene = useScene();
  const adjustable = document && adjustableScene(document);
  const others = adjustable?.others ?? scene.otherProducts;
  if (!document || others.length === 0) return null;
  if (!adjustable && isFlat(scene))
    return (
      <p className="mb-2 text-xs text-muted">
        {t('On a color or a picture of yours, only {name} is shown.', { name: nameOwnProduct(document) })}
      </p>
    );
  return <ProductChips document={document} others={others} isMade={adjustable !== null} />;
}

interface ProductChipsProps {
  readonly document: StudioDocument;
  readonly others: readonly OtherProduct[];
  readonly isMade: boolean;
}

function ProductChips({ document, others, isMade }: ProductChipsProps) {
  const movedId = useStudioState((state) => state.movedId);
  const isRunning = useStudioState(isBusy);
  const { choose, removeProduct } = useActions(createSceneActions);
  const names = nameProducts(document, others);
  const isFirst = others.every(({ id }) => id !== movedId);
  return (
    <ul aria-label={t('Products')} className="mb-2 flex flex-wrap items-center gap-1.5">
      <li className={CHIP}>
        <button type="button" aria-pressed={isFirst} onClick={() => choose(null)} className={NAME}>
          {names.first}
        </button>
      </li>
      {others.map(({ id }) => (
        <li key={id} className={CHIP}>
          <button type="button" aria-pressed={id === movedId} onClick={() => choose(id)} className={NAME}>
            {names.others.get(id)}
          </button>
          {!isMade && (
            <button
              type="button"
              aria-label={t('Remove {name} from the scene', { name: names.others.get(id) ?? '' })}
              disabled={isRunning}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget, others.length === 1);
                removeProduct(id);
              }}
              className="inline-flex h-full w-7 items-center justify-center text-muted hover:text-ink"
            >
              <Icon of={X} sizePx={12} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Moves the focus from a chip that will disappear to the previous one, or from the last one to the button that adds. */
function focusBeside(button: HTMLElement, isLast: boolean): void {
  const next = isLast
    ? button.closest('section')?.querySelector<HTMLElement>(`[${ADD_BUTTON}]`)
    : button.closest('li')?.previousElementSibling?.querySelector<HTMLElement>('button');
  next?.focus();
}

/** Attribute of the button that adds a product. */
const ADD_BUTTON = 'data-adds-product';

/** Button that adds a product to a new scene. */
export function AddProductButton() {
  const isMade = useStudioState(({ document }) => document !== null && adjustableScene(document) !== null);
  const isRunning = useStudioState(isBusy);
  const scene = useScene();
  const [isAdding, setIsAdding] = useState(false);
  const isOtherEngine = isOtherChosen(useStore(useActions(createEngines).store), 'scene');
  if (isMade || isFlat(scene) || isOtherEngine) return null;
  const isFullScene = isFull(scene.otherProducts);
  return (
    <>
      <IconButton
        icon={Plus}
        label={isFullScene ? t('A scene has six products at most.') : t('Add a product')}
        disabled={isRunning}
        // Stays reachable, so that its label tells why it does nothing.
        aria-disabled={isFullScene}
        onClick={() => !isFullScene && setIsAdding(true)}
        {...{ [ADD_BUTTON]: '' }}
        className="size-6! aria-disabled:opacity-40 pointer-coarse:size-10!"
      />
      <AddProduct isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

const CHIP =
  'inline-flex h-8 max-w-40 items-center rounded-full border border-line text-xs font-medium pointer-coarse:h-10 has-[[aria-pressed=true]]:border-accent has-[[aria-pressed=true]]:text-ink text-muted';
const NAME = 'h-full min-w-0 truncate rounded-full px-3 hover:text-ink';

interface AddProductProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Dialog that adds the cut-out of another photo in this browser, or of a file. */
function AddProduct({ isOpen, onClose }: AddProductProps) {
  const { addProductFile, addRecentProduct } = useActions(createSceneActions);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Add a product')}
      description={t('Up to six products stand in one scene. Drag each one where you want it.')}
    >
      <CutOutChoice
        onChoose={(documentId) => {
          onClose();
          void addRecentProduct(documentId);
        }}
      />
      <label className="relative mt-4 flex h-20 cursor-pointer items-center justify-center rounded-lg border border-dashed border-field-line bg-fill text-sm text-muted hover:border-ink hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <input
          type="file"
          accept={UPLOAD_EXTENSIONS.join(',')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (!file) return;
            onClose();
            void addProductFile(file);
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        {t('Choose a cut-out file (PNG or WebP)')}
      </label>
    </Dialog>
  );
}
