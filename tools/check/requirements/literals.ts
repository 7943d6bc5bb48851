/**
 * Every message, path, name and number that was agreed to the letter and that links, other programs and
 * stored data depend on, with its location: a path into the exports of the contract (`MESSAGES.serversBusy`),
 * or a file, for what only one side needs. literals.test.ts compares them by code points.
 */

/** A message, name, path or number, with its location in the contract; a function is called with `given`. */
export interface Literal {
  readonly section: number;
  readonly literal: string | number | boolean | null;
  readonly place: string;
  readonly given?: readonly unknown[];
}

type Pair = readonly [literal: Literal['literal'], place: string, ...given: unknown[]];
const of = (section: number, ...pairs: readonly Pair[]): Literal[] =>
  pairs.map(([literal, place, ...given]) => ({
    section,
    literal,
    place,
    ...(given.length > 0 && { given }),
  }));

/** The entries of a list in the contract, in order. */
const listed = (section: number, place: string, ...literals: readonly string[]): Literal[] =>
  literals.map((literal, index) => ({ section, literal, place: `${place}.${index}` }));

const plan = (
  index: number,
  name: string,
  term: string,
  credits: number | null,
  price: number | null,
): Literal[] =>
  of(
    9,
    [name, `PLANS.${index}.name`],
    [term, `PLANS.${index}.term`],
    [credits, `PLANS.${index}.credits`],
    [price, `PLANS.${index}.price`],
    [name === 'Pro', `PLANS.${index}.isRecommended`],
    [name === 'Custom', `PLANS.${index}.isCustomPlan`],
    [term === 'year', `PLANS.${index}.isYearly`],
    [name === 'Custom' ? 'Talk to sales' : 'Subscribe', `PLANS.${index}.buttonText`],
  );

const ratio = (index: number, label: string, x: number, y: number, id: number): Literal[] =>
  of(
    9,
    [label, `ASPECT_RATIOS.${index}.label`],
    [x, `ASPECT_RATIOS.${index}.x`],
    [y, `ASPECT_RATIOS.${index}.y`],
    [id, `ASPECT_RATIOS.${index}.id`],
    [label, `ASPECT_RATIOS.${index}.aspectRatio`],
    [x / y, `ASPECT_RATIOS.${index}.value`],
  );

const MESSAGE_LITERALS = [
  ...of(
    2,
    ['Removing background', 'MESSAGES.removingBackground'],
    ['Processing...', 'MESSAGES.processing'],
    ['AI image - history', 'HISTORY_FILE_STEMS.other'],
    ['AI image - historyWBG', 'HISTORY_FILE_STEMS.backgroundRemoved'],
    ['AI image - history.png', 'historyFileName', 2],
    ['AI image - historyWBG.png', 'historyFileName', 8],
  ),
  ...of(4, ["We're unable to verify you. Kindly proceed by logging in.", 'MESSAGES.unableToVerify']),
  ...of(
    5,
    ['File {name} is not supported', 'fileNotSupported', '{name}'],
    ["Oh no, you're out of credits! Please upgrade/buy a plan to get more credits.", 'MESSAGES.outOfCredits'],
    ['Invalid token response', 'MESSAGES.invalidTokenResponse'],
    ['Token refresh failed', 'MESSAGES.tokenRefreshFailed'],
    ['Missing file URL.', 'MESSAGES.missingFileUrl'],
  ),
  ...of(
    8,
    ['Servers are busy right now. Please reload the page and try again.', 'MESSAGES.serversBusy'],
    ['Servers are busy right now. Please try again.', 'MESSAGES.serversBusyUpscale'],
    ["We're unable to verify you. Kindly proceed by logging in.", 'MESSAGES.unableToVerify'],
    ['Failed to process your request. Please try again.', 'MESSAGES.taskFailed'],
    // Agreed without a period.
    ['Unable to remove background. Please try again', 'MESSAGES.removeBackgroundFailed'],
    ['Failed to download the image. Please try again.', 'MESSAGES.upscaleImageMissing'],
    ['Session expired. Please login again.', 'MESSAGES.sessionExpired'],
    [
      // The only curly apostrophe in the catalog.
      'Oops! You\u2019ve run out of download credits. Subscribe your plan to download more images.',
      'MESSAGES.outOfDownloadCredits',
    ],
    ['File {name} is not supported', 'fileNotSupported', '{name}'],
    ['Download failed', 'MESSAGES.downloadFailed'],
    ['Network response was not ok', 'MESSAGES.networkNotOk'],
    ['Unable to fetch the blob', 'MESSAGES.blobFetchFailed'],
    ['Failed to load image', 'MESSAGES.imageLoadFailed'],
    ['Missing file URL.', 'MESSAGES.missingFileUrl'],
  ),
];

