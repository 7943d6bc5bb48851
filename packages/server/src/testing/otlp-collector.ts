import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const SPAN_STATUS_ERROR = 2;

const attributeSchema = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.union([z.number().int(), z.string().regex(/^-?\d+$/)]) }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
});
const nanosSchema = z.string().regex(/^\d{16,20}$/);
const attributesSchema = z
  .array(attributeSchema)
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key occurs twice');
const spanSchema = z
  .strictObject({
    traceId: z.string().regex(/^(?!0{32})[0-9a-f]{32}$/),
    spanId: z.string().regex(/^(?!0{16})[0-9a-f]{16}$/),
    parentSpanId: z
      .string()
      .regex(/^(?!0{16})[0-9a-f]{16}$/)
      .optional(),
    traceState: z.string().optional(),
    name: z.string().min(1),
    kind: z.number().int().min(1).max(5),
    startTimeUnixNano: nanosSchema,
    endTimeUnixNano: nanosSchema,
    attributes: attributesSchema,
    droppedAttributesCount: z.literal(0),
    events: z.array(z.never()),
    droppedEventsCount: z.literal(0),
    status: z.strictObject({ code: z.number().int().min(0).max(2), message: z.string().optional() }),
    links: z.array(z.never()),
    droppedLinksCount: z.literal(0),
    flags: z.number().int().optional(),
  })
  .refine((span) => BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano), 'ends before it begins');
/** Schema of the subset of opentelemetry-proto's JSON that we send. */
const exportSchema = z.strictObject({
  resourceSpans: z
    .array(
      z.object({
        resource: z.object({ attributes: attributesSchema }),
        scopeSpans: z.array(
          z.object({
            scope: z.object({ name: z.literal('packshot'), version: z.string() }),
            spans: z.array(spanSchema).min(1),
          }),
        ),
      }),
    )
    .min(1),
});

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly service: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly hasFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}

export type OtlpCollector = Awaited<ReturnType<typeof startOtlpCollector>>;

/** Starts an OpenTelemetry collector. Requests that break the protocol or lack the token are reported in `problems`. */
export async function startOtlpCollector(token: string) {
  const spans: CollectedSpan[] = [];
  const problems: string[] = [];
  let bodies = '';
  let requests = 0;
  let answer: number | null = null;
  const server = createServer((request, response) => {
    requests += 1;
    void text(request).then((body) => {
      const { authorization, 'content-type': contentType } = request.headers;
      if (request.method !== 'POST' || request.url !== '/v1/traces')
        problems.push(`${request.method} ${request.url}`);
      if (authorization !== `Bearer ${token}`) problems.push('no token');
      if (contentType !== 'application/json') problems.push(`content-type ${contentType}`);
      if (answer !== null) return response.writeHead(answer).end();
      bodies += body;
      try {
        spans.push(...listSpans(exportSchema.parse(JSON.parse(body))));
      } catch (error) {
        problems.push(String(error));
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    /** Problems of received requests, such as invalid content or a missing token. */
    problems,
    /** Bodies of all requests that weren't refused, as received. */
    getBodies: () => bodies,
    requests: () => requests,
    /** Sets the status of all further responses; null accepts requests again. */
    refuse(status: number | null): void {
      answer = status;
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

const MS_NANOS = 1_000_000n;

function listSpans({ resourceSpans }: z.infer<typeof exportSchema>): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        name: span.name,
        service: String(plain(resource.attributes)['service.name']),
        startMs: Number(BigInt(span.startTimeUnixNano) / MS_NANOS),
        endMs: Number(BigInt(span.endTimeUnixNano) / MS_NANOS),
        hasFailed: span.status.code === SPAN_STATUS_ERROR,
        attributes: plain(span.attributes),
      })),
    ),
  );
}

function plain(attributes: z.infer<typeof attributesSchema>): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0] as string | number | boolean]),
  );
}
