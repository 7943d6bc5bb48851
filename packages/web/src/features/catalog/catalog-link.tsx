import { ROUTES } from '@packshot/contract/routes';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buildAddress } from './place.ts';
import type { CatalogView } from './place.ts';

export const CatalogLink = (props: {
  readonly to: CatalogView;
  readonly className?: string;
  readonly 'aria-current'?: 'page' | undefined;
  readonly children: ReactNode;
}) => {
  const { to, ...rest } = props;
  return (
    <Link
      to={ROUTES.catalog}
      search={buildAddress(to)}
      activeProps={{ 'aria-current': undefined }}
      {...rest}
    />
  );
};

/** @returns a function that navigates to a view of the catalog */
export function useGoTo(): (place: CatalogView, replace?: boolean) => void {
  const navigate = useNavigate();
  return (place, replace = false) =>
    void navigate({ to: ROUTES.catalog, search: buildAddress(place), replace });
}
