/** Ends payments when an organization is deleted. */
export interface SubscriptionEnding {
  /**
   * Ends the organization's subscription at once. Rejects when that fails, in which case nothing is deleted.
   */
  end(organizationId: string): Promise<void>;
}
