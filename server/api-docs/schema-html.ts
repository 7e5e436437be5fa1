import { html } from 'hono/html';
import * as v from 'valibot';

export type Html = ReturnType<typeof html>;

const schemaShape = v.object({
  type: v.optional(v.string()),
  description: v.optional(v.string()),
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  required: v.optional(v.array(v.string()), []),
  additionalProperties: v.optional(v.unknown()),
  items: v.optional(v.unknown()),
  anyOf: v.optional(v.array(v.unknown()), []),
  allOf: v.optional(v.array(v.unknown()), []),
  enum: v.optional(v.array(v.unknown()), []),
  const: v.optional(v.unknown()),
  not: v.optional(v.unknown()),
  $ref: v.optional(v.string()),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  minItems: v.optional(v.number()),
  maxItems: v.optional(v.number()),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
});
type Schema = v.InferOutput<typeof schemaShape>;

const schemaOf = (raw: unknown): Schema => v.parse(schemaShape, raw === true || raw === undefined ? {} : raw);

/** A value's type, in words: "text", "list of objects", `"asc" or "desc"`. */
export function typeOf(raw: unknown): string {
  const schema = schemaOf(raw);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum.length > 0) return schema.enum.map((each) => JSON.stringify(each)).join(', ');
  const some = [...schema.anyOf, ...schema.allOf];
  if (some.length > 0) return [...new Set(some.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`;
  return schema.type === undefined ? 'any JSON' : (words[schema.type] ?? schema.type);
}
const words: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', boolean: 'true or false' };

const between = (min: number | undefined, max: number | undefined, unit: string): readonly string[] => {
  if (max !== undefined) return [min === undefined || min === 0 ? `at most ${max}${unit}` : `${min} to ${max}${unit}`];
  return min === undefined || min === 0 ? [] : [`at least ${min}${unit}`];
};

/** Its limits, in words. */
export function limitsOf(raw: unknown): string {
  const schema = schemaOf(raw);
  const own = [
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' items'),
    ...between(schema.minimum, schema.maximum, ''),
  ];
  return [...new Set([...own, ...schema.anyOf.map(limitsOf).filter((text) => text !== '')])].join(', ');
}

/** The properties of an object, or of the objects in a list: each with its type, and its own properties below it. */
export function propertiesOf(raw: unknown): Html | '' {
  const schema = schemaOf(raw);
  const inner = [schema.items, schema.additionalProperties, ...schema.anyOf, ...schema.allOf].filter((each) => typeof each === 'object');
  const entries = Object.entries(schema.properties).filter(([, each]) => schemaOf(each).not === undefined);
  if (entries.length === 0) return html`${inner.map(propertiesOf)}`;
  return html`<ul class="properties">
${entries.map(([name, each]) => html`<li>${propertyLine(name, each, schema.required.includes(name))}${propertiesOf(each)}</li>`)}
</ul>`;
}

/** A name with what may stand there. */
export function propertyLine(name: string, raw: unknown, isRequired: boolean, description = schemaOf(raw).description): Html {
  const limits = limitsOf(raw);
  return html`<code class="name">${name}</code> <span class="type">${typeOf(raw)}</span>
${limits === '' ? '' : html`<span class="limits">${limits}</span>`} ${isRequired ? html`<span class="required">required</span>` : ''}
${description === undefined ? '' : html`<span class="text">${description}</span>`}`;
}
