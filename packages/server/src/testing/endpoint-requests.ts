import { TOOL_IDS } from '@packshot/contract';
import type { EndpointName, Recipe } from '@packshot/contract';
import type { ApiCallOptions } from './api-client.ts';

/* Valid requests, one per endpoint that needs a token, for tests that call all of them. */

/** Endpoints whose request names a key, task, session or record, which only its owner can find. */
export const NAMES_A_THING: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'downloadImage',
  'viewUpload',
  'cut-out',
  'magic',
  'upscale',
  'refine',
  'export',
  'layers',
  'harmonize',
  'describe',
  'scene',
  'recipe',
  'checkStatus',
  'cancel',
  'revokeSession',
  'reportSuccess',
]);

/** Endpoints that only owners and admins of an organization may use. */
export const MANAGERS_ONLY: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'updateOrganization',
  'inviteMember',
  'withdrawInvitation',
  'changeMemberRole',
  'removeMember',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhook',
  'testWebhook',
  'listWebhookDeliveries',
  'replayWebhookDelivery',
  'createBucket',
  'updateBucket',
  'deleteBucket',
  'tryBucket',
  'startCheckout',
  'openPortal',
  'listInvoices',
  'getDemoCheckout',
  'actInDemo',
]);

/** Endpoints that only operators named in the settings may use, regardless of their role in an organization. */
export const OPERATORS_ONLY: ReadonlySet<EndpointName> = new Set<EndpointName>(['getOperatorFigures']);

/** Endpoints that guests may not use. */
export const MEMBERS_ONLY: ReadonlySet<EndpointName> = new Set<EndpointName>([
  ...OPERATORS_ONLY,
  ...MANAGERS_ONLY,
  'updateUserDetails',
  'deleteAccount',
  'resendVerification',
  'setEmail',
  'getOrganization',
  'acceptInvitation',
  'leaveOrganization',
  'listApiKeys',
  'createApiKey',
  'updateApiKey',
  'rotateApiKey',
  'revokeApiKey',
  'getApiUsage',
  'listBuckets',
  'lookIntoBucket',
  'createRecord',
  'bulkCreateRecords',
  'listRecords',
  'readRecord',
  'updateRecord',
  'deleteRecord',
  'orderArchive',
  'orderDataExport',
  'listRecipes',
  'createRecipe',
  'importRecipe',
  'readRecipe',
  'listRecipeVersions',
  'updateRecipe',
  'deleteRecipe',
  'listRuns',
  'createRun',
  'readRun',
  'updateRun',
  'deleteRun',
  'estimateRun',
  'readRunStyle',
  'changeRun',
  'addRunItems',
  'removeRunItems',
  'addRunTable',
  'addRunBucket',
  'deliverRun',
  'attachRunFiles',
  'listRunItems',
  'readRunItem',
  'changeRunItem',
  'reviewRunItems',
  'orderRunDownload',
]);

/** A recipe for tests that don't depend on its content. */
export const PLAIN_RECIPE: Recipe = {
  steps: {
    cut_out: {},
    ground: { kind: 'transparent' },
    shadow: { kind: 'none', strength: 1 },
    framing: {
      fill_percent: 80,
      margin_percent: 5,
      baseline_percent: null,
      align_x: 'center',
      align_y: 'center',
    },
  },
  outputs: [
    {
      id: 'shop',
      width: 800,
      height: 800,
      format: 'png',
      quality: 90,
      name_pattern: '{sku}_{channel}.{ext}',
    },
  ],
};

/** Ids of a user's own resources, which requests name. */
export interface OwnThings {
  readonly userId: string;
  readonly key: string;
  readonly taskId: string;
  readonly sessionId: string;
}

