import { ROUTES } from '@packshot/contract/routes';
import { useState } from 'react';
import { errorOfResponse, messageOf, request } from '../../lib/api-client.ts';
import { completeSignIn } from '../../lib/sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Entrance } from './entrance.tsx';

/** The page behind an invitation, for a signed-in user. */
export function JoinOrganization({ token, onDone }: { readonly token: string; readonly onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const join = async () => {
    setIsBusy(true);
    try {
      const response = await request('acceptInvitation', { body: { token } });
      if (!response.ok) throw await errorOfResponse(response);
      onDone();
      await completeSignIn(response, { path: `${ROUTES.home}?tab=account#organization` });
    } catch (error) {
      setFailure(messageOf(error));
      setIsBusy(false);
    }
  };
  return (
    <Entrance
      title="Join the organization"
      intro="Your work and your credits stay yours. If you are the only member of your current organization, it closes and its plan ends."
    >
      {failure !== null && (
        <Notice tone="error" className="mb-5">
          {failure}
        </Notice>
      )}
      <Button size="lg" className="w-full" loading={isBusy} onClick={() => void join()}>
        Join
      </Button>
    </Entrance>
  );
}
