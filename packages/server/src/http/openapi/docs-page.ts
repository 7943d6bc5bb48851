import type { ApiDocument, ApiOperation, ApiResponse } from './document.ts';
import { html, NOTHING } from '../html.ts';
import type { Html } from '../html.ts';
import { schemaView } from './schema-view.ts';

interface Listed {
  method: string;
  path: string;
  operation: ApiOperation;
}

/**
 * Renders the OpenAPI document as one page for people: no scripts, no external requests, collapsible calls.
 * @param paths addresses of the page's style sheet and of the document
 */
export function docsPage(document: ApiDocument, paths: { style: string; json: string }): string {
  const operations = listOperations(document);
  const groups = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${document.info.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${paths.style}" />
      </head>
      <body>
        <a class="skip" href="#calls">Skip to the calls</a>
        <nav aria-label="Contents">
          <p class="brand">${document.info.title}</p>
          <ul>
            ${groups.map(
              (group) =>
                html`<li>
                  <a href="#${anchor(group.name)}">${group.name}</a>
                  <ul>
                    ${group.operations.map(
                      ({ operation }) =>
                        html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`,
                    )}
                  </ul>
                </li>`,
            )}
            <li><a href="#entities">Entities</a></li>
          </ul>
        </nav>
        <main id="calls">
          <header>
            <h1>${document.info.title}</h1>
            <p class="meta">
              Version ${document.info.version} · OpenAPI ${document.openapi} ·
              <a href="${paths.json}">openapi.json</a>
            </p>
            ${paragraphs(document.info.description)}
          </header>
          ${groups.map(
            (group) =>
              html`<section aria-labelledby="${anchor(group.name)}">
                <h2 id="${anchor(group.name)}">${group.name}</h2>
                ${group.operations.map(operationView)}
              </section>`,
          )}
          <section aria-labelledby="entities">
            <h2 id="entities">Entities</h2>
            ${Object.entries(document.components.schemas).map(
              ([name, schema]) =>
                html`<details id="entity-${name}">
                  <summary><code>${name}</code></summary>
                  ${schemaView(schema)}
                </details>`,
            )}
          </section>
        </main>
      </body>
    </html> `.source;
}

function listOperations(document: ApiDocument): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function operationView({ method, path, operation }: Listed): Html {
  return html`<details class="call" id="${operation.operationId}">
    <summary>
      <span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${path}</code>
      <span class="summary">${operation.summary}</span>
    </summary>
    <div class="body">
      <p class="auth">${authText(operation)}</p>
      ${operation.parameters.length === 0 ? NOTHING : parametersView(operation)}
      ${operation.requestBody === undefined ? NOTHING : bodyView(operation.requestBody.content)}
      <h3>Example</h3>
      <pre tabindex="0"><code>${curlExample({ method, path, operation })}</code></pre>
      <h3>Answers</h3>
      ${Object.entries(operation.responses).map(([status, response]) => responseView(status, response))}
    </div>
  </details>`;
}

function authText(operation: ApiOperation): string {
  if (operation.security.length === 0) return 'No sign-in needed.';
  return operation.security.length === 1
    ? 'Needs an access token: Authorization: Bearer …'
    : 'Takes an access token when there is one.';
}

function parametersView(operation: ApiOperation): Html {
  return html`<h3>Parameters</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">In</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        ${operation.parameters.map(
          (parameter) =>
            html`<tr>
              <td><code>${parameter.name}</code>${parameter.required ? html` <b>required</b>` : NOTHING}</td>
              <td>${parameter.in}</td>
              <td>${schemaView(parameter.schema)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function bodyView(content: Record<string, { schema: Record<string, unknown> }>): Html {
  const types = Object.keys(content);
  const schema = Object.values(content)[0]?.schema ?? {};
  return html`<h3>Body <small>${types.join(' or ')}</small></h3>
    ${schemaView(schema)}`;
}

function responseView(status: string, response: ApiResponse): Html {
  const isError = Number(status) >= 400;
  const [mediaType, content] = Object.entries(response.content ?? {})[0] ?? [];
  return html`<div class="answer">
    <span class="status ${isError ? 'bad' : 'good'}">${status}</span>
    <div>
      ${paragraphs(response.description)}${
        content === undefined || isError
          ? NOTHING
          : html`<p class="type">${mediaType ?? ''}</p>
              ${schemaView(content.schema)}`
      }
    </div>
  </div>`;
}

/** A command to paste, with placeholders in capitals. */
function curlExample({ method, path, operation }: Listed): string {
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${parameter.name.toUpperCase()}`)
    .join('&');
  const lines = [`curl -X ${method} "$ADDRESS${path}${query === '' ? '' : `?${query}`}"`];
  if (operation.security.length > 0) lines.push('-H "Authorization: Bearer $ACCESS"');
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const properties = Object.keys(content?.schema.properties ?? {});
  if (mediaType === 'multipart/form-data') {
    for (const name of properties) lines.push(`-F ${name}=${name.toUpperCase()}`);
    lines.push('--no-buffer');
  } else if (mediaType !== undefined) {
    const body = Object.fromEntries(properties.map((name) => [name, name.toUpperCase()]));
    lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`);
  }
  return lines.join(' \\\n  ');
}

function paragraphs(text: string): Html {
  const lines = text.split(/\n(?=[A-Z_]+: )|\n\n/);
  return html`${lines.map((line) => html`<p>${withCode(line)}</p>`)}`;
}

/** Formats `like this` as code, and an error's code at the start of a line. */
function withCode(line: string): Html {
  const parts = line.split('`');
  const [, code, rest] = /^([A-Z_]{3,}): ([\s\S]*)$/.exec(line) ?? [];
  if (code !== undefined && rest !== undefined) return html`<code>${code}</code> ${rest}`;
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

function anchor(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(/\W+/g, '-')}`;
}
