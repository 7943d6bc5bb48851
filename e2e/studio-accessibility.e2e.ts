/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { drawnVase, sample } from './fixtures/photos.ts';
import { startProduct } from './fixtures/product.ts';
import type { ProductWithBrowser } from './fixtures/product.ts';
import { IS_THOROUGH } from './fixtures/thorough.ts';
import { StudioPage } from './fixtures/studio.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let product: ProductWithBrowser;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** Window width in CSS pixels from which the panel is next to the stage; below it, the panel is a sheet. */
const PANEL_FROM_PX = 1024;

/**
 * Findings of axe on the current page, one line per element: all rules, plus color contrast in the dark theme. The dark
 * theme is checked at only one width, because it doubles the time.
 */
async function violations(page: Page): Promise<string[]> {
  const pageViolations = await axeOn(page, null);
  const isWide = (page.viewportSize()?.width ?? 0) >= PANEL_FROM_PX;
  if (isWide !== page.url().includes('/studio')) return pageViolations;
  await showTheme(page, 'dark');
  const foundInTheDark = await axeOn(page, 'color-contrast');
  await showTheme(page, 'light');
  return [...pageViolations, ...foundInTheDark.map((line) => `dark: ${line}`)];
}

async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction(
    (expectedTheme) => document.documentElement.dataset['theme'] === expectedTheme,
    theme,
  );
}

/**
 * Runs the accessibility checker axe on the page.
 * @param rule rule to run, or null for all
 */
async function axeOn(page: Page, rule: string | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    type AxeResult = { violations: { id: string; nodes: { target: unknown[] }[] }[] };
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    // Waits for color transitions between themes, because intermediate colors don't count.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.all(fading.map(({ finished }) => finished.catch(() => undefined)));
    const axeResult = await axe.run({
      // Omits details of passed rules, which saves computing their selectors.
      resultTypes: ['violations'],
      ...(only !== null && { runOnly: [only] }),
    });
    return axeResult.violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')}`),
    );
  }, rule);
}

/** Background color and outline of a control in forced colors. */
const looks = (control: Locator) =>
  control.evaluate((element) => {
    const style = getComputedStyle(element);
    const { outlineColor, outlineStyle, outlineWidth } = style;
    // The browser shows the computed background only with `forced-color-adjust: none`; otherwise it paints a system
    // color.
    const isOurs = style.getPropertyValue('forced-color-adjust') === 'none';
    const backgroundColor = isOurs ? style.backgroundColor : 'the system’s';
    const outline = outlineStyle === 'none' ? 'none' : `${outlineWidth} ${outlineStyle} ${outlineColor}`;
    return { backgroundColor, outline };
  });

/** Checks that selected, switched and main controls are recognizable without our background colors. */
async function expectStatesInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const segment = (name: string): Locator => page.locator('label', { hasText: new RegExp(`^${name}$`) });
  await button('Blush arches').click();
  const pairs: readonly [what: string, chosen: Locator, other: Locator][] = [
    ['tool', button('Background'), button('Crop')],
    ['segment', segment('Scene'), segment('Color')],
    ['tile', button('Blush arches'), button('Surprise me: any scene that fits your words')],
    [
      'result',
      page.getByRole('button', { name: /^1\. Cut-out/ }),
      page.getByRole('button', { name: 'Photo' }).first(),
    ],
    ['main button', button('Generate 4 variants'), button('Auto-prompt')],
  ];
  for (const [what, selectedOption, other] of pairs) {
    const [one, two] = [await looks(selectedOption), await looks(other)];
    expect(one.backgroundColor, what).not.toBe(two.backgroundColor);
    expect(two.outline, `${what}, not chosen`).not.toBe('none');
  }
  await page.locator('summary', { hasText: 'Format' }).click();
  const track = page.getByRole('switch').first().locator('..');
  const before = await looks(track);
  await page.getByRole('switch').first().click({ force: true });
  // Polls, because the color of the switch's track fades.
  await expect
    .poll(async () => (await looks(track)).backgroundColor, { message: 'switch' })
    .not.toBe(before.backgroundColor);
  await page.getByRole('switch').first().click({ force: true });
  const unfocused = await looks(button('Crop'));
  await page.keyboard.press('Tab');
  await button('Crop').focus();
  expect((await looks(button('Crop'))).outline, 'focus').not.toBe(unfocused.outline);
  await button('Surprise me: any scene that fits your words').click();
  await page.emulateMedia({ forcedColors: 'none' });
}

