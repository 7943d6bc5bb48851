/** True to run larger amounts and rarer cases as well: see "Thorough tests" in CONTRIBUTING.md. */
export const IS_THOROUGH = process.env['THOROUGH_TESTS'] !== undefined;
