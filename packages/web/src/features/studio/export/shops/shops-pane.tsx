import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { CHANNELS } from '@packshot/contract/channels/channels';
import { ChefHat, FolderArchive, WandSparkles } from 'lucide';
import { useRef, useState } from 'react';
import { MESSAGES } from '@packshot/contract/messages';
import { ApiError } from '../../../../lib/api/api-client.ts';
import { hasBilling } from '../../../../lib/page/installation.ts';
import { MoreCredits } from '../../../../lib/plans/more-credits.tsx';
import { useGlobalState } from '../../../../lib/state/global-state.ts';
import { Button } from '../../../../ui/button.tsx';
import { countUnpaid, distinctPayers } from '../../model/payer.ts';
import type { Payer } from '../../model/payer.ts';
import { costOfDownload, costOfDownloads, costOfGenerations } from '../../panel/words.ts';
import { costOfWork } from '../../panel/cost-of-work.ts';
import { useActions, useGenerationsLeft, useStudio, useStudioState } from '../../state/use-studio.ts';
import { readOn } from '../channel-section.tsx';
import { createExporter, requestedName } from '../exporter.ts';
import type { ZipOrder } from '../exporter.ts';
import type { ExportSource } from '../export-source.ts';
import { ExportWords } from '../export-form.tsx';
import { ExportFooter } from '../export-footer.tsx';
import { ShopPills } from './shop-pills.tsx';
import { toDay } from '../channel-fixes.ts';
import { factorFor, listEnlargements, shopRequest, shopStatus } from './shop-status.ts';
import type { ShopFile } from './shop-status.ts';
import { ShopTable } from './shop-table.tsx';
import type { ShopRow } from './shop-table.tsx';
import { useShopFiles } from './use-shop-files.ts';
import { zipTexts } from './zip-texts.ts';

interface ShopsPaneProps {
  readonly source: ExportSource;
  readonly stem: string;
  readonly onStem: (stem: string) => void;
  readonly altText: string;
  readonly onAltText: (text: string) => void;
  readonly onRelease: (source: ExportSource) => void;
  readonly onClose: () => void;
  readonly onOutOfDownloads: () => void;
  readonly onSaveRecipe: () => void;
}

/** Export of a file for each chosen shop, as a ZIP. */
export function ShopsPane({ source: first, stem, altText, onRelease, ...on }: ShopsPaneProps) {
  const { store, services } = useStudio();
  const exporter = useActions(createExporter);
  const settings = useStudioState((studio) => studio.exportSettings);
  const { shops } = useStudioState((studio) => studio.shopExport);
  const isSaving = useStudioState(({ saveFile: saving }) => saving === 'export');
  const remaining = useGenerationsLeft();
  const [isFixing, setIsFixing] = useState(false);
  const files = useShopFiles(first, shops, settings, onRelease);
  const summary = useRef<HTMLParagraphElement>(null);
  const today = toDay(services.nowMs());
  const rows = shops.map((shop): ShopRow => {
    const shopFile = isFixing ? undefined : files.getMade(shop);
    const file = shopFile?.file;
    const factor = file ? factorFor(file) : null;
    const isPaid = file && factor !== null ? files.isPaid({ source: file.source, factor }) : false;
    const hasGenerations = remaining !== 0 || isPaid;
    const status = file ? shopStatus(shop, file, { stem, today, hasGenerations }) : null;
    const contents = file ? files.getContents(file) : 'picture';
    return { shop, file, url: shopFile?.url ?? null, status, contents };
  });
  const madeFiles = rows.flatMap(({ file }) => file ?? []);
  const isReady = shops.length > 0 && madeFiles.length === shops.length;
  const checkedFiles = rows.flatMap(({ file, status }) => (file && status ? { file, status } : []));
  const needed = listEnlargements(checkedFiles);
  const unpaid = needed.filter((each) => !files.isPaid(each)).slice(0, remaining ?? undefined);
  const enlargements = needed.filter((each) => unpaid.includes(each) || files.isPaid(each));
  const canFix = enlargements.length > 0 || rows.some(({ status }) => (status?.fixable.length ?? 0) > 0);
  const fix = async (): Promise<void> => {
    // Moves the keyboard focus, because the button disappears.
    summary.current?.focus();
    setIsFixing(true);
    try {
      await files.fix(enlargements);
    } catch (error) {
      console.warn('A picture could not be enlarged.', error);
      services.notify('error', error instanceof ApiError ? error.message : MESSAGES.taskFailed);
    } finally {
      setIsFixing(false);
    }
  };
  const save = async (): Promise<void> => {
    const orders = rows.flatMap(({ shop, file, contents }): ZipOrder[] => {
      if (!file) return [];
      // The user's alt text describes the whole picture, so a file of the product alone has a text of its own.
      const ownText = contents === 'product' ? file.source.altText : altText;
      const request = shopRequest(shop, file, { stem, altText: ownText });
      return [{ path: `${CHANNELS[shop].name}/${requestedName(request)}`, source: file.source, request }];
    });
    const texts = zipTexts(
      orders.map(({ path, request }) => ({ path, altText: request.altText })),
      first.title,
    );
    const name = requestedName({ stem, settings }).replace(/\.\w+$/, '.zip');
    const outcome = await exporter.saveZip(orders, texts, name);
    if (outcome === 'failed') return;
    on.onClose();
    if (outcome === 'out-of-downloads') on.onOutOfDownloads();
  };
  return (
    <>
      <div className="mt-5 space-y-5">
        <ShopPills
          shops={shops}
          disabled={isFixing || isSaving}
          onChange={(chosen) => store.setState({ shopExport: { isOn: true, shops: chosen } })}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p ref={summary} tabIndex={-1} role="status" className="text-sm font-medium outline-none">
            {describeProgress(rows, isFixing)}
          </p>
          {canFix && !files.isBusy && !isFixing && (
            <>
              <Button
                size="sm"
                variant="secondary"
                icon={WandSparkles}
                aria-describedby="cost-of-fixes"
                onClick={() => void fix()}
                className="pointer-coarse:h-11"
              >
                {t('Fix it')}
              </Button>
              <p id="cost-of-fixes" className="text-xs text-muted">
                {enlargements.length > 0 &&
                  `${t('“Fix it” enlarges {count, plural, one {the picture} other {# pictures}} with Upscale.', { count: enlargements.length })} ${costOfEnlarging(unpaid.length, remaining)}`}
              </p>
            </>
          )}
        </div>
        {shops.length > 0 && (
          <div>
            <ShopTable rows={rows} />
            <p role="status" className="mt-2 text-sm empty:hidden">
              {describeFailures(rows)}
            </p>
            <p className="mt-2 text-xs text-muted">
              {readOn(shops)} {hasBilling() && describeDownloads(madeFiles)}
            </p>
          </div>
        )}
        <ExportWords
          stem={stem}
          onStem={on.onStem}
          altText={altText}
          onAltText={on.onAltText}
          format={null}
          sourceType={first.sourceType}
        />
        <p className="text-xs text-muted">{describeTexts(first.title, altText)}</p>
        {shops.length > 0 && (
          <Button size="sm" variant="ghost" icon={ChefHat} onClick={on.onSaveRecipe} className="-ml-3">
            {t('Save as recipe')}
          </Button>
        )}
      </div>
      <ExportFooter cost={<Cost payers={madeFiles.map(({ source }) => source.payer)} />}>
        <Button
          size="lg"
          icon={FolderArchive}
          loading={isSaving}
          disabled={!isReady}
          aria-describedby="cost-of-export"
          onClick={() => void save()}
        >
          {isSaving ? t('Creating the files') : t('Download ZIP')}
        </Button>
      </ExportFooter>
    </>
  );
}

