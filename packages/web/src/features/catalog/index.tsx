import { t } from '@packshot/contract/text/translation';
import { canSignUp } from '../../lib/page/installation.ts';
import { ROUTES } from '@packshot/contract/routes';
import { Link, useSearch } from '@tanstack/react-router';
import { UserRound } from 'lucide';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CatalogLink } from './catalog-link.tsx';
import { buildAddress, parsePlace } from './place.ts';
import type { CatalogView } from './place.ts';
import { RecipesPage } from './recipes/recipes-page.tsx';
import { NewRun } from './runs/new-run.tsx';
import { RunPage } from './runs/run-page.tsx';
import { RunsPage } from './runs/runs-page.tsx';

const ReviewPage = lazy(() => import('./review/review-page.tsx'));
const RecipePage = lazy(() => import('./recipes/recipe-page.tsx'));

const TITLE = t('Catalog');

/** Catalog page: runs, recipes, and the review of results. */
export default function CatalogPage() {
  usePageTitle(TITLE);
  const isLoggedIn = useGlobalState((state) => state.userLoggedIn);
  const isGuest = useGlobalState((state) => state.currentUser?.is_guest ?? true);
  const { at } = useSearch({ strict: false });
  const place = parsePlace(at);
  if (!isLoggedIn) return <Frame place={place}>{<Skeleton className="h-64" />}</Frame>;
  if (isGuest) {
    return (
      <Frame place={place}>
        <GuestWall place={place} />
      </Frame>
    );
  }
  // The review page fills the window, without the headings of the lists.
  if (place.kind === 'review') {
    return (
      <Suspense fallback={<Skeleton className="m-6 h-64" />}>
        <ReviewPage key={place.id} runId={place.id} />
      </Suspense>
    );
  }
  return (
    <Frame place={place}>
      <Shown place={place} />
    </Frame>
  );
}

function Shown({ place }: { readonly place: CatalogView }) {
  switch (place.kind) {
    case 'recipes':
      return <RecipesPage />;
    case 'new-run':
      return <NewRun />;
    case 'run':
      return <RunPage key={place.id} id={place.id} />;
    case 'new-recipe':
    case 'recipe':
      return (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <RecipePage key={'id' in place ? place.id : ''} id={'id' in place ? place.id : null} />
        </Suspense>
      );
    case 'runs':
    case 'review':
      return <RunsPage />;
  }
}

const isRecipePlace = ({ kind }: CatalogView): boolean =>
  kind === 'recipes' || kind === 'recipe' || kind === 'new-recipe';

function Frame({ place, children }: { readonly place: CatalogView; readonly children: ReactNode }) {
  const isOfRecipes = isRecipePlace(place);
  return (
    <div className="mx-auto w-full max-w-5xl px-6 pt-10 pb-16 max-md:px-4 max-md:pt-6 short:pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-2xl font-bold tracking-headline">{TITLE}</p>
        <nav aria-label={TITLE} className="flex gap-0.5 rounded-md bg-fill-strong p-0.5">
          <Section to={{ kind: 'runs' }} isCurrent={!isOfRecipes}>
            {t('Runs')}
          </Section>
          <Section to={{ kind: 'recipes' }} isCurrent={isOfRecipes}>
            {t('Recipes')}
          </Section>
        </nav>
      </div>
      <div className="mt-6 grid min-w-0 gap-4 *:min-w-0">{children}</div>
    </div>
  );
}

const Section = (props: {
  readonly to: CatalogView;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}) => (
  <CatalogLink
    to={props.to}
    aria-current={props.isCurrent ? 'page' : undefined}
    className={classNames(
      'inline-flex min-h-8 items-center rounded-sm px-4 text-sm font-medium transition-colors pointer-coarse:min-h-10',
      props.isCurrent ? 'bg-segment text-ink shadow-low' : 'text-muted hover:text-ink',
    )}
  >
    {props.children}
  </CatalogLink>
);

/** Explains catalog runs, or the benefits of an account for recipes, to a guest; after sign-up, the requested page opens. */
function GuestWall({ place }: { readonly place: CatalogView }) {
  const { at } = buildAddress(place);
  const afterwards = { next: at === undefined ? ROUTES.catalog : `${ROUTES.catalog}?at=${at}` };
  const isOfRecipes = isRecipePlace(place);
  return (
    <EmptyState
      icon={UserRound}
      level={1}
      title={isOfRecipes ? t('Recipes need an account') : t('Edit your whole catalog at once')}
      className="w-full max-w-none! rounded-xl border border-line bg-surface py-10!"
      actions={
        <>
          {canSignUp() && (
            <Link to={ROUTES.signUp} search={afterwards} className={buttonClasses()}>
              {t('Create an account')}
            </Link>
          )}
          <Link to={ROUTES.signIn} search={afterwards} className={buttonClasses('secondary')}>
            {t('Sign in')}
          </Link>
        </>
      }
    >
      <p className="mx-auto max-w-lg">
        {isOfRecipes
          ? t('Recipes are saved with your account and used for catalog runs, on every device.')
          : t(
              'Add a table and photos of your products. Each product is cut out and placed on your background, and you get the files for your shops in one ZIP. This continues with your browser closed, so it needs an account.',
            )}
      </p>
    </EmptyState>
  );
}
