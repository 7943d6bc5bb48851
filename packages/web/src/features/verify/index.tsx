import { t } from '@packshot/contract/text/translation';
import { CircleCheck, CircleHelp, FileSearch, ShieldCheck, TriangleAlert } from 'lucide';
import type { IconNode } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { usePageDrops } from '../../lib/page/page-drops.ts';
import { showToast } from '../../lib/state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Rich } from '../../ui/rich.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { createFileChecks } from './check-file.ts';
import type { FileCheck, Comparison, FileChecks } from './check-file.ts';
import { describeUncertainty, Fact, MeasuredFacts } from './measured-facts.tsx';
import { OriginalSection } from './original-section.tsx';
import { PICTURE_EXTENSIONS } from './picture-extensions.ts';
import { generatedInWords } from '@packshot/contract/provenance/generated-share';
import type { Verdict } from '@packshot/contract/provenance/credentials-verdict';

const TITLE = t('Check a picture');

const onlyFirstPictureChecked = (name: string): string =>
  t('One picture at a time: only {name} is checked.', { name });

interface VerdictDisplay {
  readonly icon: IconNode;
  readonly tone: string;
  readonly title: string;
  readonly words: string;
}

const LOOKS: Readonly<Record<Verdict, VerdictDisplay>> = {
  own: {
    icon: ShieldCheck,
    tone: 'bg-success-soft text-success',
    title: t('Made and signed by this Packshot'),
    words: t('The file is exactly as this installation signed it. Nothing has changed since.'),
  },
  intact: {
    icon: CircleCheck,
    tone: 'bg-success-soft text-success',
    title: t('Unchanged since it was signed'),
    words: t(
      'The file is exactly as it was signed. This page doesn’t know the signer: the certificate isn’t from this installation.',
    ),
  },
  unsound: {
    icon: TriangleAlert,
    tone: 'bg-warning-soft text-warning',
    title: t('Unchanged, but the certificate isn’t valid'),
    words: t('The file is exactly as it was signed. The certificate doesn’t prove who signed it.'),
  },
  changed: {
    icon: TriangleAlert,
    tone: 'bg-danger-soft text-danger',
    title: t('Changed since it was signed'),
    words: t('The credentials below no longer prove anything.'),
  },
  damaged: {
    icon: TriangleAlert,
    tone: 'bg-danger-soft text-danger',
    title: t('Unreadable credentials'),
    words: t(
      'The file has Content Credentials, or parts of them, but they’re damaged. An incomplete download also looks like this.',
    ),
  },
  none: {
    icon: CircleHelp,
    tone: 'bg-fill text-ink',
    title: t('No Content Credentials'),
    words: t(
      'This file has no signed information about its origin. Most pictures have none, and many sites remove it.',
    ),
  },
};

const PHOTOSHOP: VerdictDisplay = {
  ...LOOKS.none,
  title: t('A Photoshop file, without Content Credentials'),
  words: t(
    'Photoshop files can’t carry Content Credentials. The information here is from the file’s XMP, which isn’t protected from changes.',
  ),
};
const SILENT_PHOTOSHOP: VerdictDisplay = {
  ...PHOTOSHOP,
  words: t(
    'Photoshop files can’t carry Content Credentials, and this one’s XMP doesn’t say how it was made.',
  ),
};

function getLook({ report, isPhotoshop }: ReportViewProps['checked']): VerdictDisplay {
  if (!isPhotoshop) return LOOKS[report.verdict];
  return report.generated === null && report.steps.length === 0 ? SILENT_PHOTOSHOP : PHOTOSHOP;
}

interface VerifyPageProps {
  readonly checks?: FileChecks;
}

const OWN_CHECKS = createFileChecks();

