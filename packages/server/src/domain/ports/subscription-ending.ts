/** What payments have to do when an organization is no more. */
export interface SubscriptionEnding {
  /** Ends the organization's subscription at once. Rejects when that could not be arranged: then nothing is deleted. */
  end(organizationId: string): Promise<void>;
}