/** Builds a valid request for the owner of these resources. Every new endpoint needs an entry here. */
export function rightRequest(name: EndpointName, things: OwnThings): ApiCallOptions {
  const { userId, key, taskId, sessionId } = things;
  const requests: Partial<Record<EndpointName, ApiCallOptions>> = {
    getUserDetails: {},
    updateUserDetails: { json: { first_name: 'Bob' } },
    deleteAccount: { json: {} },
    resendVerification: {},
    setEmail: { json: { email: 'new@shop.example' } },
    recordEvents: { json: { events: [{ name: 'page_viewed', at: new Date().toISOString() }] } },
    getOrganization: {},
    updateOrganization: { json: { name: 'Bob’s' } },
    inviteMember: { json: { email: 'bob@shop.example' } },
    withdrawInvitation: { params: { id: sessionId } },
    acceptInvitation: { json: { token: 'A'.repeat(43) } },
    changeMemberRole: { params: { user_id: userId }, json: { role: 'member' } },
    removeMember: { params: { user_id: userId } },
    leaveOrganization: {},
    listApiKeys: {},
    createApiKey: { json: { name: 'Shop', mode: 'test', scopes: ['images:write'] } },
    updateApiKey: { params: { id: sessionId }, json: { name: 'Till' } },
    rotateApiKey: { params: { id: sessionId } },
    getApiUsage: {},
    revokeApiKey: { params: { id: sessionId } },
    listWebhooks: {},
    createWebhook: { json: { url: 'https://shop.example/hook', events: ['job.succeeded'] } },
    updateWebhook: { params: { id: sessionId }, json: { enabled: false } },
    deleteWebhook: { params: { id: sessionId } },
    rotateWebhook: { params: { id: sessionId } },
    testWebhook: { params: { id: sessionId } },
    listWebhookDeliveries: { params: { id: sessionId } },
    replayWebhookDelivery: { params: { id: sessionId, delivery_id: sessionId } },
    listBuckets: {},
    createBucket: {
      json: {
        name: 'Shop',
        bucket: 'shop-photos',
        access_key_id: 'AKIAEXAMPLE',
        secret_access_key: 'secret',
        may_read: true,
        may_write: true,
      },
    },
    updateBucket: { params: { id: sessionId }, json: { name: 'Shop' } },
    deleteBucket: { params: { id: sessionId } },
    lookIntoBucket: { params: { id: sessionId }, json: { folder: 'autumn' } },
    tryBucket: { params: { id: sessionId } },
    listRecipes: {},
    createRecipe: { json: { name: 'White', recipe: PLAIN_RECIPE } },
    importRecipe: { json: { 'packshot-recipe': 1, name: 'White', recipe: PLAIN_RECIPE } },
    readRecipe: { params: { id: sessionId } },
    listRecipeVersions: { params: { id: sessionId } },
    updateRecipe: { params: { id: sessionId }, json: { name: 'Gray' } },
    deleteRecipe: { params: { id: sessionId } },
    listRuns: {},
    createRun: { json: { name: 'Autumn', recipe_id: sessionId } },
    readRun: { params: { id: sessionId } },
    updateRun: { params: { id: sessionId }, json: { name: 'Winter' } },
    deleteRun: { params: { id: sessionId } },
    estimateRun: { params: { id: sessionId } },
    readRunStyle: { params: { id: sessionId } },
    changeRun: { params: { id: sessionId, action: 'start' } },
    addRunItems: {
      params: { id: sessionId },
      json: { first_row: 1, items: [{ sku: 'mug', source: { kind: 'file', file_name: 'mug.jpg' } }] },
    },
    removeRunItems: { params: { id: sessionId }, json: { rows: [1] } },
    addRunTable: { params: { id: sessionId }, method: 'POST' },
    addRunBucket: { params: { id: sessionId }, json: { bucket_id: sessionId } },
    deliverRun: { params: { id: sessionId }, json: {} },
    attachRunFiles: { params: { id: sessionId }, json: { files: [{ file_name: 'mug.jpg', key }] } },
    listRunItems: { params: { id: sessionId } },
    readRunItem: { params: { id: sessionId, row: '1' } },
    changeRunItem: { params: { id: sessionId, row: '1' }, json: { image_key: key } },
    reviewRunItems: { params: { id: sessionId }, json: { decisions: [{ row: 1, decision: 'approve' }] } },
    orderRunDownload: { params: { id: sessionId }, json: { kind: 'zip' } },
    listSessions: {},
    revokeSession: { params: { id: sessionId } },
    revokeOtherSessions: {},
    getFreemiumCredits: {},
    getDownloadCredits: {},
    downloadImage: { json: { key } },
    getAuthorization: {},
    getLedger: { query: { ledger: 'freemium' } },
    getSubscriptionDetails: {},
    startCheckout: { json: { plan_id: 'lite-month' } },
    openPortal: {},
    listInvoices: {},
    getDemoCheckout: { query: { checkout_id: crypto.randomUUID() } },
    actInDemo: { json: { action: 'cancel' } },
    createUploadTarget: { method: 'POST', query: { object_name: '123456789012.png' } },
    viewUpload: { json: { key } },
    'cut-out': { form: { image_s3: key, feature_type: String(TOOL_IDS.bgRemove) } },
    magic: {
      form: { image_s3: key, mask_s3: key, feature_type: String(TOOL_IDS.magicTool) },
    },
    upscale: { form: { image_s3: key, value: '2', feature_type: String(TOOL_IDS.upscale) } },
    refine: {
      form: { image_s3: key, matte_s3: key, mask_s3: key, feature_type: String(TOOL_IDS.bgRemove) },
    },
    export: {
      form: {
        image_s3: key,
        digital_source_type: 'composite',
        feature_type: String(TOOL_IDS.default),
      },
    },
    layers: { form: { image_s3: key, feature_type: String(TOOL_IDS.product) } },
    harmonize: {
      form: { image_s3: key, mask_s3: key, feature_type: String(TOOL_IDS.harmonize) },
    },
    describe: { form: { image_s3: key, feature_type: String(TOOL_IDS.default) } },
    scene: { form: { image_s3: key, feature_type: String(TOOL_IDS.product) } },
    recipe: {
      form: {
        image_s3: key,
        recipe: JSON.stringify(PLAIN_RECIPE),
        feature_type: String(TOOL_IDS.default),
      },
    },
    listEngines: {},
    getOperatorAccess: {},
    getOperatorFigures: {},
    descriptionToPrompt: { json: { description: 'A glossy red mug.' } },
    checkStatus: { query: { task_id: taskId } },
    cancel: { json: { task_ids: [taskId] } },
    createRecord: { form: { tool_type: String(TOOL_IDS.bgRemove), output_image_url_key: key } },
    bulkCreateRecords: {
      json: { records: [{ tool_type: TOOL_IDS.bgRemove, output_image_url_key: key }] },
    },
    listRecords: {},
    readRecord: { params: { id: taskId } },
    updateRecord: { params: { id: taskId }, json: { starred: true } },
    deleteRecord: { params: { id: taskId } },
    orderArchive: { json: { record_ids: [taskId] } },
    orderDataExport: {},
    reportSuccess: { json: { task_ids: [taskId] } },
  };
  const request = requests[name];
  if (request === undefined) throw new Error(`Say what a request of ${name} looks like`);
  return request;
}
