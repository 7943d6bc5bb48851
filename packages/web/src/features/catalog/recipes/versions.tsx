import { t } from '@packshot/contract/text/translation';
import type { StoredRecipe } from '@packshot/contract/catalog/recipe';
import { useCallback, useState } from 'react';
import { call, getErrorMessage } from '../../../lib/api/api-client.ts';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { timeWords } from '../words.ts';

interface VersionsProps {
  readonly id: string;
  readonly current: number;
  readonly onShow: (version: StoredRecipe) => void;
}

/** Number of characters of a recipe's hash that suffice to distinguish recipes. */
const HASH_SHOWN = 12;

/** List of a recipe's versions: each change creates a version, and each run refers to the version that it uses. */
export function Versions({ id, current, onShow }: VersionsProps) {
  const load = useCallback(async () => (await call('listRecipeVersions', { params: { id } })).data, [id]);
  const { loaded, reload } = useLoaded(load);
  const [failure, setFailure] = useState<string | null>(null);
  const show = async (version: number): Promise<void> => {
    setFailure(null);
    try {
      const query = { version: String(version) };
      onShow((await call('readRecipe', { params: { id }, query })).data);
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
  };
  return (
    <Card className="p-6 max-md:p-5">
      <h2 className="text-base font-semibold">{t('Versions')}</h2>
      {failure !== null && (
        <Notice tone="error" className="mt-3">
          {failure}
        </Notice>
      )}
      {loaded.state === 'loading' && <Skeleton className="mt-3 h-16" />}
      {loaded.state === 'failed' && <LoadFailure message={loaded.message} onRetry={() => void reload()} />}
      {loaded.state === 'ready' && (
        <ul className="mt-2 divide-y divide-line">
          {loaded.value.map(({ version, hash, created_at }) => (
            <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
              <span className="font-medium tabular-nums">{t('Version {version}', { version })}</span>
              <span className="text-muted tabular-nums">{timeWords(created_at)}</span>
              <code translate="no" className="font-mono text-xs text-muted">
                {hash.slice(0, HASH_SHOWN)}
              </code>
              <span className="ml-auto">
                {version === current ? (
                  <span className="text-muted">{t('Shown')}</span>
                ) : (
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={t('Show version {version}', { version })}
                    onClick={() => void show(version)}
                  >
                    {t('Show')}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
