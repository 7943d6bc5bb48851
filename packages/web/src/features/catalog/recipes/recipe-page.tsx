import { Icon } from '../../../ui/icon.tsx';
import { t } from '@packshot/contract/text/translation';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { RECIPE_NAME_MAX_LENGTH } from '@packshot/contract/catalog/limits';
import {
  RECIPE_FILE_SUFFIX,
  recipeFile,
  recipeNameSchema,
  recipeSchema,
} from '@packshot/contract/catalog/recipe';
import type { Recipe, StoredRecipe } from '@packshot/contract/catalog/recipe';
import { fileNamePart } from '@packshot/contract/catalog/file-names';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileOutput, Trash2 } from 'lucide';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { saveBlob } from '../../../lib/files/download.ts';
import { takeOfferedRecipe } from '../../../lib/handover/offered-recipe.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useGoTo } from '../catalog-link.tsx';
import { DEFAULT_RECIPE } from '../default-recipe.ts';
import { ChannelPreferences } from './channel-outputs.tsx';
import { FramingSection } from './framing-section.tsx';
import { BackgroundSection } from './background-section.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LivePicture } from './live-picture.tsx';
import { OutputsSection } from './outputs-section.tsx';
import { listFaults } from './recipe-faults.ts';
import { Versions } from './versions.tsx';

/** Recipe form with a live preview; `id` is null for a new recipe. */
export default function RecipePage({ id }: { readonly id: string | null }) {
  return id === null ? <NewRecipe /> : <ExistingRecipe id={id} />;
}

function NewRecipe() {
  // Recipe that the studio passed to this page, read once and stored while the form is open.
  const [offered] = useState(takeOfferedRecipe);
  return (
    <Form
      stored={null}
      first={{ name: offered?.name ?? '', recipe: offered?.recipe ?? DEFAULT_RECIPE }}
      notCarried={offered?.notCarried ?? []}
      isFromCreate={offered !== null}
      onSaved={() => undefined}
    />
  );
}

function ExistingRecipe({ id }: { readonly id: string }) {
  const load = useCallback(async () => (await call('readRecipe', { params: { id } })).data, [id]);
  const { loaded, reload, replace } = useLoaded(load);
  const [openVersion, setOpenVersion] = useState<StoredRecipe | null>(null);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-96" />;
  const last = loaded.value;
  const version = openVersion ?? last;
  return (
    <>
      {openVersion !== null && openVersion.version !== last.version && (
        <Notice tone="info">
          {t('This is version {version} of {newest}. Saving makes it the newest.', {
            version: openVersion.version,
            newest: last.version,
          })}
        </Notice>
      )}
      <Form
        key={`form of ${version.version}`}
        stored={last}
        first={version}
        notCarried={[]}
        isFromCreate={false}
        onSaved={(saved) => {
          setOpenVersion(null);
          replace(saved);
        }}
      />
      <Versions
        key={`versions to ${last.version}`}
        id={id}
        current={version.version}
        onShow={setOpenVersion}
      />
    </>
  );
}

interface RecipeFormProps {
  /** Latest version of the recipe on the server, or null if the recipe isn't saved yet. */
  readonly stored: StoredRecipe | null;
  readonly first: { readonly name: string; readonly recipe: Recipe };
  /** Edits made in the studio that a recipe can't contain. */
  readonly notCarried: readonly string[];
  readonly isFromCreate: boolean;
  readonly onSaved: (saved: StoredRecipe) => void;
}

