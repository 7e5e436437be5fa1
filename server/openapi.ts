import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { type Call, commonErrors } from '#contract/calls/define.ts';
import { filesPart } from '#contract/calls/files.ts';
import { servedCalls } from '#contract/calls/index.ts';
import { paginationSchema } from '#contract/calls/paging.ts';
import { errorBodySchema, type ErrorCode, errorStatus } from '#contract/errors.ts';
import type { Field } from '#contract/fields/field.ts';
import { maxLengthOf } from '#contract/fields/index.ts';
import { jsonSchema } from '#contract/json.ts';
import { limits } from '#contract/limits.ts';
import { bulkCallsOf } from '#contract/resources/bulk-calls.ts';
import { everyResource } from '#contract/resources/every.ts';
import { acceptedMessage } from '#contract/uploads.ts';

type Schema = v.GenericSchema<unknown, unknown>;
type Part = Readonly<Record<string, unknown>>;

/** The shape on the wire: schemas of answers accept more than they return (ids as text or number). */
function shape(schema: Schema): JsonSchema {
  return toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
    // Any JSON: the recursive definition would add nothing to that.
    overrideSchema: ({ valibotSchema }) => (valibotSchema === jsonSchema ? {} : undefined),
  });
}

const withoutDialect = ({ $schema: _, ...rest }: JsonSchema): Part => rest;
const text = (description: string): Part => ({ description, schema: { type: 'string' } });
const inHeader = (name: string, description: string): Part => ({ name, in: 'header', ...text(description) });

function parametersOf(call: Call): readonly Part[] {
  const path = [...call.path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const entries = call.query ? Object.entries(shape(call.query).properties ?? {}) : [];
  const query = entries.map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  const read = call.method === 'GET' && call.entity !== 'cache';
  const writes = call.method !== 'GET' && call.entity !== 'session';
  return [
    ...path,
    ...query,
    ...(call.auth === 'bearer' ? [inHeader('X-Account-Id', "The account to work in; refused when it is not the user's.")] : []),
    ...(read ? [inHeader('If-None-Match', 'Answers 304 when the tag still fits.')] : []),
    ...(writes
      ? [
          inHeader(
            'Idempotency-Key',
            `Up to ${limits.idempotencyKeyCharacters} characters. A repeated request gets the first one's answer, for ${limits.idempotencyDays} days.`,
          ),
        ]
      : []),
    ...(call.errors.includes('precondition_failed') ? [inHeader('If-Match', 'Refused with 412 when the tag no longer fits.')] : []),
  ];
}

function answersOf(call: Call): Part {
  const data = withoutDialect(shape(call.answer));
  const body = call.raw === undefined ? { 'application/json': { schema: wrapped(call, data) } } : { [call.raw]: { schema: data } };
  const success = {
    description: call.summary,
    headers: { ETag: text('The version of what is answered.'), 'X-Request-Id': text('Names this request in the server’s log.') },
    content: body,
  };
  const byStatus = Map.groupBy(codesOf(call), (code) => String(errorStatus[code]));
  const failures = [...byStatus].map(([status, codes]) => [status, failureOf(codes)] as const);
  return { [String(call.success ?? 200)]: success, ...Object.fromEntries(failures) };
}

function wrapped(call: Call, data: Part): Part {
  const properties = call.paginated ? { data, pagination: withoutDialect(shape(paginationSchema)) } : { data };
  return { type: 'object', properties, required: Object.keys(properties) };
}

function codesOf(call: Call): readonly ErrorCode[] {
  const byAuth: readonly ErrorCode[] = call.auth === 'bearer' ? ['unauthenticated', 'forbidden'] : [];
  const byBody: readonly ErrorCode[] = call.body ? ['payload_too_large', 'unsupported_media_type', 'validation_failed'] : [];
  return [...new Set([...call.errors, ...byAuth, ...byBody, ...commonErrors])];
}

function failureOf(codes: readonly ErrorCode[]): Part {
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { error: { properties: { code: { enum: codes } } } } }] };
  return { description: codes.join(', '), content: { 'application/json': { schema } } };
}

