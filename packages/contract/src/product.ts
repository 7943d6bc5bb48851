/** The product's name as shown to users. Page titles end in it. */
export const PRODUCT_TITLE = 'Packshot';

/** As in package.json: files say what made them. */
export const PRODUCT_VERSION = '0.2.0';

/** Default of the configurable `{product}` slug in API paths. */
export const DEFAULT_PRODUCT_SLUG = 'packshot';
