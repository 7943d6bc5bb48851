import { Notice } from '../../ui/notice.tsx';

/** Says that what is shown is older than it should be, because the server did not answer. */
export const Outdated = ({ failure }: { readonly failure: string | null }) =>
  failure === null ? null : (
    <Notice tone="info">{failure} What you see is what was known last; it goes on by itself.</Notice>
  );
