/** The time that rules are judged by. Leases and deadlines of tasks go by the database's clock instead. */
export interface Clock {
  now(): Date;
}
