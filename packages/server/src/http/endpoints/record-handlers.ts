import type { RECORD_ENDPOINTS } from '@packshot/contract';
import type { Services } from '../../domain/services.ts';
import type { Handlers } from './call.ts';

/** Handlers for saved generations and their ZIPs. */
export function recordHandlers({
  records,
  archives,
  generations,
}: Services): Pick<Handlers, keyof typeof RECORD_ENDPOINTS> {
  return {
    createRecord: async ({ caller, input: { is_visible: _wish, ...record } }) => ({
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
    reportSuccess: async ({ caller, input }) => ({
      recorded: [...(await generations.reportShown(caller, input.task_ids))],
    }),
  };
}
