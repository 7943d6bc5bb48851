import type { DeliveryProblem, DeliveryState, WebhookEvent, WebhookStop } from '@packshot/contract';
import { randomUUID } from 'node:crypto';
import { JOB_EVENTS } from '@packshot/contract';
import type { SQL } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { and, asc, desc, eq, lt, sql } from '../../platform/database/orm.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './schema.ts';

export interface WebhookRow {
  readonly id: string;
  readonly organizationId: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  readonly disabledBecause: WebhookStop | null;
  readonly failingSince: Date | null;
  readonly secretGeneration: number;
  readonly previousUntil: Date | null;
  readonly createdAt: Date;
}

export type WebhookTerms = Pick<WebhookRow, 'url' | 'description' | 'events'>;

export interface DeliveryRow {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly createdAt: Date;
  readonly lastTriedAt: Date | null;
  readonly nextTryAt: Date | null;
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;
  readonly answer: string | null;
  readonly durationMs: number | null;
}

/** A delivery claimed by one worker, with all data needed to send it. */
export interface ClaimedWebhookDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly tries: number;
  readonly webhook: Pick<WebhookRow, 'id' | 'organizationId' | 'url' | 'secretGeneration' | 'previousUntil'>;
}

export interface NewEvent {
  readonly id: string;
  readonly organizationId: string;
  readonly type: string;
  readonly body: string;
  readonly createdAt: Date;
}

export interface Attempt {
  readonly status: number | null;
  readonly problem: DeliveryProblem | null;
  readonly answer: string | null;
  readonly durationMs: number;
  readonly at: Date;
}

export interface InHandLimits {
  readonly ofWebhook: number;
  /** Limit for the organization. Once it is reached, each of its webhooks may still have one delivery in progress. */
  readonly ofOrganization: number;
}

type WebhookClaimRow = Record<string, unknown> & {
  id: string;
  event_id: string;
  type: string;
  body: string;
  tries: number;
  webhook_id: string;
  organization_id: string;
  url: string;
  secret_generation: number;
  previous_until: string | null;
};

const deliveryColumns = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  type: webhookEvents.type,
  body: webhookEvents.body,
  state: webhookDeliveries.state,
  tries: webhookDeliveries.tries,
  createdAt: webhookDeliveries.createdAt,
  lastTriedAt: webhookDeliveries.lastTriedAt,
  nextTryAt: webhookDeliveries.nextTryAt,
  status: webhookDeliveries.status,
  problem: webhookDeliveries.problem,
  answer: webhookDeliveries.answer,
  durationMs: webhookDeliveries.durationMs,
};

/**
 * SQL condition: the webhook's organization has an enabled member. Other organizations' webhooks aren't called; their
 * deliveries wait.
 */
const isOfEnabledOrganization = sql`exists (
  select from memberships m join users u on u.id = m.user_id
  where m.organization_id = w.organization_id and u.disabled_at is null)`;

