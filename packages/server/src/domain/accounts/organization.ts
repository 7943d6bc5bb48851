/** `subscription_type` of an organization that has bought nothing. */
export const FREE_SUBSCRIPTION = 'free';

/** What a new account's own organization is called until somebody says otherwise. */
export const organizationNameOf = (person: {
  readonly firstName: string;
  readonly companyName?: string | null;
}): string => person.companyName || `${person.firstName}’s workspace`;
