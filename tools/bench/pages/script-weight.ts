import { chromium } from 'playwright-core';

/** Amount of script loaded on a first visit, in compressed bytes. */
export interface ScriptWeight {
  /** Script loaded before the page was usable, in bytes. */
  readonly beforeUsableBytes: number;
  /** Script loaded until the page was idle, in bytes. */
  readonly totalBytes: number;
}

/** JavaScript that records when the page becomes usable. Runs before any script of the page. */
const watchFor = (selector: string): string => `
  const look = () => {
    if (globalThis.usableMs !== undefined || !document.querySelector(${JSON.stringify(selector)})) return;
    globalThis.usableMs = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });`;

const WEIGH = `(() => {
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\\.js$/.test(new URL(name).pathname));
  const weight = (entries) => entries.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return {
    beforeUsableBytes: weight(scripts.filter(({ responseEnd }) => responseEnd <= globalThis.usableMs)),
    totalBytes: weight(scripts),
  };
})()`;

/**
 * Opens a page with an empty cache and measures its scripts.
 * @param selector element with which the page becomes usable
 */
export async function weighScript(
  url: string,
  selector: string,
  executablePath: string,
): Promise<ScriptWeight> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watchFor(selector));
    await page.goto(url);
    await page.locator(selector).first().waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    return await page.evaluate<ScriptWeight>(WEIGH);
  } finally {
    await browser.close();
  }
}
