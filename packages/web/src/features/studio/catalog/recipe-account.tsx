import { t } from '@packshot/contract/text/translation';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { canSignUp } from '../../../lib/page/installation.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useStudio } from '../state/use-studio.ts';
import { keepRecipeOfStage, RECIPE_FORM } from './offer-recipe.ts';

/** Page that opens after sign-up: the form with the recipe. */
const AFTERWARDS = { next: RECIPE_FORM };

/** Tells a guest in the editor why a recipe needs an account, and stores the recipe while the guest creates one. */
export function RecipeAccount(props: {
  /** Shops for which the recipe makes files; null while the dialog is closed. */
  readonly shops: readonly ChannelId[] | null;
  readonly onClose: () => void;
}) {
  const context = useStudio();
  const keep = (): void => keepRecipeOfStage(context, props.shops ?? []);
  return (
    <Dialog
      isOpen={props.shops !== null}
      onClose={props.onClose}
      title={t('Recipes need an account')}
      description={
        canSignUp()
          ? t(
              'Recipes are saved with your account and used for catalog runs. Create a free account and your settings are filled in for you. Your work stays in Create.',
            )
          : t(
              'Recipes are saved with your account and used for catalog runs. Sign in and your settings are filled in for you. Your work stays in Create.',
            )
      }
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {t('Keep editing')}
          </Button>
          <Link
            to={ROUTES.signIn}
            search={AFTERWARDS}
            onClick={keep}
            className={buttonClasses(canSignUp() ? 'secondary' : 'primary')}
          >
            {t('Sign in')}
          </Link>
          {canSignUp() && (
            <Link to={ROUTES.signUp} search={AFTERWARDS} onClick={keep} className={buttonClasses()}>
              {t('Create an account')}
            </Link>
          )}
        </>
      }
    />
  );
}
