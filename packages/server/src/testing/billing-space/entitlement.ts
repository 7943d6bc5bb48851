/*
 * Model of a customer's expected credits, derived from their actions. Knows plans, clicks and time, but neither
 * invoices nor their lines. The billing tests compare the server with it.
 */

/** Monthly credits of a plan, and the number of months that one payment covers. */
interface PlanTerms {
  readonly credits: number;
  readonly months: number;
}

/** A change of the credits per month from one moment on, with the payment that caused it. */
interface CreditStep {
  readonly from: Date;
  readonly by: number;
  readonly paymentId: string | null;
}

/** A period that one payment covers, with months counted from its start. */
interface Term {
  readonly begins: Date;
  readonly ends: Date;
  readonly steps: CreditStep[];
}

/** Number of credits in a month; negative if more of its time was refunded than paid for. */
interface MonthCredits {
  readonly countsFrom: Date;
  readonly credits: number;
}

export class EntitlementModel {
  /** Fraction of each payment that was refunded, 0 to 1. */
  readonly #returned = new Map<string, number>();
  /** The paid periods of each subscription. */
  readonly #terms: Term[][] = [];

  get endsAt(): Date {
    return this.#current?.ends ?? new Date(0);
  }

  /** Buys a plan, for a customer without one. */
  buy(paymentId: string, now: Date, plan: PlanTerms): void {
    this.#terms.push([]);
    this.renew(paymentId, now, plan);
  }

  /** Starts the next paid period. */
  renew(paymentId: string, begins: Date, { credits, months }: PlanTerms): void {
    this.#returned.set(paymentId, 0);
    const ends = monthsAfter(begins, months);
    const terms = this.#terms.at(-1) ?? [];
    // A customer who switches to another term and back within one second has the same period as before.
    const same = terms.findIndex((term) => +term.begins === +begins && +term.ends === +ends);
    const [before] = same === -1 ? [] : terms.splice(same, 1);
    terms.push({ begins, ends, steps: [...(before?.steps ?? []), { from: begins, by: credits, paymentId }] });
  }

  /** Switches to another plan with the same billing term, from now on. */
  changePlan(paymentId: string, now: Date, credits: number): void {
    this.#returned.set(paymentId, 0);
    this.#step(paymentId, now, credits);
  }

  /** Starts another billing term now and refunds the rest of the old period. */
  changeTerm(paymentId: string, now: Date, plan: PlanTerms): void {
    this.#step(paymentId, now, 0);
    this.renew(paymentId, now, plan);
  }

  /** Ends the plan now and refunds the rest of the period. */
  endNow(now: Date): void {
    this.#step(null, now, 0);
  }

  payments(): readonly string[] {
    return [...this.#returned.keys()];
  }

  setReturned(paymentId: string, share: number): void {
    if (!this.#returned.has(paymentId)) throw new Error(`Not paid: ${paymentId}`);
    this.#returned.set(paymentId, share);
  }

  /**
   * Credits due until now, not rounded. Each month counts the largest number of credits that was paid for. If time was
   * refunded without having been paid for, it is deducted from later time, starting with the refund.
   */
  due(now: Date): number {
    return this.#terms.reduce((sum, terms) => sum + this.#computeDue(terms, now), 0);
  }

  #computeDue(terms: readonly Term[], now: Date): number {
    const accounts = terms.flatMap((term) => this.#months(term));
    const paidBy = (moment: Date) =>
      accounts.reduce((sum, { countsFrom, credits }) => sum + (countsFrom <= moment ? credits : 0), 0);
    const moments = accounts.map(({ countsFrom }) => countsFrom).filter((moment) => moment <= now);
    return Math.max(0, ...moments.map(paidBy));
  }

  #months({ begins, ends, steps }: Term): readonly MonthCredits[] {
    const accounts: MonthCredits[] = [];
    for (let count = 0; ; count += 1) {
      const [from, to] = [monthsAfter(begins, count), monthsAfter(begins, count + 1)];
      if (from >= ends) return accounts;
      const ofMonth = steps.filter((step) => step.from < to);
      const credits = ofMonth.reduce((sum, step) => {
        const retainedShare = 1 - (this.#returned.get(step.paymentId ?? '') ?? 0);
        return sum + (retainedShare * step.by * (+to - Math.max(+step.from, +from))) / (+to - +from);
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

/** Returns the same day `count` months later, or that month's last day. */
function monthsAfter(from: Date, count: number): Date {
  for (let day = from.getUTCDate(); ; day -= 1) {
    const later = new Date(from);
    later.setUTCMonth(from.getUTCMonth() + count, day);
    if (later.getUTCDate() === day) return later;
  }
}
