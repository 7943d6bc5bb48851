import { t } from '@packshot/contract/text/translation';
import type { CaptchaFrame } from '@packshot/contract/accounts/captcha';
import { closeCaptchaFrame } from '../lib/captcha/captcha-frame.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Dialog with a third-party captcha in its own frame. */
export default function CaptchaDialog({ frame }: { readonly frame: CaptchaFrame }) {
  const theme = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
  return (
    <Dialog
      isOpen
      onClose={closeCaptchaFrame}
      title={t('Quick check')}
      description={t('One question before we continue.')}
    >
      <iframe
        title={t('Quick check')}
        // The widget needs an origin and its storage. The remaining sandbox rules keep it from navigating this page.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- explained above
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        src={`${frame.frame_path}?theme=${theme}`}
        style={{ height: frame.frame_height_px, colorScheme: 'normal' }}
        className="mt-5 block w-full rounded-md"
      />
    </Dialog>
  );
}
