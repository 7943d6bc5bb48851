import { useEffect, useRef } from 'react';
import { messageOf, request } from '../../lib/api-client.ts';
import { whileProcessing } from '../../lib/page-loader.ts';
import { completeSignIn, failSignIn } from '../../lib/sign-in.ts';
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx';

/** The page that Google Cloud Marketplace leads to, for the moment that it takes to sign in. */
export function MarketplaceReturn({ token }: { readonly token: string }) {
  const isStarted = useRef(false);
  useEffect(() => {
    // The secret works once, although the effect may run twice.
    if (isStarted.current) return;
    isStarted.current = true;
    whileProcessing(async () => {
      const response = await request('registerSocial', { body: { provider: 'gcp', access_token: token } });
      await completeSignIn(response);
    }).catch((error: unknown) => failSignIn(messageOf(error)));
  }, [token]);
  return <FullScreenLoader />;
}
