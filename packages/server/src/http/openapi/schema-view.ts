import { html, NOTHING } from '../html.ts';
import type { Html } from '../html.ts';
import type { JsonObject } from './json-schemas.ts';

/** Renders a JSON Schema for people: a table of properties, or a few words. */
export function schemaView(schema: JsonObject): Html {
  if (isObject(schema.properties)) return propertiesView(schema);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(alternatives)) {
    const views = (alternatives as JsonObject[]).map((one) => schemaView(one));
    return html`${views.flatMap((view, index) => (index === 0 ? [view] : [html` <i>or</i> `, view]))}`;
  }
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return html`<a href="#entity-${name}"><code>${name}</code></a>`;
  }
  if (schema.type === 'array' && isObject(schema.items)) {
    return html`list of ${schemaView(schema.items)}${note(schema)}`;
  }
  return html`<span class="kind">${kindOf(schema)}</span>${note(schema)}`;
}

function propertiesView(schema: JsonObject): Html {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const properties = Object.entries(schema.properties as Record<string, JsonObject>);
  return html`<table class="schema">
    <tbody>
      ${properties.map(
        ([name, property]) =>
          html`<tr>
            <th scope="row">
              <code>${name}</code>${required.includes(name) ? NOTHING : html`<small> optional</small>`}
            </th>
            <td>${schemaView(property)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function kindOf(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' · ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (typeof schema.format === 'string') return schema.format;
  if (isObject(schema.additionalProperties)) return 'map of names to values';
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

const NOTES: Record<string, (value: unknown) => string> = {
  description: String,
  minimum: (value) => `from ${String(value)}`,
  maximum: (value) => `to ${String(value)}`,
  minLength: (value) => `at least ${String(value)} characters`,
  maxLength: (value) => `at most ${String(value)} characters`,
  minItems: (value) => `at least ${String(value)}`,
  maxItems: (value) => `at most ${String(value)}`,
  pattern: (value) => String(value),
  default: (value) => `default ${JSON.stringify(value)}`,
};

function note(schema: JsonObject): Html {
  const notes = Object.entries(NOTES).flatMap(([key, say]) =>
    schema[key] === undefined ? [] : [say(schema[key])],
  );
  return notes.length === 0 ? NOTHING : html` <small>${notes.join(', ')}</small>`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
