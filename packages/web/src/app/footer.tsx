import { t } from '@packshot/contract/text/translation';
import { PRODUCT_TITLE } from '@packshot/contract/product';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { chooseLanguage } from '../lib/page/language.ts';
import { LanguageChoice } from '../ui/language-choice.tsx';
import { Logo } from '../ui/logo.tsx';

/** Footer, hidden while a page loads; otherwise the footer would jump down when the page appears. */
export default function Footer() {
  return (
    <footer className="mt-auto border-t border-line [main:empty+&]:hidden [main:has([data-page-loader])+&]:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-6 py-8 text-sm text-muted">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Logo className="text-ink" />
          <span>{t('{product} is open source under the MIT license.', { product: PRODUCT_TITLE })}</span>
        </div>
        <nav aria-label={t('Footer')} className="flex flex-wrap gap-x-6">
          <Link to={ROUTES.developers} className="py-1 hover:text-ink">
            {t('Developers')}
          </Link>
          <Link to={ROUTES.catalog} className="py-1 hover:text-ink">
            {t('Catalog')}
          </Link>
          <Link to={ROUTES.verify} className="py-1 hover:text-ink">
            {t('Check a picture')}
          </Link>
          <Link to={ROUTES.privacyPolicy} className="py-1 hover:text-ink">
            {t('Privacy policy')}
          </Link>
          <Link to={ROUTES.terms} className="py-1 hover:text-ink">
            {t('Terms and conditions')}
          </Link>
          <LanguageChoice onChoose={chooseLanguage} className="py-1 hover:text-ink" />
        </nav>
      </div>
    </footer>
  );
}