const USERS = '/{product}/users/api/v1';
const AUTHORIZATION = '/{product}/authorization/api/v1';
const GENERATIONS = '/{product}/generations/api/v1';

const PATH_LITERALS = [
  ...of(
    2,
    ['/', 'ROUTES.home'],
    ['/studio', 'ROUTES.studio'],
    ['/reset-password/{token}', 'ROUTES.resetPassword'],
    ['/privacy-policy', 'ROUTES.privacyPolicy'],
    ['/terms-and-conditions-of-use', 'ROUTES.terms'],
    ['/not-found', 'ROUTES.notFound'],
    ['/sign-in', 'ROUTES.signIn'],
    ['/forgot-password', 'ROUTES.forgotPassword'],
    ['/sign-up', 'ROUTES.signUp'],
  ),
  ...of(
    7,
    ['/aiimages/api/details/', 'ENDPOINTS.createRecord.path'],
    ['/aiimages/api/details/', 'ENDPOINTS.listRecords.path'],
    ['/aiimages/api/bulk-create/', 'ENDPOINTS.bulkCreateRecords.path'],
    ['/users/api/v3/login/refresh/', 'ENDPOINTS.refreshSession.path'],
    [`${USERS}/demo-register/`, 'ENDPOINTS.registerDemo.path'],
    [`${USERS}/fast-register/`, 'ENDPOINTS.register.path'],
    [`${USERS}/fast-register-social/`, 'ENDPOINTS.registerSocial.path'],
    [`${USERS}/login/`, 'ENDPOINTS.login.path'],
    [`${USERS}/forgot-password/`, 'ENDPOINTS.forgotPassword.path'],
    [`${USERS}/reset-password-confirmation/`, 'ENDPOINTS.resetPassword.path'],
    [`${USERS}/user-details/`, 'ENDPOINTS.getUserDetails.path'],
    [`${USERS}/subscription-details/`, 'ENDPOINTS.getSubscriptionDetails.path'],
    ['/{product}/payments/api/v1/checkout/', 'ENDPOINTS.startCheckout.path'],
    [`${AUTHORIZATION}/download-image/`, 'ENDPOINTS.downloadImage.path'],
    [`${AUTHORIZATION}/download-credits/`, 'ENDPOINTS.getDownloadCredits.path'],
    [`${AUTHORIZATION}/private/`, 'ENDPOINTS.getAuthorization.path'],
    [`${AUTHORIZATION}/success-generation/`, 'ENDPOINTS.reportSuccess.path'],
    ['/marketplace/authorization/api/v1/gcp/', 'ENDPOINTS.signUpFromMarketplace.path'],
    [`${GENERATIONS}/check-status/`, 'ENDPOINTS.checkStatus.path'],
    [`${GENERATIONS}/bgremove-vs/`, 'ENDPOINTS.cut-out.path'],
    [`${GENERATIONS}/analyze-vs/`, 'ENDPOINTS.describe.path'],
    [`${GENERATIONS}/upscale-vs/`, 'ENDPOINTS.upscale.path'],
    ['POST', 'ENDPOINTS.refreshSession.method'],
    ['GET', 'ENDPOINTS.getFreemiumCredits.method'],
    ['GET', 'ENDPOINTS.listRecords.method'],
    ['POST', 'ENDPOINTS.createRecord.method'],
    ['form', 'ENDPOINTS.createRecord.body'],
    ['PATCH', 'ENDPOINTS.updateRecord.method'],
    ['POST', 'ENDPOINTS.createGuestSession.method'],
    ['none', 'ENDPOINTS.createGuestSession.body'],
    ['POST', 'ENDPOINTS.createUploadTarget.method'],
    ['bearer', 'ENDPOINTS.createUploadTarget.auth'],
    ['POST', 'ENDPOINTS.descriptionToPrompt.method'],
    ['json', 'ENDPOINTS.descriptionToPrompt.body'],
    ['bearer', 'ENDPOINTS.descriptionToPrompt.auth'],
    ['GET', 'ENDPOINTS.checkStatus.method'],
    ...(['cut-out', 'describe', 'upscale'] as const).flatMap((name): Pair[] => [
      ['POST', `ENDPOINTS.${name}.method`],
      ['form', `ENDPOINTS.${name}.body`],
      ['stream', `ENDPOINTS.${name}.answer`],
    ]),
  ),
];

