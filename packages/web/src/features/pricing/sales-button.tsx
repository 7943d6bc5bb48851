import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';

/** The way to a plan that is agreed in person. */
export function SalesButton({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link to={to} className={`${buttonClasses('secondary')} mt-4 w-full`}>
      {label}
    </Link>
  );
}
