import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { servedCalls } from '#contract/calls/index.ts';
import { errorCodes } from '#contract/errors.ts';
import { everyResource } from '#contract/resources/every.ts';
import type { AppEnv } from '../app-env.ts';
import { openApi } from '../openapi.ts';
import { docsRoute } from './route.ts';
import { limitsOf, typeOf } from './schema-html.ts';

const app = new Hono<AppEnv>().get('/api/docs', docsRoute(openApi('1.2.3')));
const answer = await app.request('/api/docs');
const page = await answer.text();
/** The part of the page about one call. */
const partOf = (name: string) => page.slice(page.indexOf(`id="${name}"`)).split('</article>')[0] ?? '';

it.each(servedCalls.map((call) => [call.name, call] as const))('says of %s all that there is to know', (name, call) => {
  expect(page.split(`id="${name}"`)).toHaveLength(2);
  const part = partOf(name);
  expect(part).toContain(`>${call.method}</span>`);
  expect(part).toContain(`>${call.path}</a>`);
  for (const [, parameter] of call.path.matchAll(/\{(\w+)\}/gu)) expect(part).toContain(`<code class="name">${parameter}</code>`);
  expect(part.includes('>Body ')).toBe(call.body !== undefined);
  expect(part).toContain(`>Answer ${call.success ?? 200} `);
  expect(part.includes('No sign-in')).toBe(call.auth === 'none');
  for (const code of call.errors) expect(part).toContain(`href="#error-${code}"`);
});

it.each(everyResource.map((resource) => [resource.name, resource] as const))(
  'says what the fields of a %s are for',
  (_, { calls, fields }) => {
    const { update }: Partial<typeof calls> = calls;
    if (!update) return;
    const part = partOf(update.name);
    for (const { key } of fields) expect(part).toContain(`<code class="name">${key}</code>`);
    expect(part).toContain(`<span class="text">${fields[0]?.label}.`);
  },
);

it('leads nowhere that is not on the page, and explains every code', () => {
  for (const [, id] of page.matchAll(/href="#([^"]*)"/gu)) expect(page.split(`id="${id}"`), id).toHaveLength(2);
  for (const code of errorCodes) expect(page).toContain(`id="error-${code}"`);
});

it('loads nothing and runs nothing: its policy allows its own style alone', () => {
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/u.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(page).not.toMatch(/<script|<link|<img|style="|https?:/u);
});

it('names types and limits in words', () => {
  expect(typeOf({ anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] })).toBe('text or null');
  expect(typeOf({ type: 'array', items: { type: 'object' } })).toBe('list of object');
  expect(typeOf({ enum: ['a', 'b'] })).toBe('"a", "b"');
  expect(typeOf({})).toBe('any JSON');
  expect(limitsOf({ type: 'array', minItems: 1, maxItems: 100 })).toBe('1 to 100 items');
  expect(limitsOf({ type: 'string', maxLength: 5 })).toBe('at most 5 characters');
  expect(limitsOf({ type: 'number', minimum: 0 })).toBe('');
});