const NAME_LITERALS = [
  ...listed(
    1,
    'GENERATION_TYPES',
    'bg_removal',
    'inspiration_generation',
    'product_background_generation',
    'magic_tool',
  ),
  ...of(
    1,
    [1, 'TOOL_IDS.default'],
    [2, 'TOOL_IDS.product'],
    [4, 'TOOL_IDS.text'],
    [5, 'TOOL_IDS.ipProduct'],
    [6, 'TOOL_IDS.ipText'],
    [7, 'TOOL_IDS.upscale'],
    [8, 'TOOL_IDS.bgRemove'],
    [9, 'TOOL_IDS.magicTool'],
    [10, 'TOOL_IDS.harmonize'],
  ),
  ...listed(2, 'TABS', 'home', 'create', 'pricing', 'history', 'account'),
  ...of(2, ['home', 'DEFAULT_TAB']),
  ...of(3, ['GCP Free plan', 'GCP_FREE_PLAN_TYPE'], ['image.png', 'DEFAULT_IMAGE_NAME']),
  ...listed(
    3,
    'RECORD_SLOTS',
    'thumb',
    'input_image',
    'standard_output_image',
    'input_mask_image',
    'reference_image',
    'output_image',
  ),
  ...listed(5, 'UPLOAD_EXTENSIONS', '.png', '.jpg', '.jpeg', '.heic'),
  ...of(7, ['-created_at', 'HISTORY_SORT']),
  ...of(
    9,
    ['-created_at', 'HISTORY_SORT'],
    ['AI Image.png', 'DEFAULT_DOWNLOAD_NAME'],
    ['/book-a-demo', 'PLANS.3.redirectURL'],
    ['/book-a-demo', 'PLANS.7.redirectURL'],
  ),
  ...listed(9, 'GOOGLE_SCOPES', 'openid', 'profile', 'email'),
  ...['0', '1', '2', '4', '5', '6'].flatMap((index) =>
    listed(
      9,
      `PLANS.${index}.features`,
      '1 user',
      'Unlimited generations',
      'Aspect ratio control',
      'AI prompt assist',
      'Web platform',
      'Auto-generation and product detection',
    ),
  ),
  ...['3', '7'].flatMap((index) =>
    listed(
      9,
      `PLANS.${index}.features`,
      'Custom download quantity',
      'Available API connections',
      'Batch automation',
    ),
  ),
];

