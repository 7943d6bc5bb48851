import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';

/** The way to more credits. The work stays where it is meanwhile. */
export const PricingLink = ({ className }: { readonly className?: string }) => (
  <Link to={ROUTES.home} search={{ tab: 'pricing' }} className={className}>
    See plans
  </Link>
);
