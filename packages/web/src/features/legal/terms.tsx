import { t } from '@packshot/contract/text/translation';
import { Rich } from '../../ui/rich.tsx';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { allowances } from '../../lib/plans/allowances.ts';
import { LegalPage } from './legal-page.tsx';
import type { LegalSection } from './legal-page.tsx';

const BYTES_PER_MB = 1024 * 1024;

const SECTIONS: readonly LegalSection[] = [
  {
    title: t('The service'),
    body: (
      <p>
        {t(
          'This server lets you upload product photos and gives you edited pictures back. It is provided “as is” by its operator, without a promise that it is always available or that every result is what you hoped for.',
        )}
      </p>
    ),
  },
  {
    title: t('Your pictures'),
    body: (
      <>
        <p>
          {t(
            'They stay yours, and so do the results: use them for whatever you like. Upload only what you have the right to use, nothing unlawful, and no pictures of people against their will.',
          )}
        </p>
        <p>
          {t(
            'A photo may have at most {maxMb} MB. Keep copies of what matters to you: this is a tool and not an archive.',
            { maxMb: UPLOAD_MAX_BYTES / BYTES_PER_MB },
          )}
        </p>
      </>
    ),
  },
  {
    title: t('Credits'),
    isOfBilling: true,
    body: (
      <p>
        {t(
          'A generation uses one from your allowance once its first picture is ready. If it fails, or you cancel it before, nothing is used. A download uses one credit the first time; the same picture again is free. Credits can’t be paid out.',
        )}
      </p>
    ),
  },
  {
    title: t('Plans'),
    isOfBilling: true,
    body: (
      <>
        <p>
          {t(
            'A plan is for one user. It includes monthly download credits and unlimited generations, within fair use ({generations} a day). It renews automatically until you cancel, which you can do at any time; it then runs until the end of the paid period. Unused credits stay yours.',
            { generations: allowances().subscriberGenerationsPerDay },
          )}
        </p>
        <p>
          {t(
            'When you change plans, charges and credits cover the rest of the period. If a renewal payment fails, the plan continues for a few days while we try again. If a month is refunded, its unused credits are removed. Payments are handled by Stripe if the operator has set that up; a server that says it runs a demo charges nothing.',
          )}
        </p>
      </>
    ),
  },
  {
    title: t('Fair use'),
    body: (
      <p>
        {t(
          'Do not try to get around allowances, to reach other people’s pictures, or to overload the server. The operator may slow down or end sessions that do.',
        )}
      </p>
    ),
  },
  {
    title: t('Licenses'),
    body: (
      <p>
        {t(
          'Packshot’s own code is under the MIT license. Its components have their own licenses, some of which require more of an operator: the model that finds the product comes in a package under the AGPL, and the decoders for HEIC photos are under the LGPL. The repository’s page on licenses lists them all and says how to replace each.',
        )}
      </p>
    ),
  },
  {
    title: t('Your data'),
    body: (
      <p>
        <Rich
          text={t('The <link>privacy policy</link> says what is stored and for how long.')}
          link={<Link to={ROUTES.privacyPolicy} className="font-medium underline underline-offset-2" />}
        />
      </p>
    ),
  },
];

export default function TermsPage() {
  return (
    <LegalPage
      title={t('Terms and conditions of use')}
      intro={t('The rules between you and the operator of this server, in plain words.')}
      sections={SECTIONS}
    />
  );
}
