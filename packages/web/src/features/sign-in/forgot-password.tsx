import { t } from '@packshot/contract/text/translation';
import { sendsMails } from '../../lib/page/installation.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { forgotPasswordRequestSchema } from '@packshot/contract/accounts/schemas';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/api/api-client.ts';
import { solveCaptcha } from '../../lib/captcha/captcha.ts';
import { showRefusal } from '../../lib/api/form-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Rich } from '../../ui/rich.tsx';
import { FormTextField } from '../../ui/form-fields.tsx';
import { Entrance, TEXT_LINK } from './entrance.tsx';
import { SubmitRow } from './submit-row.tsx';

interface ForgotPasswordValues {
  email: string;
}

/** Page that sends a password reset link by mail. If the server sends no mail, it refers the user to the operator. */
export default function ForgotPasswordPage() {
  return sendsMails() ? <AskForLink /> : <AskOperator />;
}

function AskOperator() {
  return (
    <Entrance title={t('Forgot your password?')} intro={ACCOUNT_MESSAGES.noMails} footer={<BackLink />}>
      {null}
    </Entrance>
  );
}

const BackLink = () => (
  <Link to={ROUTES.signIn} className={TEXT_LINK}>
    {t('Back to sign in')}
  </Link>
);

function AskForLink() {
  const form = useForm<ForgotPasswordValues>({
    resolver: zodResolver(forgotPasswordRequestSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const [sentTo, setSentTo] = useState<string | null>(null);

  const submit = async (body: ForgotPasswordValues) => {
    try {
      await call('forgotPassword', { body, captcha: await solveCaptcha() });
      setSentTo(body.email);
    } catch (error) {
      showRefusal(form, error);
    }
  };

  return (
    <Entrance
      title={t('Forgot your password?')}
      intro={
        sentTo === null
          ? t('Enter your email address, and we’ll send you a link to choose a new one.')
          : undefined
      }
      footer={<BackLink />}
    >
      {sentTo === null ? (
        <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
          <FormTextField
            form={form}
            name="email"
            label={t('Email address')}
            type="email"
            autoComplete="username"
          />
          <SubmitRow label={t('Send the link')} isBusy={isSubmitting} error={errors.root?.message} />
        </form>
      ) : (
        <>
          <Notice tone="success">{ACCOUNT_MESSAGES.resetMailSent}</Notice>
          <p className="mt-4 text-base text-muted">
            <Rich
              text={t(
                'Nothing in your inbox at <address>{email}</address>? Check your spam folder, or try another address.',
                { email: sentTo },
              )}
              address={<span className="font-medium text-ink" />}
            />
          </p>
          <Button variant="secondary" className="mt-5" onClick={() => setSentTo(null)}>
            {t('Try again')}
          </Button>
        </>
      )}
    </Entrance>
  );
}
