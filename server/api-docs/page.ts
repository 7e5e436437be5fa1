import { html, raw } from 'hono/html';
import * as v from 'valibot';
import { errorStatus } from '#contract/errors.ts';
import { everyResource } from '#contract/resources/every.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { type Html, propertiesOf, propertyLine, typeOf } from './schema-html.ts';
import { style } from './style.ts';

const contentShape = v.record(v.string(), v.object({ schema: v.unknown() }));
const operationShape = v.object({
  operationId: v.string(),
  summary: v.string(),
  tags: v.array(v.string()),
  security: v.array(v.unknown()),
  parameters: v.array(
    v.object({
      name: v.string(),
      in: v.string(),
      required: v.optional(v.boolean(), false),
      description: v.optional(v.string()),
      schema: v.unknown(),
    }),
  ),
  requestBody: v.optional(v.object({ content: contentShape })),
  responses: v.record(v.string(), v.object({ description: v.string(), content: contentShape })),
});
const documentShape = v.object({
  info: v.object({ title: v.string(), version: v.string() }),
  servers: v.tuple([v.object({ url: v.string() })]),
  paths: v.record(v.string(), v.record(v.string(), operationShape)),
  components: v.object({ schemas: v.object({ Error: v.unknown() }) }),
});

interface Documented extends v.InferOutput<typeof operationShape> {
  readonly method: string;
  readonly path: string;
}

const errorTexts: Readonly<Record<keyof typeof errorStatus, string>> = {
  bad_request: 'The request can’t be read: no JSON, or a malformed header.',
  unauthenticated: 'There is no sign-in, or it has ended.',
  invalid_credentials: 'Email and password do not fit.',
  forbidden: 'Signed in, and not allowed.',
  not_found: 'It does not exist, or belongs to another account.',
  method_not_allowed: 'The path has other methods: see Allow.',
  request_timeout: 'The body did not arrive in time.',
  conflict: 'Something else is in the way, such as a use of what is to be deleted.',
  precondition_failed: 'It was changed since the version in If-Match.',
  payload_too_large: 'The body is too large.',
  unsupported_media_type: 'The body is of another type than the call takes.',
  quota_exceeded: 'The account has no room for this.',
  validation_failed: 'Some values were not accepted: see fields.',
  confirmation_required: 'The message is a question: “confirmed”: true in the body stores the same values all the same.',
  idempotency_key_reused: 'The key came with another request before.',
  reset_token_invalid: 'The link to set a password has expired, or was used.',
  too_many_requests: 'Too many in a short time: see Retry-After.',
  internal_error: 'A defect in the server.',
  not_implemented: 'The call is not offered.',
  unavailable: 'The server can’t answer now: see Retry-After.',
};

/** The API's description as a page, from its OpenAPI document. It has no script, and loads nothing. */
export async function docsPage(openApi: unknown): Promise<string> {
  const { info, servers, paths, components } = v.parse(documentShape, openApi);
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Documented => ({ ...operation, path, method })),
  );
  const groups = [...Map.groupBy(all, ({ tags }) => tags[0] ?? 'other')].toSorted(([a], [b]) => a.localeCompare(b));
  const [{ url }] = servers;
  return String(
    await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title}</title>
