import { t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../lib/page/installation.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { demoRequestSchema } from '@packshot/contract/organizations/leads';
import type { DemoRequest } from '@packshot/contract/organizations/leads';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../lib/api/api-client.ts';
import { solveCaptcha } from '../../lib/captcha/captcha.ts';
import { showRefusal } from '../../lib/api/form-refusal.ts';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { FormTextField } from '../../ui/form-fields.tsx';

/** Page with a form for requests to the sales team. */
export default function DemoPage() {
  usePageTitle(t('Book a demo'));
  const [isSent, setIsSent] = useState(false);
  return (
    <div className="mx-auto w-full max-w-2xl px-6 pt-14 pb-20 max-md:px-4 max-md:pt-8">
      <h1 className="text-3xl font-bold tracking-headline max-md:text-2xl">{t('Talk to us')}</h1>
      <p className="mt-3 text-lg text-muted">
        {hasBilling()
          ? t(
              'More downloads than our plans offer, an API connection, or a whole catalog at once: tell us what you need, and we’ll show you how it works with your products.',
            )
          : t(
              'An API connection or a whole catalog at once: tell us what you need, and we’ll show you how it works with your products.',
            )}
      </p>
      <Card className="mt-8 p-6 max-md:p-5">
        {isSent ? (
          <Notice tone="success">{ACCOUNT_MESSAGES.demoRequested}</Notice>
        ) : (
          <DemoForm onSent={() => setIsSent(true)} />
        )}
      </Card>
    </div>
  );
}

function DemoForm({ onSent }: { readonly onSent: () => void }) {
  const form = useForm<DemoRequest>({
    resolver: zodResolver(demoRequestSchema),
    defaultValues: { first_name: '', last_name: '', email: '', company_name: '', message: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const messageId = useId();

  const submit = async (body: DemoRequest) => {
    try {
      await call('registerDemo', { body, captcha: await solveCaptcha() });
      onSent();
    } catch (error) {
      showRefusal(form, error);
    }
  };

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <FormTextField form={form} name="first_name" label={t('First name')} autoComplete="given-name" />
        <FormTextField form={form} name="last_name" label={t('Last name')} autoComplete="family-name" />
        <FormTextField
          form={form}
          name="email"
          label={t('Email address')}
          type="email"
          autoComplete="email"
        />
        <FormTextField
          form={form}
          name="company_name"
          label={t('Company (optional)')}
          autoComplete="organization"
        />
      </div>
      <div>
        <label htmlFor={messageId} className="mb-1.5 block text-sm font-medium">
          {t('What do you need? (optional)')}
        </label>
        <textarea
          id={messageId}
          rows={5}
          dir="auto"
          maxLength={2000}
          className="block w-full rounded-md border border-field-line bg-surface px-3 py-2.5 text-base focus-visible:outline-offset-0"
          {...form.register('message')}
        />
      </div>
      {errors.root?.message !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <Button type="submit" size="lg" loading={isSubmitting} className="justify-self-start">
        {t('Send')}
      </Button>
    </form>
  );
}