const NUMBER_LITERALS = [
  ...of(2),
  ...of(3),
  ...of(4),
  ...of(
    5,
    [1, 'parseAspectRatio', 'neither'],
    [1.5, 'parseAspectRatio', '3/2'],
    [1.6, 'parseAspectRatio', '16:10'],
    [255, 'ALPHA_OPAQUE'],
    [10, 'ALPHA_VISIBLE_ABOVE'],
    [2, 'NAME_MIN_LENGTH'],
    [30, 'NAME_MAX_LENGTH'],
    [8, 'PASSWORD_MIN_LENGTH'],
  ),
  ...of(
    7,

    [200, 'ENDPOINTS.refreshSession.successStatus'],
    [20, 'HISTORY_PAGE_SIZE'],
    [2000, 'POLL_INTERVAL_MS'],
  ),
  ...plan(0, 'Lite', 'month', 30, 199),
  ...plan(1, 'Plus', 'month', 50, 299),
  ...plan(2, 'Pro', 'month', 150, 829),
  ...plan(3, 'Custom', 'month', null, null),
  ...plan(4, 'Lite', 'year', 30, 166),
  ...plan(5, 'Plus', 'year', 50, 249),
  ...plan(6, 'Pro', 'year', 150, 691),
  ...plan(7, 'Custom', 'year', null, null),
  ...ratio(0, '16:10', 1280, 800, 5),
  ...ratio(1, '4:3', 1024, 768, 3),
  ...ratio(2, '3:2', 1080, 720, 4),
  ...ratio(3, '1:1', 1024, 1024, 1),
  ...ratio(4, '3:4', 960, 1280, 6),
  ...of(
    9,
    [2000, 'POLL_INTERVAL_MS'],

    [10, 'ALPHA_VISIBLE_ABOVE'],
    [255, 'ALPHA_OPAQUE'],

    [20, 'HISTORY_PAGE_SIZE'],

    [1024, 'OUTPUT_CANVAS_CAP_PX'],
    // The agreed values are indexes, 0 to 1 or 0 to 3; counts are one more.
    [1 + 1, 'GENERATE_COUNTS.0'],
    [3 + 1, 'GENERATE_COUNTS.1'],
    [3 + 1, 'GENERATE_DEFAULT_COUNT'],
  ),
];

export const LITERALS: readonly Literal[] = [
  ...MESSAGE_LITERALS,
  ...PATH_LITERALS,
  ...NAME_LITERALS,
  ...NUMBER_LITERALS,
];

/** Agreed field names of transmitted and stored data, and the schemas that must have them. */
export const FIELDS: readonly (readonly [section: number, place: string, names: readonly string[]])[] = [
  [
    3,
    'userSchema.shape',
    [
      'id',
      'member_id',
      'email',
      'created_at',
      'is_guest',
      'was_guest_user',
      'name',
      'first_name',
      'last_name',
      'company_name',
      'is_test_user',
    ],
  ],
  [3, 'organizationDetailSchema.shape', ['id', 'name', 'subscription_type', 'status']],
  [3, 'organizationDetailSchema.shape.status.shape', ['id', 'name']],
  [
    3,
    'currentUserSchema.shape',
    ['user', 'organization_detail', 'user_pilot_id', 'freemium_credits', 'gcp_user_identity'],
  ],
  [3, 'downloadCreditsSchema.shape', ['id', 'download_credits']],
  [3, 'taskResultSchema.shape', ['image_url', 'std_url', 'final_description']],
  [
    3,
    'newRecordFormSchema.shape',
    [
      'tool_type',
      'input_image_url_key',
      'output_image_url_key',
      'thumb_url_key',
      'name',
      'text_prompt',
      'standard_output_image_url_key',
      'is_visible',
    ],
  ],
  [3, 'createdRecordSchema.shape', ['id', 'upload']],
  [3, 'uploadTargetSchema.shape', ['url', 'fields']],
  [
    3,
    'PLANS.0',
    [
      'id',
      'name',
      'credits',
      'price',
      'term',
      'features',
      'isRecommended',
      'isYearly',
      'buttonText',
      'styleKey',
      'isCustomPlan',
      'redirectURL',
      'extraText',
    ],
  ],
  [3, 'planPriceSchema.shape', ['stripe_price_id']],
  [3, 'subscriptionDetailsSchema.shape', ['plan_type']],
  [3, 'ASPECT_RATIOS.0', ['id', 'x', 'y', 'label', 'aspectRatio', 'value']],
  [3, 'referenceSchema.shape', ['image']],
  [7, 'refreshRequestSchema.shape', ['refresh']],
  [7, 'refreshResponseSchema.shape', ['access', 'refresh']],
  [
    7,
    'sessionSchema.shape',
    [
      'access',
      'refresh',
      'info',
      'organization_detail',
      'role',
      'user_pilot_id',
      'was_guest_user',
      'is_test_user',
      'is_guest',
    ],
  ],
  [7, 'sessionSchema.shape.info.shape', ['user']],
  [7, 'freemiumCreditsQuerySchema.shape', ['feature_type']],
  [7, 'freemiumCreditsSchema.shape', ['freemium_credits']],
  [7, 'recordsQuerySchema.shape', ['page', 'per_page', 'sort']],
  [7, 'recordPatchSchema.shape', ['is_visible']],
  [7, 'uploadTargetQuerySchema.shape', ['object_name']],
  [7, 'checkStatusQuerySchema.shape', ['task_id']],
  [7, 'taskStateSchema.shape', ['status', 'result']],
  [7, 'taskIdsEventSchema.shape', ['task_ids']],
  [7, 'cutOutFormSchema.shape', ['image_s3', 'feature_type']],
  [7, 'describeFormSchema.shape', ['image_s3', 'feature_type']],
  [7, 'upscaleFormSchema.shape', ['image_s3', 'value', 'feature_type']],
  [7, 'descriptionToPromptRequestSchema.shape', ['description']],
];