/** Verify page: shows who made a picture and from which inputs, and whether it was changed afterwards. */
export default function VerifyPage({ checks = OWN_CHECKS }: VerifyPageProps) {
  usePageTitle(TITLE);
  const [selectedFile, setSelectedFile] = useState<SelectedFile | null>(null);
  const [checked, setChecked] = useState<FileCheck | null>(null);
  const questionCount = useRef(0);
  const address = selectedFile?.address;
  useEffect(() => (address === undefined ? undefined : () => URL.revokeObjectURL(address)), [address]);
  const check = async (file: File): Promise<void> => {
    questionCount.current += 1;
    const question = questionCount.current;
    setSelectedFile({ file, address: URL.createObjectURL(file) });
    setChecked(null);
    const answer = await checks.check(file);
    // Ignores the result if the user has chosen another file meanwhile.
    if (questionCount.current === question) setChecked(answer);
  };
  const checkFirst = ([file, ...others]: readonly File[]): void => {
    if (!file) return;
    if (others.length > 0) showToast('warning', onlyFirstPictureChecked(file.name));
    void check(file);
  };
  usePageDrops(checkFirst);
  return (
    <article className="mx-auto w-full max-w-2xl px-6 pt-12 pb-20 text-base max-md:px-4 max-md:pt-8">
      <h1 className="text-3xl font-bold tracking-headline max-md:text-2xl">{TITLE}</h1>
      <p className="mt-4 text-lg text-muted">
        {t(
          'See who made a picture, from what, and whether it was changed since, from its Content Credentials. The picture stays in your browser.',
        )}
      </p>
      <DropZone
        multiple
        extensions={PICTURE_EXTENSIONS}
        onFiles={checkFirst}
        className="mt-8 rounded-xl border border-dashed border-field-line bg-surface p-8 text-center data-over:border-accent data-over:bg-fill max-md:p-6"
      >
        {({ open }) => (
          <div className="flex flex-col items-center gap-3">
            <Icon of={FileSearch} sizePx={28} className="text-muted" />
            <p className="text-muted">{t('Drop a PNG, JPEG, WebP, AVIF, HEIC or PSD here')}</p>
            <Button
              variant={selectedFile === null ? 'primary' : 'secondary'}
              onClick={(event) => {
                event.preventDefault();
                open();
              }}
            >
              {selectedFile === null ? t('Choose a picture') : t('Choose another picture')}
            </Button>
          </div>
        )}
      </DropZone>
      {selectedFile !== null && (
        <section aria-label={t('Result')} aria-live="polite" className="mt-8">
          {checked === null ? (
            <p className="flex items-center gap-3 text-muted">
              <Spinner />{' '}
              <Rich
                text={t('Reading <bdi>{name}</bdi>…', { name: selectedFile.file.name })}
                bdi={<bdi translate="no" className="truncate" />}
              />
            </p>
          ) : checked.kind === 'refused' ? (
            <Notice tone="error">{checked.why}</Notice>
          ) : (
            <ReportView key={selectedFile.address} chosen={selectedFile} checked={checked} checks={checks} />
          )}
        </section>
      )}
    </article>
  );
}

interface SelectedFile {
  readonly file: File;
  /** Object URL of the chosen file. */
  readonly address: string;
}

interface ReportViewProps {
  readonly chosen: SelectedFile;
  readonly checked: Extract<FileCheck, { kind: 'report' }>;
  readonly checks: FileChecks;
}

