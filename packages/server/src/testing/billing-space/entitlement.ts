/*
 * What a customer is owed, told by what they did: it knows plans, clicks and time, and neither invoices nor their lines.
 * The tests of billing hold the server against it.
 */

/** A plan's credits a month, and how long it is paid for at once. */
interface Plan {
  readonly credits: number;
  readonly months: number;
}

/** More credits a month than before, or fewer, from a moment on, for the payment that was made then. */
interface Step {
  readonly from: Date;
  readonly by: number;
  readonly paymentId: string | null;
}

/** A time that was paid for at once: its months are counted from its beginning. */
interface Term {
  readonly begins: Date;
  readonly ends: Date;
  readonly steps: Step[];
}

/** What has come of a month: below zero when more of its time was given back than is paid for. */
interface Account {
  readonly countsFrom: Date;
  readonly credits: number;
}

export class Entitlement {
  /** The part of a payment's money that was returned, 0 to 1. */
  readonly #returned = new Map<string, number>();
  /** Those of each subscription. */
  readonly #terms: Term[][] = [];

  get endsAt(): Date {
    return this.#current?.ends ?? new Date(0);
  }

  /** A plan is bought where there is none. */
  buy(paymentId: string, now: Date, plan: Plan): void {
    this.#terms.push([]);
    this.renew(paymentId, now, plan);
  }

  /** The next term begins. */
  renew(paymentId: string, begins: Date, { credits, months }: Plan): void {
    this.#returned.set(paymentId, 0);
    const ends = monthsAfter(begins, months);
    const terms = this.#terms.at(-1) ?? [];
    // Who goes away and comes back within one second was never away.
    const same = terms.findIndex((term) => +term.begins === +begins && +term.ends === +ends);
    const [before] = same === -1 ? [] : terms.splice(same, 1);
    terms.push({ begins, ends, steps: [...(before?.steps ?? []), { from: begins, by: credits, paymentId }] });
  }

  /** Another plan of the same term, from now on. */
  changePlan(paymentId: string, now: Date, credits: number): void {
    this.#returned.set(paymentId, 0);
    this.#step(paymentId, now, credits);
  }

  /** Another term begins now, and the rest of the old one is given back. */
  changeTerm(paymentId: string, now: Date, plan: Plan): void {
    this.#step(paymentId, now, 0);
    this.renew(paymentId, now, plan);
  }

  /** The rest is given back. */
  endNow(now: Date): void {
    this.#step(null, now, 0);
  }

  /** Everything that was ever paid. */
  payments(): readonly string[] {
    return [...this.#returned.keys()];
  }

  setReturned(paymentId: string, share: number): void {
    if (!this.#returned.has(paymentId)) throw new Error(`Nobody paid ${paymentId}`);
    this.#returned.set(paymentId, share);
  }

  /**
   * Credits up to now, not rounded: the most that was ever paid for. Time that was given back without having been paid
   * for is missing from the moment it was given back, in what comes after it.
   */
  due(now: Date): number {
    return this.#terms.reduce((sum, terms) => sum + this.#dueOf(terms, now), 0);
  }

  #dueOf(terms: readonly Term[], now: Date): number {
    const accounts = terms.flatMap((term) => this.#months(term));
    const paidBy = (moment: Date) =>
      accounts.reduce((sum, { countsFrom, credits }) => sum + (countsFrom <= moment ? credits : 0), 0);
    const moments = accounts.map(({ countsFrom }) => countsFrom).filter((moment) => moment <= now);
    return Math.max(0, ...moments.map(paidBy));
  }

  #months({ begins, ends, steps }: Term): readonly Account[] {
    const accounts: Account[] = [];
    for (let count = 0; ; count += 1) {
      const [from, to] = [monthsAfter(begins, count), monthsAfter(begins, count + 1)];
      if (from >= ends) return accounts;
      const ofMonth = steps.filter((step) => step.from < to);
      const credits = ofMonth.reduce((sum, step) => {
        const kept = 1 - (this.#returned.get(step.paymentId ?? '') ?? 0);
        return sum + (kept * step.by * (+to - Math.max(+step.from, +from))) / (+to - +from);
      }, 0);
      const changed = ofMonth[1]?.from ?? from;
      accounts.push({ countsFrom: credits < 0 && changed < from ? changed : from, credits });
    }
  }

  #step(paymentId: string | null, from: Date, credits: number): void {
    const steps = this.#current?.steps;
    if (steps === undefined) throw new Error('Nothing was bought');
    steps.push({ from, by: credits - steps.reduce((sum, { by }) => sum + by, 0), paymentId });
  }

  get #current(): Term | undefined {
    return this.#terms.at(-1)?.at(-1);
  }
}

/** The same day of a later month, or the last one that it has. */
function monthsAfter(from: Date, count: number): Date {
  for (let day = from.getUTCDate(); ; day -= 1) {
    const later = new Date(from);
    later.setUTCMonth(from.getUTCMonth() + count, day);
    if (later.getUTCDate() === day) return later;
  }
}