export function createWebhookStore(db: Executor) {
  const selectDeliveries = (condition: SQL | undefined, limit: number) =>
    db
      .select(deliveryColumns)
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
      .where(condition)
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(limit);

  return {
    async insert(webhook: WebhookTerms & Pick<WebhookRow, 'id' | 'organizationId' | 'createdAt'>) {
      await db.insert(webhooks).values({ ...webhook, events: [...webhook.events] });
    },

    list: (organizationId: string) =>
      db
        .select()
        .from(webhooks)
        .where(eq(webhooks.organizationId, organizationId))
        .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),

    async find(organizationId: string, id: string): Promise<WebhookRow | null> {
      const [row] = await db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, id)));
      return row ?? null;
    },

    async change(id: string, { events, ...terms }: Partial<WebhookTerms>): Promise<void> {
      const changes = { ...terms, ...(events !== undefined && { events: [...events] }) };
      if (Object.keys(changes).length > 0) await db.update(webhooks).set(changes).where(eq(webhooks.id, id));
    },

    async enable(id: string): Promise<void> {
      await db
        .update(webhooks)
        .set({ enabled: true, disabledBecause: null, failingSince: null })
        .where(eq(webhooks.id, id));
    },

    /**
     * Disables a webhook. Its deliveries wait until it is enabled again or their events are deleted.
     * @param because null if a member of the organization disables it
     * @returns false if it was already disabled
     */
    async disable(id: string, because: WebhookStop | null): Promise<boolean> {
      const { rowCount } = await db
        .update(webhooks)
        .set({ enabled: false, disabledBecause: because })
        .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true)));
      return rowCount === 1;
    },

    async rotate(id: string, previousUntil: Date): Promise<void> {
      await db
        .update(webhooks)
        .set({ secretGeneration: sql`secret_generation + 1`, previousUntil })
        .where(eq(webhooks.id, id));
    },

    async delete(id: string): Promise<void> {
      await db.delete(webhooks).where(eq(webhooks.id, id));
    },

    /**
     * Whether any webhook subscribes to the event that this generation request's end causes. A single statement,
     * because most organizations have no webhooks.
     */
    async hearsOfEnd(requestId: string): Promise<boolean> {
      const { rows } = await db.execute(sql`
        select from generation_requests r
        join api_keys k on k.id = r.api_key_id
        join webhooks w on w.organization_id = k.organization_id and w.enabled
        where r.id = ${requestId} and r.call_terms is not null and w.events && ${sql.param([...JOB_EVENTS])}::text[]
        limit 1`);
      return rows.length > 0;
    },

    /** Lists the enabled webhooks of the key's organization that subscribe to this event type. */
    async listListening(apiKeyId: string, type: WebhookEvent) {
      const { rows } = await db.execute<{ id: string; organization_id: string }>(sql`
        select w.id, w.organization_id from api_keys k
        join webhooks w on w.organization_id = k.organization_id and w.enabled
        where k.id = ${apiKeyId} and ${type} = any(w.events)
          and exists (select from users u where u.id = k.user_id and u.disabled_at is null)
        order by w.id`);
      return rows.map((row) => ({ id: row.id, organizationId: row.organization_id }));
    },

    /**
     * Stores an event and its deliveries, one to each of these webhooks.
     * @param sendingUntil set if the caller sends the deliveries itself: the time until which it claims them
     * @returns the ids of the deliveries
     */
    async announce(event: NewEvent, webhookIds: readonly string[], sendingUntil: Date | null) {
      await db.insert(webhookEvents).values(event);
      const rows = webhookIds.map((webhookId) => ({
        id: randomUUID(),
        webhookId,
        eventId: event.id,
        state: 'pending' as const,
        nextTryAt: event.createdAt,
        sendingUntil,
        createdAt: event.createdAt,
      }));
      await db.insert(webhookDeliveries).values(rows);
      return rows.map(({ id }) => id);
    },

    /**
     * Returns the enabled webhooks with due deliveries for which no worker job was queued since `queuedBefore`.
     * Records that a job is queued for them now.
     */
    async takeDue(now: Date, queuedBefore: Date, limit: number): Promise<readonly string[]> {
      const { rows } = await db.execute<{ id: string }>(sql`
        update webhooks set queued_at = ${now}
        where id in (
          select w.id from webhooks w
          where w.enabled and ${isOfEnabledOrganization} and (w.queued_at is null or w.queued_at <= ${queuedBefore})
            and exists (
              select from webhook_deliveries d
              where d.webhook_id = w.id and d.state = 'pending' and d.next_try_at <= ${now}
                and (d.sending_until is null or d.sending_until <= ${now}))
          limit ${limit})
        returning id`);
      return rows.map((row) => row.id);
    },

    /**
     * Claims the webhook's delivery that has been due for longest. Must run in a transaction: it locks the webhook, so
     * that concurrent workers count each other's claims.
     */
    async claim(webhookId: string, now: Date, until: Date, atOnce: InHandLimits) {
      // Locks in a separate statement, so that the next statement sees claims that other workers made while this one
      // waited for the lock.
      await db.execute(sql`select from webhooks where id = ${webhookId} for no key update`);
      const { rows } = await db.execute<WebhookClaimRow>(sql`
        update webhook_deliveries d set sending_until = ${until}
        from webhook_events e, webhooks w
        where e.id = d.event_id and w.id = d.webhook_id and w.enabled and ${isOfEnabledOrganization}
          and d.id = (
            select c.id from webhook_deliveries c
            where c.webhook_id = ${webhookId} and c.state = 'pending' and c.next_try_at <= ${now}
              and (c.sending_until is null or c.sending_until <= ${now})
            order by c.next_try_at, c.id
            limit 1 for update skip locked)
          and (
            select case when count(*) filter (where o.webhook_id = w.id) = 0 then true
              else count(*) filter (where o.webhook_id = w.id) < ${atOnce.ofWebhook}
                and count(*) < ${atOnce.ofOrganization} end
            from webhook_deliveries o
            join webhooks x on x.id = o.webhook_id
            where x.organization_id = w.organization_id and o.state = 'pending' and o.sending_until > ${now})
        returning d.id, d.event_id, e.type, e.body, d.tries, d.webhook_id, w.organization_id, w.url,
          w.secret_generation, w.previous_until`);
      const [row] = rows;
      if (row === undefined) return null;
      return {
        id: row.id,
        eventId: row.event_id,
        type: row.type,
        body: row.body,
        tries: row.tries,
        webhook: {
          id: row.webhook_id,
          organizationId: row.organization_id,
          url: row.url,
          secretGeneration: row.secret_generation,
          previousUntil: row.previous_until === null ? null : new Date(row.previous_until),
        },
      };
    },

    async release(deliveryId: string): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ sendingUntil: null })
        .where(eq(webhookDeliveries.id, deliveryId));
    },

    /**
     * Records an attempt at a delivery that had `tries` attempts before.
     * @param nextTryAt null if no further attempt follows
     * @returns false if another worker has recorded an attempt meanwhile
     */
    async note(
      { id, tries }: Pick<ClaimedWebhookDelivery, 'id' | 'tries'>,
      { at, ...attempt }: Attempt,
      state: DeliveryState,
      nextTryAt: Date | null,
    ): Promise<boolean> {
      const { rowCount } = await db
        .update(webhookDeliveries)
        .set({ ...attempt, lastTriedAt: at, state, nextTryAt, sendingUntil: null, tries: tries + 1 })
        .where(
          and(
            eq(webhookDeliveries.id, id),
            eq(webhookDeliveries.tries, tries),
            eq(webhookDeliveries.state, 'pending'),
          ),
        );
      return rowCount === 1;
    },

    async noteSuccess(webhookId: string): Promise<void> {
      await db
        .update(webhooks)
        .set({ failingSince: null })
        .where(and(eq(webhooks.id, webhookId), sql`${webhooks.failingSince} is not null`));
    },

    /**
     * Records a failed attempt.
     * @param silentSince if the webhook's last failure is older than this, the failing period starts now
     * @returns the start of the failing period
     */
    async noteFailure(webhookId: string, at: Date, silentSince: Date): Promise<Date> {
      const [row] = await db
        .update(webhooks)
        .set({
          failingSince: sql`case when last_failed_at >= ${silentSince} then coalesce(failing_since, ${at}) else ${at} end`,
          lastFailedAt: sql`greatest(last_failed_at, ${at})`,
        })
        .where(eq(webhooks.id, webhookId))
        .returning({ since: webhooks.failingSince });
      return row?.since ?? at;
    },

    /** Lists the webhook's deliveries, newest first, starting after the delivery `after`. */
    deliveries: (
      webhookId: string,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<readonly DeliveryRow[]> =>
      selectDeliveries(
        and(
          eq(webhookDeliveries.webhookId, webhookId),
          after === null
            ? undefined
            : sql`(${webhookDeliveries.createdAt}, ${webhookDeliveries.id}) < (
                select created_at, id from webhook_deliveries where id = ${after} and webhook_id = ${webhookId})`,
        ),
        limit,
      ),

    async findDelivery(webhookId: string, id: string): Promise<DeliveryRow | null> {
      const condition = and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id));
      const [row] = await selectDeliveries(condition, 1);
      return row ?? null;
    },

    /** Schedules the delivery again, with the full number of attempts. */
    async replay(deliveryId: string, at: Date): Promise<void> {
      await db
        .update(webhookDeliveries)
        .set({ state: 'pending', tries: 0, nextTryAt: at, sendingUntil: null })
        .where(eq(webhookDeliveries.id, deliveryId));
    },

    /**
     * Deletes events before this time, with their deliveries.
     * @returns the number of deleted events
     */
    async deleteEvents(before: Date): Promise<number> {
      const { rowCount } = await db.delete(webhookEvents).where(lt(webhookEvents.createdAt, before));
      return rowCount ?? 0;
    },
  };
}

export type WebhookStore = ReturnType<typeof createWebhookStore>;
