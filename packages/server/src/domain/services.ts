import type { ModelInfo } from '@packshot/contract';
import type { AccountService } from './accounts/service.ts';
import type { ApiKeyService } from './api-keys/service.ts';
import type { ApiUsageService } from './api-usage/service.ts';
import type { ArchiveService } from './archives/service.ts';
import type { BillingService } from './billing/service.ts';
import type { CreditService } from './credits/service.ts';
import type { EngineService } from './engines/service.ts';
import type { EventService } from './events/service.ts';
import type { GenerationService } from './generations/service.ts';
import type { OrganizationService } from './organizations/service.ts';
import type { PromptService } from './prompts/service.ts';
import type { ArrangedCutOutService } from './public-jobs/arranged-cut-outs.ts';
import type { PublicJobService } from './public-jobs/service.ts';
import type { PublicPictureService } from './public-pictures/service.ts';
import type { RecordService } from './records/service.ts';
import type { ReferenceService } from './references/service.ts';
import type { ServiceHealth } from './upkeep/health.ts';
import type { SessionService } from './sessions/service.ts';
import type { UploadService } from './uploads/service.ts';
import type { WebhookService } from './webhooks/service.ts';

/** All services that the HTTP layer calls. Built once, in compose. */
export interface Services {
  readonly sessions: SessionService;
  readonly accounts: AccountService;
  readonly organizations: OrganizationService;
  readonly apiKeys: ApiKeyService;
  readonly apiUsage: ApiUsageService;
  readonly events: EventService;
  readonly credits: CreditService;
  readonly billing: BillingService;
  readonly uploads: UploadService;
  readonly generations: GenerationService;
  readonly publicJobs: PublicJobService;
  readonly publicPictures: PublicPictureService;
  readonly arrangedCutOuts: ArrangedCutOutService;
  readonly records: RecordService;
  readonly archives: ArchiveService;
  readonly prompts: PromptService;
  readonly engines: EngineService;
  readonly references: ReferenceService;
  readonly webhooks: WebhookService;
  readonly health: ServiceHealth;
  models(): Promise<readonly ModelInfo[]>;
}