const costOfEnlarging = (unpaid: number, remaining: number | null): string =>
  unpaid === 0 ? costOfWork({ price: 'free' }, remaining) : costOfGenerations(unpaid, remaining);

/** Names the number of downloads if the files are made from several pictures; else empty. */
function describeDownloads(files: readonly ShopFile[]): string {
  const count = distinctPayers(files.map(({ source }) => source.payer)).length;
  return count > 1 ? t('The files show {count} pictures. Each picture is one download.', { count }) : '';
}

function describeProgress(rows: readonly ShopRow[], isFixing: boolean): string {
  if (rows.length === 0) return t('Tick the shops in which you sell.');
  if (isFixing) return t('Fixing…');
  if (rows.some(({ file }) => file === undefined)) return t('Checking…');
  const ready = rows.filter(
    ({ status }) => status !== null && ['met', 'fixed', 'advised'].includes(status.state),
  );
  return t('{ready} of {count, plural, one {# file} other {# files}} ready', {
    ready: ready.length,
    count: rows.length,
  });
}

/** Advice about files that can't be made; empty while files are made, or if no other file is left. */
function describeFailures(rows: readonly ShopRow[]): string {
  const failed = rows.filter(({ file }) => file === null);
  if (failed.length === 0 || failed.length === rows.length || rows.some(({ file }) => file === undefined))
    return '';
  const names = failed.map(({ shop }) => CHANNELS[shop].name);
  return t('Untick {shops} to download the other files.', {
    shops: new Intl.ListFormat(LANGUAGE).format(names),
  });
}

function describeTexts(title: string, altText: string): string {
  if (title !== '' && altText !== '')
    return t('The ZIP has a table with the title “{title}” and the alt text.', { title });
  if (altText !== '') return t('The ZIP has a table with the alt text.');
  return title === ''
    ? t('Describe the picture first, and the ZIP has a table with title and alt text.')
    : t('The ZIP has a table with the title “{title}”.', { title });
}

function Cost({ payers }: { readonly payers: readonly (Payer | null)[] }) {
  const remaining = useGlobalState((state) =>
    state.areCreditsKnown ? state.currentAvailableDownloadImageCount : null,
  );
  const document = useStudioState((state) => state.document);
  if (!document || payers.length === 0) return null;
  if (distinctPayers(payers).length === 0) return costOfDownload(remaining, 'own');
  const needed = countUnpaid(document, payers);
  const cost = costOfDownloads(needed, remaining);
  if (cost === '') return null;
  return (
    <>
      {cost} {remaining !== null && remaining < needed && <MoreCredits of="download" />}
    </>
  );
}
