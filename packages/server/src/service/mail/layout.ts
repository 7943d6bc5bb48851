import { PRODUCT_TITLE } from '@packshot/contract';
import type { InterfaceLanguage } from '@packshot/contract';
import type { Translate } from '../../platform/translations.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Content of a mail, from which the layout builds HTML and text. */
export interface MailContent {
  readonly subject: string;
  /** Plain-text paragraphs before the link. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Small print after the link: how long it is valid, and advice for recipients who didn't request it. */
  readonly notes: readonly string[];
}

const FONT = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;

/** Builds a mail in HTML and text, with the same content in both. All values are escaped. */
export function layOut(to: string, content: MailContent, language: InterfaceLanguage, t: Translate): Mail {
  return { to, subject: content.subject, text: asText(content), html: asHtml(content, language, t) };
}

function asText({ paragraphs, link, notes }: MailContent): string {
  const blocks = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), ...notes];
  return `${blocks.join('\n\n')}\n\n-- \n${PRODUCT_TITLE}\n`;
}

/**
 * Builds the HTML. Uses tables and inline styles, because all mail programs support them. Colors match the web app's
 * light theme.
 */
function asHtml(
  { subject, paragraphs, link, notes }: MailContent,
  language: InterfaceLanguage,
  t: Translate,
): string {
  const body = [
    ...paragraphs.map((text) => paragraph(text, 'margin:0 0 16px;font-size:15px;line-height:24px')),
    ...(link ? [button(link, t('Or open this address:'))] : []),
    ...notes.map((text) => paragraph(text, 'margin:16px 0 0;font-size:13px;line-height:20px;color:#6a655e')),
  ].join('\n');
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f3f1ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f1ee">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e5e1db;border-radius:18px">
<tr><td style="padding:32px;${FONT};color:#1b1917">
<p style="margin:0 0 24px;font-size:17px;font-weight:700;letter-spacing:-0.02em">${PRODUCT_TITLE}</p>
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const paragraph = (text: string, style: string): string => `<p style="${style}">${escapeHtml(text)}</p>`;

function button({ label, url }: { readonly label: string; readonly url: string }, orOpen: string): string {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1b1917;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0;font-size:13px;line-height:20px;color:#6a655e;word-break:break-all">${escapeHtml(orOpen)} <a href="${href}" style="color:#2f49dd">${href}</a></p>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
