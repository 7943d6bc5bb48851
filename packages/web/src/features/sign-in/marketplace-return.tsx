import { useEffect, useRef } from 'react';
import { messageOf, request } from '../../lib/api-client.ts';
import { whileProcessing } from '../../lib/page-loader.ts';
import { completeSignIn, failSignIn } from '../../lib/sign-in.ts';
import { FullScreenLoader } from '../../ui/full-screen-loader.tsx';

/** The page that Google Cloud Marketplace returns to, shown for the moment that signing in takes. */
export function MarketplaceReturn({ token }: { readonly token: string }) {
  const isStarted = useRef(false);
  useEffect(() => {
    // The effect may run twice, but the token works only once.
    if (isStarted.current) return;
    isStarted.current = true;
    whileProcessing(async () => {
      const response = await request('registerSocial', { body: { provider: 'gcp', access_token: token } });
      await completeSignIn(response);
    }).catch((error: unknown) => failSignIn(messageOf(error)));
  }, [token]);
  return <FullScreenLoader />;
}
