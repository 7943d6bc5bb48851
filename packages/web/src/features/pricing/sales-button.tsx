import { ROUTES } from '@packshot/contract/tabs';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';

/** The way to a plan that is agreed in person. */
export function SalesButton({ label }: { readonly label: string }) {
  return (
    <Link to={ROUTES.bookDemo} className={`${buttonClasses('secondary')} mt-4 w-full`}>
      {label}
    </Link>
  );
}
