import { t } from '@packshot/contract/text/translation';
import { zodResolver } from '@hookform/resolvers/zod';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import { GCP_COMPANY_LABEL } from '@packshot/contract/billing/plans';
import { profilePatchSchema } from '@packshot/contract/accounts/schemas';
import type { ProfilePatch } from '@packshot/contract/accounts/schemas';
import type { CurrentUser } from '@packshot/contract/accounts/session';
import { useForm } from 'react-hook-form';
import { call } from '../../../lib/api/api-client.ts';
import { showRefusal } from '../../../lib/api/form-refusal.ts';
import { storeUser } from '../../../lib/session/session-store.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Cloud } from 'lucide';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FormTextField } from '../../../ui/form-fields.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { AddAddress, ChangePassword } from './address.tsx';

const loadUser = async (): Promise<CurrentUser> => (await call('getUserDetails')).data;

export default function Profile() {
  const { loaded, reload, replace } = useLoaded(loadUser);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-64" />;
  return <ProfileForm current={loaded.value} onSaved={replace} />;
}

function ProfileForm(props: {
  readonly current: CurrentUser;
  readonly onSaved: (user: CurrentUser) => void;
}) {
  const { user, gcp_user_identity } = props.current;
  const isGcpUser = gcp_user_identity !== null;
  const form = useForm<ProfilePatch>({
    resolver: zodResolver(profilePatchSchema),
    values: {
      first_name: user.first_name,
      last_name: user.last_name,
      // Omitted for a marketplace user, who can't change the marketplace's label.
      ...(!isGcpUser && { company_name: user.company_name ?? '' }),
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = async (body: ProfilePatch) => {
    try {
      const { data } = await call('updateUserDetails', { body });
      await storeUser(data);
      props.onSaved(data);
      showToast('success', ACCOUNT_MESSAGES.profileSaved);
    } catch (error) {
      showRefusal(form, error);
    }
  };

  return (
    <>
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <FormTextField form={form} name="first_name" label={t('First name')} autoComplete="given-name" />
          <FormTextField form={form} name="last_name" label={t('Last name')} autoComplete="family-name" />
          {isGcpUser ? (
            <MarketplaceLabel label={user.company_name ?? GCP_COMPANY_LABEL} />
          ) : (
            <FormTextField
              form={form}
              name="company_name"
              label={t('Company (optional)')}
              autoComplete="organization"
            />
          )}
          {user.email !== null && <TextField label={t('Email address')} value={user.email} readOnly />}
        </div>
        {errors.root?.message !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {t('Save')}
          </Button>
          {user.email !== null && (
            <ChangePassword email={user.email} hasPassword={props.current.has_password} />
          )}
        </div>
      </form>
      {user.email === null && <AddAddress />}
    </>
  );
}

function MarketplaceLabel({ label }: { readonly label: string }) {
  return (
    <div className="grid content-start gap-1.5">
      <span className="text-sm font-medium">{t('Company')}</span>
      <span className="inline-flex h-11 items-center gap-2 text-base text-muted">
        <Icon of={Cloud} sizePx={18} />
        {label}
      </span>
    </div>
  );
}
