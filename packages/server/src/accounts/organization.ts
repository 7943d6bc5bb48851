/** The `subscription_type` of an organization without a paid plan. */
export const FREE_SUBSCRIPTION = 'free';

/** The default name of a new account's organization. */
export const defaultOrganizationName = (person: {
  readonly firstName: string;
  readonly companyName?: string | null;
}): string => person.companyName || `${person.firstName}’s workspace`;
