import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';

/** A link to a plan whose price is negotiated. */
export function SalesButton({ label, to }: { readonly label: string; readonly to: string }) {
  return (
    <Link to={to} className={`${buttonClasses('secondary')} mt-4 w-full`}>
      {label}
    </Link>
  );
}
