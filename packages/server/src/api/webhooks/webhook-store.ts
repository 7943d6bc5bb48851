import { randomUUID } from 'node:crypto';
import { JOB_EVENTS } from '@packshot/contract';
import type { SQL } from 'drizzle-orm';
import type { WebhookStore } from './webhook-store-port.ts';
import type { Executor } from '../../platform/database/connection.ts';
import { and, asc, desc, eq, lt, sql } from '../../platform/database/orm.ts';
import { webhookDeliveries, webhookEvents, webhooks } from './schema.ts';

type ClaimRow = Record<string, unknown> & {
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

/** Webhooks of an organization without an enabled member are not called; what they would hear waits. */
const isOfEnabledOrganization = sql`exists (
  select from memberships m join users u on u.id = m.user_id
  where m.organization_id = w.organization_id and u.disabled_at is null)`;

export function createWebhookStore(db: Executor): WebhookStore {
  const selectDeliveries = (condition: SQL | undefined, limit: number) =>
    db
      .select(deliveryColumns)
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
      .where(condition)
      .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
      .limit(limit);

  return {
    async insert(webhook) {
      await db.insert(webhooks).values({ ...webhook, events: [...webhook.events] });
    },

    list: (organizationId) =>
      db
        .select()
        .from(webhooks)
        .where(eq(webhooks.organizationId, organizationId))
        .orderBy(asc(webhooks.createdAt), asc(webhooks.id)),

    async find(organizationId, id) {
      const [row] = await db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.organizationId, organizationId), eq(webhooks.id, id)));
      return row ?? null;
    },

    async change(id, { events, ...terms }) {
      const changes = { ...terms, ...(events !== undefined && { events: [...events] }) };
      if (Object.keys(changes).length > 0) await db.update(webhooks).set(changes).where(eq(webhooks.id, id));
    },

    async enable(id) {
      await db
        .update(webhooks)
        .set({ enabled: true, disabledBecause: null, failingSince: null })
        .where(eq(webhooks.id, id));
    },

    async disable(id, because) {
      const { rowCount } = await db
        .update(webhooks)
        .set({ enabled: false, disabledBecause: because })
        .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true)));
      return rowCount === 1;
    },

    async rotate(id, previousUntil) {
      await db
        .update(webhooks)
        .set({ secretGeneration: sql`secret_generation + 1`, previousUntil })
        .where(eq(webhooks.id, id));
    },

    async delete(id) {
      await db.delete(webhooks).where(eq(webhooks.id, id));
    },

    async hearsOfEnd(requestId) {
      const { rows } = await db.execute(sql`
        select from generation_requests r
        join api_keys k on k.id = r.api_key_id
        join webhooks w on w.organization_id = k.organization_id and w.enabled
        where r.id = ${requestId} and r.call_terms is not null and w.events && ${sql.param([...JOB_EVENTS])}::text[]
        limit 1`);
      return rows.length > 0;
    },

    async listening(apiKeyId, type) {
      const { rows } = await db.execute<{ id: string; organization_id: string }>(sql`
        select w.id, w.organization_id from api_keys k
        join webhooks w on w.organization_id = k.organization_id and w.enabled
        where k.id = ${apiKeyId} and ${type} = any(w.events)
          and exists (select from users u where u.id = k.user_id and u.disabled_at is null)
        order by w.id`);
      return rows.map((row) => ({ id: row.id, organizationId: row.organization_id }));
    },

    async announce(event, webhookIds, sendingUntil) {
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

    async takeDue(now, queuedBefore, limit) {
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

    async claim(webhookId, now, until, atOnce) {
      // A statement of its own: the next one sees what others took while this one waited.
      await db.execute(sql`select from webhooks where id = ${webhookId} for no key update`);
      const { rows } = await db.execute<ClaimRow>(sql`
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

    async release(deliveryId) {
      await db
        .update(webhookDeliveries)
        .set({ sendingUntil: null })
        .where(eq(webhookDeliveries.id, deliveryId));
    },

    async note({ id, tries }, { at, ...attempt }, state, nextTryAt) {
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

    async noteSuccess(webhookId) {
      await db
        .update(webhooks)
        .set({ failingSince: null })
        .where(and(eq(webhooks.id, webhookId), sql`${webhooks.failingSince} is not null`));
    },

    async noteFailure(webhookId, at, silentSince) {
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

    deliveries: (webhookId, { after, limit }) =>
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

    async findDelivery(webhookId, id) {
      const condition = and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.id, id));
      const [row] = await selectDeliveries(condition, 1);
      return row ?? null;
    },

    async replay(deliveryId, at) {
      await db
        .update(webhookDeliveries)
        .set({ state: 'pending', tries: 0, nextTryAt: at, sendingUntil: null })
        .where(eq(webhookDeliveries.id, deliveryId));
    },

    async deleteEvents(before) {
      const { rowCount } = await db.delete(webhookEvents).where(lt(webhookEvents.createdAt, before));
      return rowCount ?? 0;
    },
  };
}
