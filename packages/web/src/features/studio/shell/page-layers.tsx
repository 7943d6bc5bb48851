import type { ChannelId } from '@packshot/contract/channels/channels';
import { OutOfDownloads } from '../../../lib/plans/out-of-downloads.tsx';
import { RecipeAccount } from '../catalog/recipe-account.tsx';
import { RunOverlay } from './run-overlay.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';

export interface PageLayersProps {
  readonly isShowingShortcuts: boolean;
  readonly onShortcutsClose: () => void;
  readonly isOutOfDownloads: boolean;
  readonly onOutOfDownloadsClose: () => void;
  readonly recipeShops: readonly ChannelId[] | null;
  readonly onRecipeAccountClose: () => void;
}

/** Layers above the page: the overlay that covers a long run, and the dialogs. */
export const PageLayers = (props: PageLayersProps) => (
  <>
    <RunOverlay />
    <ShortcutsDialog isOpen={props.isShowingShortcuts} onClose={props.onShortcutsClose} />
    <OutOfDownloads isOpen={props.isOutOfDownloads} onClose={props.onOutOfDownloadsClose} />
    <RecipeAccount shops={props.recipeShops} onClose={props.onRecipeAccountClose} />
  </>
);