<style>${raw(style)}</style>
</head>
<body>
<div class="page">
<header>
<h1>${info.title}</h1>
<p class="quiet">Version ${info.version} · ${all.length} calls below <code>${url}</code> · <a href="${url}/openapi.json">OpenAPI document</a></p>
</header>
<nav aria-label="Contents"><ul>
<li><a href="#basics">Basics</a></li>
<li><a href="#errors">Errors</a></li>
${groups.map(([tag]) => html`<li><a href="#group-${tag}">${headingOf(tag)}</a></li>`)}
</ul></nav>
<main>
${basics()}
${errors(components.schemas.Error)}
${groups.map(([tag, calls]) => html`<section aria-labelledby="group-${tag}"><h2 id="group-${tag}">${headingOf(tag)}</h2>${calls.map(callHtml)}</section>`)}
</main>
</div>
</body>
</html>
`,
  );
}

/** A resource's own label, since "SEO" could not be made of its name. */
function headingOf(tag: string): string {
  return upperFirst(everyResource.find(({ name }) => name === tag)?.labels.one ?? tag.replaceAll('-', ' '));
}

const basics = (): Html => html`<section aria-labelledby="basics"><h2 id="basics">Basics</h2>
<p>Every call but those that say “No sign-in” needs <code>Authorization: Bearer …</code> with the <code>access_token</code> of
<a href="#login">POST /login</a>. Bodies are JSON unless a call says otherwise. An answer is <code>{"data": …}</code>.</p>
<p>Lists have <code>pagination</code> beside <code>data</code>. Their query takes <code>page</code> (from 0), <code>per_page</code>,
<code>sort</code> (a field, or its reverse with <code>-</code> before it) and <code>q</code>, where the call lists them.</p>
<p>A read answers an <code>ETag</code>: with <code>If-None-Match</code> it answers 304 while nothing has changed. A write with
<code>If-Match</code>, where the call lists it, is refused after somebody else’s change. Send an <code>Idempotency-Key</code> with each
write: when its answer is lost, the same request with the same key has no second effect.</p></section>`;

const errors = (shape: unknown): Html => html`<section aria-labelledby="errors"><h2 id="errors">Errors</h2>
<p>A refusal has this shape. <code>fields</code> has a message for each field that was not accepted, and <code>code</code> is one of the list.</p>
${propertiesOf(shape)}
<h3 class="list-heading">Codes</h3>
<ul class="properties">${Object.entries(errorTexts).map(([code, text]) => html`<li id="error-${code}"><code class="name">${code}</code> <span class="type">${statusOf(code)}</span><span class="text">${text}</span></li>`)}</ul></section>`;

const statusOf = (code: string): number | '' => Object.entries(errorStatus).find(([each]) => each === code)?.[1] ?? '';

function callHtml({ operationId, method, path, summary, security, parameters, requestBody, responses }: Documented): Html {
  const shown = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const codes = Object.entries(responses).flatMap(([status, { description }]) => (status.startsWith('2') ? [] : description.split(', ')));
  return html`<article class="call" id="${operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <a class="path" href="#${operationId}">${path}</a>
<span class="operation">${operationId}</span></h3>
<p>${summary}.${security.length === 0 ? ' No sign-in.' : ''}</p>
${(['path', 'query', 'header'] as const).map((place) => parametersHtml(placeNames[place], shown(place)))}
${Object.entries(requestBody?.content ?? {}).map(
  ([type, { schema }]) =>
    html`<details open><summary>Body <span class="quiet">${type}, ${typeOf(schema)}</span></summary>${propertiesOf(schema)}</details>`,
)}
${answers.flatMap(([status, { content }]) =>
  Object.entries(content).map(
    ([type, { schema }]) =>
      html`<details><summary>Answer ${status} <span class="quiet">${type}, ${typeOf(schema)}</span></summary>${propertiesOf(schema)}</details>`,
  ),
)}
<h4>Errors</h4>
<ul class="errors">${codes.map((code) => html`<li><a href="#error-${code}"><code>${code}</code></a> <span class="quiet">${statusOf(code)}</span></li>`)}</ul>
</article>`;
}

const placeNames = { path: 'In the path', query: 'In the query', header: 'Headers' } as const;

function parametersHtml(heading: string, parameters: Documented['parameters']): Html | '' {
  if (parameters.length === 0) return '';
  return html`<h4>${heading}</h4>
<ul class="properties">${parameters.map(({ name, schema, required, description }) => html`<li>${propertyLine(name, schema, required, description)}</li>`)}</ul>`;
}