/** Literals that are not constants of the contract, with the file that contains each. */
export const ELSEWHERE: readonly (readonly [
  section: number,
  literal: string,
  file: string,
  written: string,
])[] = [
  [9, 'CHUNK_LOAD_TIMEOUT_MS', 'packages/web/src/lib/page/lazy-page.ts', 'CHUNK_LOAD_TIMEOUT_MS = 120_000;'],
  [9, 'TOAST_DURATION_MS', 'packages/web/src/lib/state/toast.ts', 'TOAST_DURATION_MS = 4000;'],
  [9, 'PROGRESS_STEP_PERCENT', 'packages/web/src/ui/loading-progress.ts', 'PROGRESS_STEP_PERCENT = 1.67;'],
  [
    9,
    'PROGRESS_STEP_INTERVAL_MS',
    'packages/web/src/ui/loading-progress.ts',
    'PROGRESS_STEP_INTERVAL_MS = 500;',
  ],
  [9, 'PROGRESS_HOLD_PERCENT', 'packages/web/src/ui/loading-progress.ts', 'PROGRESS_HOLD_PERCENT = 97;'],
  [9, 'PROGRESS_DONE_PERCENT', 'packages/web/src/ui/loading-progress.ts', 'PROGRESS_DONE_PERCENT = 100;'],
  [
    9,
    'PROGRESS_REMOVING_BACKGROUND_PERCENT',
    'packages/web/src/ui/loading-progress.ts',
    'PROGRESS_REMOVING_BACKGROUND_PERCENT = 8.35;',
  ],
  [9, 'SAVE_CHUNK_SIZE', 'packages/web/src/lib/files/image-file.ts', 'SAVE_CHUNK_SIZE = 800_000;'],
  [9, 'MAX_RETRIES', 'packages/web/src/lib/api/authorized-fetch.ts', 'MAX_RETRIES = 2;'],
  [
    9,
    'UPLOAD_SUCCESS_STATUS_MIN',
    'packages/web/src/lib/files/upload.ts',
    'UPLOAD_SUCCESS_STATUS_MIN = 200;',
  ],
  [
    9,
    'UPLOAD_SUCCESS_STATUS_MAX',
    'packages/web/src/lib/files/upload.ts',
    'UPLOAD_SUCCESS_STATUS_MAX = 205;',
  ],
  [9, 'UPLOAD_NAME_MIN', 'packages/web/src/lib/files/upload.ts', 'UPLOAD_NAME_MIN = 1e11;'],
  [9, 'LOADING_INDICATOR_DELAY_MS', 'packages/web/src/ui/spinner.tsx', 'LOADING_INDICATOR_DELAY_MS = 1500;'],
  [9, 'THUMBNAIL_WIDTH_PX', 'packages/web/src/lib/files/renditions.ts', 'THUMBNAIL_WIDTH_PX = 544;'],
  [9, 'RESIZE_LONGEST_SIDE_PX', 'packages/web/src/lib/files/renditions.ts', 'RESIZE_LONGEST_SIDE_PX = 768;'],
  [9, 'OVERLAY_Z_INDEX', 'packages/web/src/ui/loading-overlay.tsx', 'OVERLAY_Z_INDEX = 1_000_000;'],
  [9, 'UPLOAD_NAME_MAX', 'packages/web/src/lib/files/upload.ts', 'UPLOAD_NAME_MAX = 1e12;'],
  [9, 'WEBP_QUALITY', 'packages/web/src/lib/files/renditions.ts', 'WEBP_QUALITY = 0.6;'],
  [9, 'token', 'packages/web/src/lib/state/storage-keys.ts', `accessToken: 'token'`],
  [9, 'refresh_token', 'packages/web/src/lib/state/storage-keys.ts', `refreshToken: 'refresh_token'`],
  [9, 'current_user', 'packages/web/src/lib/state/storage-keys.ts', `currentUser: 'current_user'`],
  [
    9,
    'calledApiCredits',
    'packages/web/src/lib/state/storage-keys.ts',
    `calledApiCredits: 'calledApiCredits'`,
  ],
  [9, 'role_detail', 'packages/web/src/lib/state/storage-keys.ts', `roleDetail: 'role_detail'`],
  [9, 'isGuestUser', 'packages/web/src/lib/state/storage-keys.ts', `isGuestUser: 'isGuestUser'`],
  [9, 'isGcpUser', 'packages/web/src/lib/state/storage-keys.ts', `isGcpUser: 'isGcpUser'`],
  [9, 'a page’s title', 'packages/web/src/lib/state/page-title.ts', '`${title} - ${PRODUCT_TITLE}`'],
  [5, 'jpg', 'packages/contract/src/validation.ts', String.raw`/\.jpe?g$/i`],
  [5, 'png', 'packages/contract/src/validation.ts', `'.png'`],
  [7, '.png', 'packages/web/src/lib/files/upload.ts', '.png`'],
  [7, 'file', 'packages/web/src/lib/files/upload.ts', `form.append('file', `],
  [7, 'data:', 'packages/web/src/lib/api/event-stream.ts', `'data:'`],
  [9, '.webp', 'packages/web/src/lib/files/image-file.ts', `'.webp'`],
  ...['iPhone', 'iPad', 'iPod', 'Android'].map(
    (name) => [9, name, 'packages/web/src/lib/analytics/mobile.ts', name] as const,
  ),
  ...[
    'pageLoader',
    'showToast',
    'toastMessage',
    'toastType',
    'userLoggedIn',
    'fetchUserInfoAgain',
    'subscriptionDetails',
    'subscriptionPrices',
    'activeTab',
    'loadCreatePageAgain',
    'reImagine',
    'reImagineText',
    'finalImageRedux',
    'generationCancelled',
    'currentPromptValue',
    'currentFreemiumCredits',
    'currentAvailableDownloadImageCount',
  ].map((name) => [3, name, 'packages/web/src/lib/state/global-state.ts', `readonly ${name}: `] as const),
  ...['blobFile', 'base64Image', 'file_name', 'chunkSize'].map(
    (name) => [3, name, 'packages/web/src/lib/files/image-file.ts', `readonly ${name}?: `] as const,
  ),
  [3, 'imageUrl', 'packages/web/src/features/studio/documents/show-result.ts', 'readonly imageUrl: '],
  [3, 'stdUrl', 'packages/web/src/features/studio/documents/show-result.ts', 'readonly stdUrl?: '],
  [3, 'category_name', 'packages/web/src/lib/filing/saved-records.ts', 'readonly category_name: '],
];
