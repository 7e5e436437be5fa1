import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { servedCalls } from '#contract/calls/index.ts';
import { errorStatus } from '#contract/errors.ts';
import { openApi } from './openapi.ts';

const content = v.object({ 'application/json': v.object({ schema: v.looseObject({}) }) });
const multipart = v.object({
  'multipart/form-data': v.object({
    schema: v.object({
      properties: v.looseObject({ 'files[]': v.looseObject({ type: v.literal('array') }) }),
      required: v.array(v.string()),
    }),
  }),
});
const parameter = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header']),
  required: v.optional(v.boolean()),
  schema: v.looseObject({}),
});
const operation = v.object({
  operationId: v.string(),
  summary: v.pipe(v.string(), v.nonEmpty()),
  tags: v.array(v.string()),
  security: v.array(v.record(v.string(), v.array(v.string()))),
  parameters: v.array(parameter),
  requestBody: v.optional(v.object({ required: v.boolean(), content: v.union([content, multipart]) })),
  responses: v.record(
    v.pipe(v.string(), v.regex(/^[2-5]\d\d$/u)),
    v.object({
      description: v.string(),
      content: v.union([
        content,
        v.object({ 'application/xml': v.object({ schema: v.looseObject({}) }) }),
        v.object({ 'text/csv': v.object({ schema: v.looseObject({}) }) }),
      ]),
    }),
  ),
});
const documentShape = v.object({
  openapi: v.literal('3.1.0'),
  info: v.object({ title: v.string(), version: v.literal('1.2.3') }),
  servers: v.array(v.object({ url: v.string() })),
  paths: v.record(v.pipe(v.string(), v.startsWith('/')), v.record(v.picklist(['get', 'post', 'put', 'patch', 'delete']), operation)),
  components: v.object({
    securitySchemes: v.object({ bearer: v.object({ type: v.literal('http'), scheme: v.literal('bearer') }) }),
    schemas: v.object({ Error: v.looseObject({}) }),
  }),
});

const written = openApi('1.2.3');
const document = v.parse(documentShape, JSON.parse(JSON.stringify(written)));
const operations = new Map(
  Object.values(document.paths).flatMap((methods) => Object.values(methods).map((item) => [item.operationId, item] as const)),
);

describe('the OpenAPI document', () => {
  it('has each served call once', () => {
    expect([...operations.keys()].sort()).toEqual(servedCalls.map((call) => call.name).sort());
  });

  it.each(servedCalls.map((call) => [call.name, call] as const))('says of %s what it takes and refuses', (name, call) => {
    const found = operations.get(name);
    const inPath = [...call.path.matchAll(/\{(\w+)\}/gu)].map(([, param]) => param);
    expect(found?.parameters.filter((item) => item.in === 'path' && item.required).map((item) => item.name)).toEqual(inPath);
    expect(found?.requestBody !== undefined).toBe(call.body !== undefined);
    expect(found?.security).toEqual(call.auth === 'bearer' ? [{ bearer: [] }] : []);
    for (const code of call.errors) expect(found?.responses[String(errorStatus[code])]?.description).toContain(code);
  });

  it('names the headers of a save', () => {
    const names = operations
      .get('updateSettings')
      ?.parameters.filter((item) => item.in === 'header')
      .map((item) => item.name);
    expect(names).toEqual(['X-Account-Id', 'Idempotency-Key', 'If-Match']);
    expect(operations.get('login')?.parameters).toEqual([]);
  });

  it('says that files travel as multipart', () => {
    const body = operations.get('uploadFile')?.requestBody?.content;
    const found = v.parse(multipart, body)['multipart/form-data'].schema;
    expect([Object.keys(found.properties), found.required]).toEqual([
      ['files[]', 'setting_key', 'category', 'type', 'theme_file'],
      ['files[]'],
    ]);
  });

  it('says that a sitemap is XML, and its refusal JSON', () => {
    const responses = operations.get('sitemap')?.responses;
    expect(responses?.['200']?.content).toEqual({ 'application/xml': { schema: { type: 'string' } } });
    expect(Object.keys(responses?.['404']?.content ?? {})).toEqual(['application/json']);
  });

  it('has no dangling references', () => {
    const pointers = [...JSON.stringify(written).matchAll(/"\$ref":"([^"]*)"/gu)].map(([, to]) => to);
    expect(new Set(pointers)).toEqual(new Set(['#/components/schemas/Error']));
  });
});
