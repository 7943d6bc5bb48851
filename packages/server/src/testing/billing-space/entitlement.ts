/*
 * What a customer is owed, told by what they did: it knows plans, clicks and time, and neither invoices nor their lines.
 * The tests of billing hold the server against it.
 */

/** Time of a plan that somebody has: so many credits a month, in months that are counted from `anchor`. */
interface Span {
  readonly from: Date;
  readonly to: Date;
  readonly credits: number;
  readonly anchor: Date;
}

/** A payment: the time that it bought, and the time that would be left if it were returned. */
interface Purchase {
  had: readonly Span[];
  readonly otherwise: readonly Span[];
  /** The part of the money that was returned, 0 to 1. */
  returned: number;
  /** False once a later purchase took the place of its rest. */
  isLatest: boolean;
}

export class Entitlement {
  readonly #purchases = new Map<string, Purchase>();
  #endsAt = new Date(0);

  get endsAt(): Date {
    return this.#endsAt;
  }

  /** A whole term begins: bought, or renewed. */
  begin(invoiceId: string, from: Date, { credits, months }: { credits: number; months: number }): void {
    this.#endsAt = monthsAfter(from, months);
    this.#add(invoiceId, [{ from, to: this.#endsAt, credits, anchor: from }], []);
  }

  /** Another plan of the same term, from now on. */
  changePlan(invoiceId: string, now: Date, credits: number): void {
    const rest = this.#cut(now);
    this.#add(
      invoiceId,
      rest.map((span) => ({ ...span, credits })),
      rest,
    );
  }

  /** Another term begins now, and the rest of the old one is given back. */
  changeTerm(invoiceId: string, now: Date, { credits, months }: { credits: number; months: number }): void {
    const rest = this.#cut(now);
    this.#endsAt = monthsAfter(now, months);
    this.#add(invoiceId, [{ from: now, to: this.#endsAt, credits, anchor: now }], rest);
  }

  /** The rest is given back. */
  endNow(now: Date): void {
    this.#cut(now);
    this.#endsAt = now;
  }

  /** Payments whose time nobody has changed since. */
  returnable(): readonly string[] {
    return [...this.#purchases].filter(([, { isLatest }]) => isLatest).map(([id]) => id);
  }

  setReturned(invoiceId: string, share: number): void {
    const purchase = this.#purchases.get(invoiceId);
    if (purchase === undefined) throw new Error(`Nobody paid ${invoiceId}`);
    purchase.returned = share;
  }

  /** Credits up to now, not rounded: of each month that has begun what is paid for of it. */
  due(now: Date): number {
    let sum = 0;
    for (const { had, otherwise, returned } of this.#purchases.values()) {
      for (const span of had) sum += (1 - returned) * creditsOf(span, now);
      for (const span of otherwise) sum += returned * creditsOf(span, now);
    }
    return sum;
  }

  #add(invoiceId: string, had: readonly Span[], otherwise: readonly Span[]): void {
    this.#purchases.set(invoiceId, { had, otherwise, returned: 0, isLatest: true });
  }

  /** Takes the time after now away from who has it. @returns what was taken away */
  #cut(now: Date): readonly Span[] {
    const rest: Span[] = [];
    for (const purchase of this.#purchases.values()) {
      if (!purchase.had.some(({ to }) => to > now)) continue;
      rest.push(...purchase.had.filter(({ to }) => to > now).map((span) => ({ ...span, from: now })));
      purchase.had = purchase.had.map((span) => (span.to > now ? { ...span, to: now } : span));
      purchase.isLatest = false;
    }
    return rest;
  }
}

function creditsOf({ from, to, credits, anchor }: Span, now: Date): number {
  let sum = 0;
  for (let count = 0; ; count += 1) {
    const begins = monthsAfter(anchor, count);
    if (begins > now || begins >= to) return sum;
    const ends = monthsAfter(anchor, count + 1);
    const overlap = Math.min(+to, +ends) - Math.max(+from, +begins);
    sum += (credits * Math.max(0, overlap)) / (+ends - +begins);
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
