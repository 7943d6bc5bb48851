import type { Operation } from './document.ts';

/** Shell command for a call, ready to paste; placeholders are in capitals. */
export function formatCurl(
  { method, path, parameters, security, requestBody }: Operation,
  site: string,
): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${name.toUpperCase()}`)
    .join('&');
  const address = site + path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => name.toUpperCase());
  const lines = [
    `curl ${method === 'GET' || requestBody ? '' : `-X ${method} `}${quoteAddress(address, query)}`,
  ];
  const isOfPrograms = path.startsWith('/v1/');
  if (security.length > 0)
    lines.push(isOfPrograms ? '-H "X-Api-Key: $PACKSHOT_KEY"' : '-H "Authorization: Bearer $ACCESS"');
  return [...lines, ...bodyLines(requestBody?.content ?? {}, isOfPrograms)].join(' \\\n  ');
}

const quoteAddress = (address: string, query: string): string =>
  query === '' ? address : `"${address}?${query}"`;

function bodyLines(
  content: NonNullable<Operation['requestBody']>['content'],
  isOfPrograms: boolean,
): string[] {
  const form = content['multipart/form-data']?.schema.properties;
  if (form !== undefined) {
    const files = Object.entries(form).filter(([, field]) => field.format === 'binary');
    const needed = files.filter(([, field]) => field['x-required'] === true);
    const sentFields = isOfPrograms ? (needed.length > 0 ? needed : files.slice(0, 1)) : Object.entries(form);
    return sentFields.map(
      ([name, { format }]) => `-F ${name}=${format === 'binary' ? `@${name}.jpg` : name.toUpperCase()}`,
    );
  }
  const json = content['application/json']?.schema.properties;
  if (json === undefined) return [];
  const body = Object.fromEntries(Object.keys(json).map((name) => [name, name.toUpperCase()]));
  return ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`];
}
