/** The `subscription_type` of an organization without a paid plan. */
export const FREE_SUBSCRIPTION = 'free';

export const defaultOrganizationName = (person: {
  readonly firstName: string;
  readonly companyName?: string | null;
}): string => person.companyName || `${person.firstName}’s workspace`;