function ReportView({ chosen, checked, checks }: ReportViewProps) {
  const { report } = checked;
  const { icon, tone, title, words } = getLook(checked);
  const generated = generatedInWords(report.generated, report.verdict);
  const hasWords = report.steps.length > 0;
  const isAsSigned = ['own', 'intact', 'unsound'].includes(report.verdict);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  return (
    <>
      <div className={classNames('flex items-start gap-3 rounded-xl p-4', tone)}>
        <Icon of={icon} sizePx={22} className="mt-0.5 shrink-0" />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">
            {report.keptAt === null ? title : t('Credentials stored elsewhere')}
          </h2>
          {generated !== null && <p className="mt-1 font-medium text-ink">{generated}</p>}
          {report.keptAt === null ? (
            <p className="mt-1 text-ink">{words}</p>
          ) : (
            <p className="mt-1 break-words text-ink">
              <Rich
                text={t(
                  'Its credentials are stored at <bdi>{address}</bdi>. This page doesn’t contact other servers.',
                  { address: report.keptAt },
                )}
                bdi={<bdi translate="no" />}
              />
            </p>
          )}
          {isAsSigned && describeUncertainty(comparison) !== null && (
            <p className="mt-1 text-ink">
              {t(
                'That’s what the signature says. Your comparison below disagrees: the picture visibly differs from that file.',
              )}
            </p>
          )}
          {report.hasUnsignedFilling && (
            <p className="mt-1 text-ink">
              {t(
                'This applies to the picture and its text. The file also has padding that no signature covers; it may have been added by others.',
              )}
            </p>
          )}
          {report.namesUnconfirmed && (
            <p className="mt-1 text-ink">
              {t(
                'It also names a person or an account. This page couldn’t check that, because it doesn’t contact other servers.',
              )}
            </p>
          )}
          {report.brokenIngredients.map((title) => (
            <p key={title} className="mt-1 text-ink">
              <Rich
                text={t('It is made from <bdi>{name}</bdi>, whose own credentials aren’t valid.', {
                  name: title,
                })}
                bdi={<bdi translate="no" />}
              />
            </p>
          ))}
          {report.faults.map((fault) => (
            <p key={fault} className="mt-1 text-ink">
              {fault}
            </p>
          ))}
        </div>
      </div>
      <div className="mt-6 flex items-start gap-5 max-md:flex-col">
        {!checked.isHuge && <Preview address={chosen.address} />}
        <dl className="grid min-w-0 flex-1 gap-3">
          <Fact term={t('File')}>{chosen.file.name}</Fact>
          {report.maker !== null && <Fact term={t('Made with')}>{report.maker}</Fact>}
          {report.signer !== null && <Fact term={t('Signed by')}>{report.signer}</Fact>}
          {report.signedAt !== null && <Fact term={t('Signed')}>{report.signedAt}</Fact>}
          <MeasuredFacts report={report} comparison={comparison} />
        </dl>
      </div>
      {hasWords && (
        <section className="mt-8">
          <h2 className="mb-3 text-lg font-semibold">
            {report.verdict === 'none' ? t('Unsigned information in the file') : t('How it was made')}
          </h2>
          <ol className="grid gap-2">
            {report.steps.map(({ words: stepWords, by, note }, at) => (
              // Steps have no names of their own, and never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at} className="rounded-lg border border-line bg-surface px-4 py-3">
                <bdi translate="no" className="font-medium">
                  {stepWords}
                </bdi>
                {(by !== null || note !== null) && (
                  <p className="text-sm text-muted">
                    <bdi translate="no">{[note, by].filter((part) => part !== null).join(' · ')}</bdi>
                  </p>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      {report.ingredients.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3 text-lg font-semibold">{t('Made from')}</h2>
          <ul className="grid list-disc gap-1 pl-5">
            {report.ingredients.map((ingredient, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <bdi translate="no">{ingredient}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <OriginalSection
        comparison={comparison}
        isCounted={report.product !== null}
        onCompared={setComparison}
        compare={(original) => checks.compare(chosen.file, original, report)}
      />
    </>
  );
}

/** Preview of the picture on a checkerboard, if the browser can decode it. */
function Preview({ address }: Pick<SelectedFile, 'address'>) {
  const [isShown, setIsShown] = useState(true);
  if (!isShown) return null;
  return (
    <img
      src={address}
      alt=""
      onError={() => setIsShown(false)}
      className="checkerboard size-40 shrink-0 rounded-lg border border-line object-contain"
    />
  );
}
