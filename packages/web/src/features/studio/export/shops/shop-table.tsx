import { t } from '@packshot/contract/text/translation';
import { CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide';
import type { IconNode } from 'lucide';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { FORMATS } from '../../model/export-settings.ts';
import { dimensions, fileSize } from '../../panel/words.ts';
import { exportFrame } from '../export-frame.ts';
import { enlargedScale } from './shop-status.ts';
import type { ShopFile, ShopStatus } from './shop-status.ts';

export interface ShopRow {
  readonly shop: ChannelId;
  /** File of the shop: undefined while it is made, null if it can't be made. */
  readonly file: ShopFile | null | undefined;
  /** Address of the file, for showing it. */
  readonly url: string | null;
  readonly status: ShopStatus | null;
  /** Contents of the file: the picture on the stage, only its product, or the scene made again with more of its set. */
  readonly contents: 'picture' | 'product' | 'extended';
}

/** Table with the file of each chosen shop and the state of its checks; on phones each row is a block. */
export function ShopTable({ rows }: { readonly rows: readonly ShopRow[] }) {
  return (
    <table className="w-full text-left text-sm max-sm:block">
      <caption className="sr-only">{t('Files for shops')}</caption>
      <thead className="text-xs text-muted max-sm:sr-only">
        <tr>
          <th scope="col" className="w-52 pb-2 font-medium">
            {t('Shop')}
          </th>
          <th scope="col" className="w-44 pb-2 font-medium">
            {t('File')}
          </th>
          <th scope="col" className="pb-2 font-medium">
            {t('Checks')}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <Row key={row.shop} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ shop, file, url, status, contents }: ShopRow) {
  return (
    <tr className="border-t border-line align-top max-sm:grid max-sm:grid-cols-[auto_1fr] max-sm:gap-x-3 max-sm:py-3">
      <th scope="row" className="py-3 pr-4 font-medium max-sm:contents">
        <span className="flex items-start gap-3 max-sm:contents">
          <Thumbnail url={url} isBusy={file === undefined} />
          <span className="max-sm:self-end">{CHANNELS[shop].name}</span>
        </span>
      </th>
      <td className="py-3 pr-4 text-muted tabular-nums max-sm:col-start-2 max-sm:py-0">
        {file && <FileFacts file={file} contents={contents} />}
      </td>
      <td className="py-3 max-sm:col-span-2 max-sm:pt-2 max-sm:pb-0">
        <Checks shop={shop} file={file} status={status} />
      </td>
    </tr>
  );
}

const Thumbnail = ({ url, isBusy }: { readonly url: string | null; readonly isBusy: boolean }) => (
  <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-fill max-sm:row-span-2">
    {url !== null && <img src={url} alt="" draggable={false} className="size-full object-contain" />}
    {url === null && isBusy && <Skeleton className="size-full" />}
  </span>
);

function FileFacts({ file, contents }: { readonly file: ShopFile } & Pick<ShopRow, 'contents'>) {
  const { widthPx, heightPx } = exportFrame(file.source, file.settings);
  return (
    <>
      <span className="block">{dimensions(widthPx, heightPx)}</span>
      <span className="block">
        {FORMATS[file.settings.format].name}, {fileSize(file.file.size)}
      </span>
      {contents === 'product' && <span className="block">{t('Only the product')}</span>}
      {contents === 'extended' && <span className="block">{t('With more of the set')}</span>}
    </>
  );
}

const OK = { icon: CircleCheck, color: 'text-success' } as const;
const WARNING = { icon: TriangleAlert, color: 'text-warning' } as const;
const REFUSED = { icon: CircleX, color: 'text-danger' } as const;

const STATES: Readonly<
  Record<
    Exclude<ShopStatus['state'], 'met'>,
    { readonly icon: IconNode; readonly color: string; readonly words: string }
  >
> = {
  fixed: { ...OK, words: t('Will be fixed') },
  fixable: { ...WARNING, words: t('Can be fixed') },
  advised: { ...WARNING, words: t('Accepted, but could be better') },
  unmet: { ...REFUSED, words: t('Can’t be met') },
  unknown: {
    ...WARNING,
    words: t('This browser couldn’t check the file. Check it yourself before you upload it.'),
  },
};

/** Words for a blurred file: whether more pixels make it sharp enough depends on the photo. */
const MAY_HELP = t('Enlarging may fix this');

function Checks({ shop, file, status }: Pick<ShopRow, 'shop' | 'file' | 'status'>) {
  if (file === undefined)
    return (
      <span className="flex items-center gap-2 text-muted">
        <Spinner /> {t('Checking…')}
      </span>
    );
  if (file === null || status === null) return <State {...REFUSED} words={t('Couldn’t be created')} />;
  const { state, fixed, fixable, remaining } = status;
  const scale = enlargedScale(file);
  const isEachBlurred = fixable.every(({ kind }) => kind === 'sharp');
  const isSaidToBeBlurred = [...fixable, ...remaining].some(({ kind }) => kind === 'sharp');
  const [asker = ''] = CHANNELS[shop].name.split(',');
  return (
    <>
      {state === 'met' ? (
        <State {...OK} words={t('Meets {channel}’s requirements.', { channel: asker })} />
      ) : (
        <State {...STATES[state]} {...(state === 'fixable' && isEachBlurred && { words: MAY_HELP })} />
      )}
      <ul className="mt-1 space-y-1 pl-6 text-muted empty:hidden">
        {remaining.map(({ kind, level, sentence }) => (
          <li key={kind + sentence} className="text-ink">
            <span className="sr-only">{level === 'refused' ? t('Refused:') : t('Advice:')} </span>
            {sentence}
          </li>
        ))}
        {fixable.map(({ kind, sentence }) => (
          <li key={kind + sentence}>
            {state !== 'fixable' && <>{kind === 'sharp' ? MAY_HELP : STATES.fixable.words}: </>}
            {sentence}
          </li>
        ))}
        {fixed.map(({ kind, sentence }) => (
          <li key={kind + sentence}>
            {state !== 'fixed' && <>{STATES.fixed.words}: </>}
            {sentence}
          </li>
        ))}
        {scale !== null && !isSaidToBeBlurred && (
          <li>{t('Enlarged to {percent}% of the original.', { percent: Math.round(scale * 100) })}</li>
        )}
      </ul>
    </>
  );
}

const State = (props: { readonly icon: IconNode; readonly color: string; readonly words: string }) => (
  <p className="flex items-start gap-2 font-medium">
    <Icon of={props.icon} sizePx={16} className={classNames('mt-0.5 shrink-0', props.color)} />
    <span>{props.words}</span>
  </p>
);