function Form({ stored, first, notCarried, isFromCreate, onSaved }: RecipeFormProps) {
  const goTo = useGoTo();
  const [name, setName] = useState(first.name);
  const [recipe, setRecipe] = useState(first.recipe);
  const [isTried, setIsTried] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // Set to false after the recipe was saved or deleted, so that leaving shows no warning.
  const isChanged = useRef(false);
  useEffect(() => {
    isChanged.current = name !== first.name || JSON.stringify(recipe) !== JSON.stringify(first.recipe);
  }, [name, recipe, first]);
  const parsed = recipeSchema.safeParse(recipe);
  const faults = listFaults(parsed);
  const namedWrong = recipeNameSchema.safeParse(name).error?.issues[0]?.message;
  const setSteps = (part: Partial<Recipe['steps']>): void =>
    setRecipe((before) => ({ ...before, steps: { ...before.steps, ...part } }));

  const save = async (): Promise<void> => {
    setIsTried(true);
    if (!parsed.success || namedWrong !== undefined) return;
    setIsSaving(true);
    setFailure(null);
    try {
      const body = { name: name.trim(), recipe: parsed.data };
      const { data } =
        stored === null
          ? await call('createRecipe', { body })
          : await call('updateRecipe', { params: { id: stored.id }, body });
      isChanged.current = false;
      showToast('success', t('Recipe saved.'));
      if (stored === null) goTo({ kind: 'recipe', id: data.id }, true);
      else onSaved(data);
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form
        className="grid gap-4 max-lg:order-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {isFromCreate && (
          <Link to={ROUTES.studio} className={`${buttonClasses('ghost', 'sm')} justify-self-start`}>
            <Icon of={ArrowLeft} sizePx={16} /> {t('Back to Create')}
          </Link>
        )}
        <Card className="grid gap-5 p-6 max-md:p-5">
          <h1 className="text-lg font-semibold">
            {stored === null ? <span>{t('New recipe')}</span> : <bdi translate="no">{stored.name}</bdi>}
          </h1>
          {notCarried.length > 0 && (
            <Notice tone="info">
              <p>{t('Based on your work in Create. Not included in the recipe:')}</p>
              <ul className="list-disc pl-5">
                {notCarried.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </Notice>
          )}
          <TextField
            label={t('Name')}
            value={name}
            maxLength={RECIPE_NAME_MAX_LENGTH}
            error={isTried ? namedWrong : undefined}
            onChange={(event) => setName(event.target.value)}
          />
        </Card>
        <BackgroundSection steps={recipe.steps} onChange={setSteps} />
        {recipe.steps.ground.kind !== 'set' && (
          <FramingSection framing={recipe.steps.framing} onChange={(framing) => setSteps({ framing })} />
        )}
        <OutputsSection
          outputs={recipe.outputs}
          isTransparent={recipe.steps.ground.kind === 'transparent'}
          faults={faults}
          onChange={(outputs) => setRecipe((before) => ({ ...before, outputs: [...outputs] }))}
        >
          <ChannelPreferences recipe={recipe} onChange={setSteps} />
        </OutputsSection>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        {isTried && !parsed.success && <Notice tone="error">{ACCOUNT_MESSAGES.correctWhatIsMarked}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={isSaving}>
            {stored === null ? t('Save recipe') : t('Save changes')}
          </Button>
          <Button
            variant="secondary"
            icon={FileOutput}
            disabled={!parsed.success || namedWrong !== undefined}
            onClick={() => parsed.success && exportRecipe(name.trim(), parsed.data)}
          >
            {t('Export')}
          </Button>
          {stored !== null && <DeleteRecipe stored={stored} onDeleted={() => (isChanged.current = false)} />}
        </div>
      </form>
      <LeaveGuard isChanged={() => isChanged.current} />
      <aside aria-label={t('Preview')} className="lg:sticky lg:top-18">
        <LivePicture recipe={parsed.success ? parsed.data : null} />
      </aside>
    </div>
  );
}

function exportRecipe(name: string, recipe: Recipe): void {
  const text = `${JSON.stringify(recipeFile(name, recipe), null, 2)}\n`;
  const stem = fileNamePart(name) || 'recipe';
  saveBlob(new Blob([text], { type: 'application/json' }), `${stem}${RECIPE_FILE_SUFFIX}`);
}

function DeleteRecipe({
  stored,
  onDeleted,
}: {
  readonly stored: StoredRecipe;
  readonly onDeleted: () => void;
}) {
  const goTo = useGoTo();
  const [isAsking, setIsAsking] = useState(false);
  const remove = async (): Promise<void> => {
    setIsAsking(false);
    try {
      await call('deleteRecipe', { params: { id: stored.id } });
      onDeleted();
      goTo({ kind: 'recipes' }, true);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
  };
  return (
    <>
      <Button variant="secondary" icon={Trash2} onClick={() => setIsAsking(true)}>
        {t('Delete')}
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Delete this recipe?')}
        description={t('Runs that used it keep their results.')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsAsking(false)}>
              {t('Keep it')}
            </Button>
            <Button variant="danger" onClick={() => void remove()}>
              {t('Delete')}
            </Button>
          </>
        }
      />
    </>
  );
}
