import type { ReactNode } from 'react';

/** Line at the bottom of the export dialog, which stays visible: the price, and the button that saves. */
export const ExportFooter = (props: { readonly cost: ReactNode; readonly children: ReactNode }) => (
  <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 flex items-center justify-end gap-3 bg-raised px-6 pt-2 pb-6 max-sm:-bottom-4 max-sm:-mx-4 max-sm:-mb-4 max-sm:px-4 max-sm:pb-4">
    <p id="cost-of-export" className="flex-1 text-xs text-muted">
      {props.cost}
    </p>
    {props.children}
  </div>
);
