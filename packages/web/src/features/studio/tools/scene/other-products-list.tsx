import { t } from '@packshot/contract/text/translation';
import { UPLOAD_EXTENSIONS } from '@packshot/contract/tools/limits';
import { Plus, X } from 'lucide';
import { useState } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ThumbnailPicker } from '../../../../ui/thumbnail-picker.tsx';
import { isFlat, productIn } from '../../composite/composing.ts';
import { adjustableScene } from '../../model/adjustment.ts';
import { isCutOut } from '../../model/results.ts';
import { createEngines, isOtherChosen } from '../../run/engines.ts';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { isFull } from './other-products.ts';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';

/** Choice of the product that the controls below move, if there are several. */
export function OtherProducts() {
  const document = useStudioState((state) => state.document);
  const movedId = useStudioState((state) => state.movedId);
  const isRunning = useStudioState(isBusy);
  const { choose, removeProduct } = useActions(createSceneActions);
  const scene = useScene();
  const made = document && adjustableScene(document);
  const others = made?.others ?? (isFlat(scene) ? [] : scene.otherProducts);
  if (others.length === 0) return null;
  const isFirst = others.every(({ id }) => id !== movedId);
  return (
    <ul aria-label={t('Products')} className="mb-2 flex flex-wrap items-center gap-1.5">
      <li className={CHIP}>
        <button type="button" aria-pressed={isFirst} onClick={() => choose(null)} className={NAME}>
          {document?.photo ? withoutExtension(document.photo.name) : t('Product')}
        </button>
      </li>
      {others.map(({ id, name }) => (
        <li key={id} className={CHIP}>
          <button type="button" aria-pressed={id === movedId} onClick={() => choose(id)} className={NAME}>
            {withoutExtension(name)}
          </button>
          {!made && (
            <button
              type="button"
              aria-label={t('Remove {name} from the scene', { name })}
              disabled={isRunning}
              onClick={() => removeProduct(id)}
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

/** Button that adds a product to a new scene. */
export function AddProductButton() {
  const isMade = useStudioState(({ document }) => document !== null && adjustableScene(document) !== null);
  const isRunning = useStudioState(isBusy);
  const scene = useScene();
  const [isAdding, setIsAdding] = useState(false);
  const isOtherEngine = isOtherChosen(useStore(useActions(createEngines).store), 'scene');
  if (isMade || isFlat(scene) || isOtherEngine) return null;
  return (
    <>
      <IconButton
        icon={Plus}
        label={t('Add a product')}
        disabled={isRunning || isFull(scene.otherProducts)}
        onClick={() => setIsAdding(true)}
        className="size-6! pointer-coarse:size-10!"
      />
      <AddProduct isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </>
  );
}

const withoutExtension = (name: string): string => name.replace(/\.[^.]+$/, '');

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
  const recents = useStudioState((state) => state.recents);
  const openId = useStudioState((state) => state.document?.id);
  const items = recents.flatMap(({ document, thumbnail }) =>
    document.id !== openId && thumbnail && isCutOut(productIn(document))
      ? [{ id: document.id, name: document.photo?.name ?? t('Product'), thumbUrl: thumbnail.url }]
      : [],
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Add a product')}
      description={t('Up to six products stand in one scene. Drag each one where you want it.')}
    >
      {items.length > 0 && (
        <ThumbnailPicker
          label={t('Your cut-outs')}
          items={items}
          actionLabel={({ name }) => t('Add {name}', { name })}
          onChoose={({ id }) => {
            onClose();
            void addRecentProduct(id);
          }}
          className="mt-4 flex-col items-start!"
        />
      )}
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
