/** Product name as shown to users. */
export const PRODUCT_TITLE = 'Packshot';

/** Version of the product, the same as in package.json; files state it as the program that made them. */
export const PRODUCT_VERSION = '0.2.0';

export const DEFAULT_PRODUCT_SLUG = 'packshot';
