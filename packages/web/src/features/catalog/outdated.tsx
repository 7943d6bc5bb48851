import { Notice } from '../../ui/notice.tsx';

/** Notice that the data is outdated, because the server didn't respond. */
export const Outdated = ({ failure }: { readonly failure: string | null }) =>
  failure === null ? null : (
    <Notice tone="info">{failure} What you see is what was known last; it goes on by itself.</Notice>
  );
