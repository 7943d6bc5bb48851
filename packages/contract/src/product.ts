/** The product's name as shown to users. Page titles end in it. */
export const PRODUCT_TITLE = 'Packshot';

/** Default of the configurable `{product}` slug in API paths. */
export const DEFAULT_PRODUCT_SLUG = 'packshot';
