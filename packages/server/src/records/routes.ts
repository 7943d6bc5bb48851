import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { ArchiveService } from './archives/service.ts';
import type { RecordService } from './service.ts';

export const recordRoutes = ({
  records,
  archives,
}: {
  readonly records: RecordService;
  readonly archives: ArchiveService;
}) =>
  ({
    createRecord: async ({ caller, input: { is_visible: _ignored, ...record } }) => ({
      data: await records.create(caller, [record]),
    }),
    bulkCreateRecords: async ({ caller, input }) => ({ data: await records.create(caller, input.records) }),
    listRecords: ({ caller, query }) => records.list(caller, query),
    readRecord: async ({ caller, params }) => ({ data: await records.read(caller, params.id) }),
    updateRecord: async ({ caller, params, input }) => ({
      data: await records.update(caller, params.id, input),
    }),
    deleteRecord: ({ caller, params }) => records.delete(caller, params.id),
    orderArchive: ({ caller, input }) => archives.order(caller, input.record_ids),
    orderDataExport: ({ caller }) => archives.orderExport(caller),
    downloadArchive: ({ params }) => archives.open(params.token),
  }) satisfies Partial<Handlers>;
