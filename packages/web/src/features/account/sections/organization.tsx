import { messages, t } from '@packshot/contract/text/translation';
import { hasBilling } from '../../../lib/page/installation.ts';
import { GCP_COMPANY_LABEL } from '@packshot/contract/billing/plans';
import { ACCOUNT_MESSAGES } from '@packshot/contract/accounts/messages';
import type { Member, MemberRole, Organization } from '@packshot/contract/organizations/schemas';
import { invitationRequestSchema } from '@packshot/contract/organizations/schemas';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { call, errorOfResponse, getErrorMessage, request } from '../../../lib/api/api-client.ts';
import { completeSignIn } from '../../../lib/session/sign-in.ts';
import { showToast } from '../../../lib/state/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { Confirmation } from '../confirmation.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../lib/api/use-loaded.ts';

const loadOrganization = async (): Promise<Organization> => (await call('getOrganization')).data;
const ROLE_NAMES: Record<string, string> = messages({
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
});
const INVITED_AS: Readonly<Record<MemberRole, string>> = messages({
  owner: 'Invited as owner',
  admin: 'Invited as admin',
  member: 'Invited as member',
});
const ACCOUNT_PATH = '/?tab=account#organization';

export default function OrganizationSection() {
  const { loaded, reload, replace } = useLoaded(loadOrganization);
  if (loaded.state !== 'ready') return <NotLoaded loaded={loaded} reload={reload} className="h-40" />;
  return <Members organization={loaded.value} onChanged={replace} />;
}

interface MembersProps {
  readonly organization: Organization;
  readonly onChanged: (organization: Organization) => void;
}

function Members({ organization, onChanged }: MembersProps) {
  const { members, invitations, can_manage } = organization;
  const isOwner = members.some(({ is_you, role }) => is_you && role === 'owner');
  const change = async (work: () => Promise<{ data: Organization }>) => {
    try {
      onChanged((await work()).data);
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
  };
  return (
    <>
      <p className="text-base">
        <span translate="no" className="font-semibold">
          {organization.name}
        </span>
        <span className="text-muted">
          .{' '}
          {hasBilling()
            ? t('Members don’t see each other’s pictures or share credits. A plan covers one member.')
            : t('Members don’t see each other’s pictures.')}
        </span>
      </p>
      <ul className="mt-4 divide-y divide-line">
        {members.map((member) => (
          <MemberRow
            key={member.user_id}
            member={member}
            organizationName={organization.name}
            canManage={can_manage && (isOwner || member.role !== 'owner')}
            isOwner={isOwner}
            onRole={(role) =>
              void change(() =>
                call('changeMemberRole', { params: { user_id: member.user_id }, body: { role } }),
              )
            }
            onRemove={() => change(() => call('removeMember', { params: { user_id: member.user_id } }))}
          />
        ))}
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1">
              <p translate="no" className="truncate text-base font-medium">
                {invitation.email}
              </p>
              <p className="text-sm text-muted">{INVITED_AS[invitation.role]}</p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('Withdraw the invitation to {email}', { email: invitation.email })}
              onClick={() => void change(() => call('withdrawInvitation', { params: { id: invitation.id } }))}
            >
              {t('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
      {can_manage && (
        <InviteForm
          onInvite={async (email) => {
            onChanged((await call('inviteMember', { body: { email, role: 'member' } })).data);
            showToast('success', ACCOUNT_MESSAGES.invitationSent);
          }}
        />
      )}
      {members.length > 1 && <LeaveButton name={organization.name} />}
    </>
  );
}

function MemberRow(props: {
  readonly member: Member;
  readonly organizationName: string;
  readonly canManage: boolean;
  readonly isOwner: boolean;
  readonly onRole: (role: MemberRole) => void;
  readonly onRemove: () => Promise<void>;
}) {
  const { member, canManage, isOwner } = props;
  const [isAsking, setIsAsking] = useState(false);
  // Users from the marketplace may have neither a name nor an email address.
  const name = member.name || member.email || GCP_COMPANY_LABEL;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-base font-medium">
          <span translate="no">{name}</span>
          {member.is_you && <span className="font-normal text-muted"> {t('(you)')}</span>}
        </p>
        <p translate="no" className="truncate text-sm text-muted">
          {member.email}
        </p>
      </div>
      {canManage ? (
        <select
          aria-label={t('Role of {name}', { name })}
          value={member.role}
          onChange={(event) => props.onRole(event.target.value as MemberRole)}
          className="h-8 rounded-md border border-field-line bg-surface px-2 text-sm pointer-coarse:h-11"
        >
          {isOwner && <option value="owner">{t('Owner')}</option>}
          <option value="admin">{t('Admin')}</option>
          <option value="member">{t('Member')}</option>
        </select>
      ) : (
        <span className="text-sm text-muted">{ROLE_NAMES[member.role]}</span>
      )}
      {canManage && !member.is_you && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('Remove {name}', { name })}
          onClick={() => setIsAsking(true)}
        >
          {t('Remove')}
        </Button>
      )}
      {isAsking && (
        <Confirmation
          title={t('Remove {name} from {organization}?', {
            name,
            organization: props.organizationName,
          })}
          words={
            hasBilling()
              ? t('They keep their own work and credits, and need a new invitation to come back.')
              : t('They keep their own work, and need a new invitation to come back.')
          }
          button={t('Remove')}
          isDanger
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await props.onRemove();
            setIsAsking(false);
          }}
        />
      )}
    </li>
  );
}

function InviteForm({ onInvite }: { readonly onInvite: (email: string) => Promise<void> }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = invitationRequestSchema.safeParse({ email });
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    setIsBusy(true);
    try {
      await onInvite(parsed.data.email);
      setEmail('');
    } catch (refusal) {
      // The server's refusal, such as for an existing member, appears next to the address field.
      setError(getErrorMessage(refusal));
    }
    setIsBusy(false);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-4 flex flex-wrap items-start gap-3"
    >
      <TextField
        label={t('Invite by email')}
        type="email"
        autoComplete="off"
        className="min-w-60 flex-1"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" loading={isBusy} className="h-11 sm:mt-6.5">
        {t('Invite')}
      </Button>
    </form>
  );
}

function LeaveButton({ name }: { readonly name: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const leave = async () => {
    setIsBusy(true);
    try {
      const response = await request('leaveOrganization');
      if (!response.ok) throw await errorOfResponse(response);
      await completeSignIn(response, { path: ACCOUNT_PATH });
    } catch (error) {
      showToast('error', getErrorMessage(error));
    }
    setIsBusy(false);
  };
  return (
    <Button variant="secondary" className="mt-4" loading={isBusy} onClick={() => void leave()}>
      {t('Leave {name}', { name })}
    </Button>
  );
}
