/** The clock for business rules. Leases and deadlines of tasks use the database's clock instead. */
export interface Clock {
  now(): Date;
}
