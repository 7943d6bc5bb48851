import type { Handlers } from '../platform/http/endpoints/call.ts';
import type { UploadService } from './service.ts';
import type { UploadViewService } from './view-service.ts';

export const uploadRoutes = ({
  uploads,
  uploadViews,
}: {
  readonly uploads: UploadService;
  readonly uploadViews: UploadViewService;
}) =>
  ({
    createUploadTarget: ({ caller, query }) => uploads.createTarget(caller, query.object_name),
    viewUpload: ({ caller, input }) => uploadViews.view(caller, input.key),
  }) satisfies Partial<Handlers>;