const recordShape = v.looseObject({ properties: v.record(v.string(), v.looseObject({})) });
const bulkShape = v.looseObject({ properties: v.looseObject({ items: v.looseObject({ items: recordShape }) }) });

/** What each field of a record is for, as the console's form says it. */
function withFieldTexts(call: Call, body: Part): Part {
  const fields = fieldsByCall.get(call.name);
  if (!fields) return body;
  const bulk = v.safeParse(bulkShape, body);
  if (bulk.success) {
    const { items } = bulk.output.properties;
    return { ...body, properties: { items: { ...items, items: described(fields, items.items) } } };
  }
  const record = v.safeParse(recordShape, body);
  return record.success ? described(fields, record.output) : body;
}

/** `group`: of the body, whose properties `record` has. */
function described(fields: readonly Field[], record: v.InferOutput<typeof recordShape>, group: string | null = null): Part {
  const entries = Object.entries(record.properties).map(([key, schema]) => {
    const field = fields.find((each) =>
      group === null ? !each.path && each.key === key : each.path?.[0] === group && each.path[1] === key,
    );
    if (field) return [key, { ...schema, description: textOf(field, schema) }] as const;
    const inner = group === null ? v.safeParse(recordShape, schema) : null;
    return [key, inner?.success ? described(fields, inner.output, key) : schema] as const;
  });
  return { ...record, properties: Object.fromEntries(entries) };
}

function textOf(field: Field, schema: Part): string {
  const options = 'options' in field ? `One of ${field.options.map(({ value }) => value).join(', ')}.` : '';
  const most = maxLengthOf(field);
  const length = most === null || JSON.stringify(schema).includes('maxLength') ? '' : `At most ${most} characters.`;
  return [`${field.label}.`, field.help ?? '', options, length, field.secret ? 'It is never answered.' : '']
    .filter((text) => text !== '')
    .join(' ');
}

const fieldsByCall = new Map(
  everyResource.flatMap(({ calls, fields, ...resource }) => {
    const { create, update }: Partial<typeof calls> = calls;
    const own = [create, update, bulkCallsOf({ calls, fields, ...resource }).update];
    return own.flatMap((call) => (call ? [[call.name, fields] as const] : []));
  }),
);

function contentOf(call: Call, body: Part): Part {
  if (call.encoding !== 'multipart') return { 'application/json': { schema: body } };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const files = {
    type: 'array',
    minItems: 1,
    maxItems: limits.filesPerUpload,
    items: file,
    description: `Up to ${limits.uploadBytes} bytes each. ${acceptedMessage(null)}`,
  };
  const fields = typeof body['properties'] === 'object' ? body['properties'] : {};
  const schema = { ...body, properties: { [filesPart]: files, ...fields }, required: [filesPart] };
  return { 'multipart/form-data': { schema } };
}

function operationOf(call: Call): Part {
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.entity],
    security: call.auth === 'bearer' ? [{ bearer: [] }] : [],
    parameters: parametersOf(call),
    ...(call.body
      ? {
          requestBody: {
            required: !v.is(call.body, undefined),
            content: contentOf(call, withFieldTexts(call, withoutDialect(shape(call.body)))),
          },
        }
      : {}),
    responses: answersOf(call),
  };
}

/** The served calls, as an OpenAPI 3.1 document. */
export function openApi(version: string): Part {
  const byPath = Map.groupBy(servedCalls, (call) => call.path);
  return {
    openapi: '3.1.0',
    info: { title: 'Frontage API', version, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api' }],
    paths: Object.fromEntries(
      [...byPath].map(([path, calls]) => [path, Object.fromEntries(calls.map((call) => [call.method.toLowerCase(), operationOf(call)]))]),
    ),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: withoutDialect(shape(errorBodySchema)) },
    },
  };
}