describe('the Create page', () => {
  it.each([
    [1440, 900],
    [390, 844],
  ] as const)('has no axe findings at a width of %i', async (width, height) => {
    const { studio, context } = await StudioPage.open(product, {
      // Lets axe inject its script, which the page's content security policy would otherwise block.
      bypassCSP: true,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      viewport: { width, height },
    });
    const { page } = studio;
    /**
     * Checks a state whose layout is the same on narrow and wide pages. On narrow pages, only thorough runs check it.
     */
    const expectNoneIfNew = async (state: string): Promise<void> => {
      if (width >= PANEL_FROM_PX || IS_THOROUGH) expect(await violations(page), state).toEqual([]);
    };
    expect(await violations(page), 'empty').toEqual([]);
    await studio.choose(sample('mug'));
    await studio.result();
    expect(await violations(page), 'result').toEqual([]);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    expect(await violations(page), 'compare').toEqual([]);
    await page.getByRole('button', { name: 'Side by side' }).click();
    await expectNoneIfNew('side by side');
    await page.keyboard.press('b');
    await page.getByTestId('refine').waitFor();
    expect(await violations(page), 'correcting').toEqual([]);
    await page.keyboard.press('k');
    await page.getByTestId('crop').waitFor();
    expect(await violations(page), 'crop').toEqual([]);
    await page.keyboard.press('w');
    await expectNoneIfNew('magic tool');
    await page.keyboard.press('u');
    await expectNoneIfNew('upscale');
    await page.keyboard.press('g');
    await page.getByTestId('product').waitFor();
    await page.getByRole('button', { name: 'Blush arches' }).waitFor();
    expect(await violations(page), 'background').toEqual([]);
    if (width >= PANEL_FROM_PX) await expectStatesInForcedColors(page);
    if (width < PANEL_FROM_PX) {
      await page.getByRole('button', { name: 'All settings and details' }).click();
      const sheet = page.getByRole('dialog', { name: 'Background' });
      await studio.openGroup('Light, colors, shadow', sheet);
      await sheet.getByRole('radio', { name: 'Night' }).waitFor();
      expect(await violations(page), 'all settings').toEqual([]);
      await page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
    }
    await page.getByRole('radio', { name: 'Color', exact: true }).check();
    expect(await violations(page), 'color').toEqual([]);
    await page.keyboard.press('h');
    await page.getByRole('slider', { name: 'Match the scene' }).waitFor();
    await expectNoneIfNew('harmonize');
    await page.keyboard.press('q');
    await page.getByRole('textbox', { name: 'Describe the scene' }).fill('marble podium, xyzzy');
    await expectNoneIfNew('inspire');
    // Moves the focus out of the text field, where keys type letters instead of running shortcuts.
    await page.getByRole('button', { name: 'Surprise me: any scene that fits your words' }).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).waitFor();
    await expectNoneIfNew('commands');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectNoneIfNew('shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^1\. Cut-out/ }).click();
    await page.keyboard.press('x');
    await page.getByRole('img', { name: 'Cut-out', exact: true }).waitFor();
    await page.getByRole('button', { name: /^1\. Cut-out/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Export as…' }).waitFor();
    expect(await violations(page), 'menu').toEqual([]);
    await page.getByRole('menuitem', { name: 'Export as…' }).click();
    await page.getByRole('img', { name: 'Preview of the file' }).waitFor();
    await page.getByRole('radio', { name: /^Amazon/ }).check({ force: true });
    await page.getByRole('combobox', { name: 'Check for' }).selectOption('Zalando');
    await page.getByRole('button', { name: /^Fix it: The picture’s shape/ }).waitFor();
    expect(await violations(page), 'export').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Export' }).waitFor({ state: 'detached' });
    await studio.choose(drawnVase(1), drawnVase(2));
    await page.getByRole('heading', { name: 'Batch of 2 photos' }).waitFor();
    await page.getByRole('radio', { name: 'Scene', exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Blush arches' }).waitFor();
    expect(await violations(page), 'batch').toEqual([]);
    await context.close();
  });

  it('shows the overlay of a long run without axe findings, and lets the keyboard leave it', async () => {
    const { studio, context } = await StudioPage.open(product, { bypassCSP: true, reducedMotion: 'reduce' });
    const { page } = studio;
    // The upload request never gets a response, so that the overlay stays.
    await page.route('**/upload-target*', () => undefined);
    await studio.choose(sample('mug'));
    await page.getByTestId('loading-overlay').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await page.keyboard.press('Enter');
    await page.getByTestId('loading-overlay').waitFor({ state: 'detached' });
    await context.close();
  });
});

/**
 * Addresses of the remaining pages, each with the name of its form's submit button. Pages with a `?tab=` address have
 * their own layout on phones.
 */
const PAGES: readonly [path: string, submit?: string][] = [
  ['/?tab=home'],
  ['/?tab=pricing'],
  ['/?tab=history'],
  ['/?tab=account'],
  ['/sign-in', 'Sign in'],
  ['/sign-up', 'Create account'],
  ['/forgot-password', 'Send the link'],
  [`/reset-password/${'A'.repeat(43)}`, 'Set password'],
  ['/reset-password/half-a-link'],
  ['/book-a-demo', 'Send'],
  ['/privacy-policy'],
  ['/terms-and-conditions-of-use'],
  ['/not-found'],
  ['/nowhere'],
];

describe('every page besides Create', () => {
  it.each([
    [1440, 900],
    [390, 844],
  ] as const)(
    'has no axe findings, and explains errors next to the field, at a width of %i',
    async (width, height) => {
      const { studio, context } = await StudioPage.open(product, {
        bypassCSP: true,
        colorScheme: 'light',
        reducedMotion: 'reduce',
        viewport: { width, height },
      });
      const { page } = studio;
      for (const [path, submit] of PAGES) {
        await page.goto(product.url + path);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
        const isLaidOutAnew = width >= PANEL_FROM_PX || path.startsWith('/?');
        if (isLaidOutAnew) expect(await violations(page), path).toEqual([]);
        const overflowPx = await page.evaluate(
          () => document.documentElement.scrollWidth - globalThis.innerWidth,
        );
        expect(overflowPx, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
        if (submit === undefined) continue;
        await page.getByRole('main').getByRole('button', { name: submit, exact: true }).press('Enter');
        const focused = page.locator('input:focus');
        await expect.poll(() => focused.getAttribute('aria-invalid'), { message: path }).toBe('true');
        const noteId = await focused.getAttribute('aria-describedby');
        expect(await page.locator(`[id="${noteId}"]`).textContent(), path).toMatch(/^Please /);
        if (isLaidOutAnew) expect(await violations(page), `${path} with errors`).toEqual([]);
      }
      expect(studio.problems).toEqual([]);
      await context.close();
    },
  );
});
