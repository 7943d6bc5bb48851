/** Clock for business rules, replaceable in tests. Leases and deadlines of tasks use the database's clock instead. */
export interface Clock {
  now(): Date;
}
