import { FakeBlocks } from './fake-blocks.ts';
import { uploadBodySchema } from '#contract/resources/files.ts';
import { settingsBodySchema } from '#contract/resources/settings.ts';
import type { SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { fileSchema, type UploadedFile } from '#contract/entities/file.ts';
import { errorStatus, type ErrorCode } from '#contract/errors.ts';
import { type Json, toJson } from '#contract/json.ts';
import type { Answered, ApiResult, Refused } from '#contract/api-result.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import type { SendPort } from '#machines/sync/ports.ts';
import * as v from 'valibot';

/** The fault of one call. `hold`: the request hangs until the test releases it. */
export type Fault =
  | { readonly kind: 'loseRequest' }
  | { readonly kind: 'loseAnswer' }
  | { readonly kind: 'foreign' }
  /** The request had its effect, and a gateway answers in the API's place. */
  | { readonly kind: 'foreignAfter' }
  | { readonly kind: 'refuse'; readonly code: ErrorCode; readonly retryAfterMs?: number };

export interface FakeServerOptions {
  readonly honoursKeys?: boolean;
  readonly givesTags?: boolean;
}

/** The reference API's semantics for settings: versions per category, If-Match, idempotency keys, the refusals. */
export class FakeServer implements SendPort {
  /** `websiteId/category` → key → value. */
  readonly records = new Map<string, Map<string, WireValue>>();
  /** The opId of every effect, in order, to check that each happened once. */
  readonly effects: string[] = [];
  /** Every call that reached the server. */
  readonly calls: { readonly kind: 'send' | 'read'; readonly opId: string; readonly userId: string }[] = [];
  signedIn = true;
  down = false;
  readonly faults: Fault[] = [];
  /** Values that validation refuses. */
  readonly refusedValues = new Set<Json>(['bad']);
  private readonly versions = new Map<string, number>();
  private readonly answers = new Map<string, { readonly body: string; readonly answer: Answered<Json> }>();
  private readonly honoursKeys: boolean;
  private readonly givesTags: boolean;
  private held: { readonly opened: Promise<void>; readonly open: () => void } | null = null;

  constructor({ honoursKeys = true, givesTags = true }: FakeServerOptions = {}) {
    this.honoursKeys = honoursKeys;
    this.givesTags = givesTags;
  }

  /** The one website's blocks. */
  readonly homepage = new FakeBlocks();
  /** Uploaded files, newest first. */
  readonly files: UploadedFile[] = [];

  /** From now on requests wait in front of the server; the returned function releases them. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held = { opened: promise, open: resolve };
    return () => {
      this.held = null;
      resolve();
    };
  }

  /** Another user's save, or the state before the test. */
  put(record: string, key: string, value: WireValue): void {
    this.record(record).set(key, value);
    this.versions.set(record, (this.versions.get(record) ?? 0) + 1);
  }

  value(record: string, key: string): Json {
    return this.record(record).get(key) ?? null;
  }

  answerOf(record: string): Answered<Json> {
    const settings = [...this.record(record)].map(([key, value]) => ({ key, value }));
    return { kind: 'answered', data: settings, pagination: null, etag: this.tag(record) };
  }

  async read(entry: OutboxEntry): Promise<ApiResult<Json>> {
    return this.call('read', entry, () => this.readFor(entry));
  }

  async send(entry: OutboxEntry, ifMatch: string | null): Promise<ApiResult<Json>> {
    return this.call('send', entry, () => {
      if (mutationName(entry) === 'file.upload') return this.upload(entry);
      return mutationName(entry) === 'settings.update' ? this.save(entry, ifMatch) : this.change(entry, ifMatch);
    });
  }

  /** The blocks as the console reads them, settings and all. */
  blocksAnswer(): Answered<Json> {
    return { kind: 'answered', data: toJson(this.homepage.blocks), pagination: null, etag: this.tag('blocks') };
  }

  private readFor(entry: OutboxEntry): ApiResult<Json> {
    if (mutationName(entry) === 'file.upload') return listed(this.files);
    return mutationName(entry) === 'settings.update' ? this.answerOf(entry.target.id) : this.blocksAnswer();
  }

  private change(entry: OutboxEntry, ifMatch: string | null): ApiResult<Json> {
    const body = JSON.stringify(entry.body);
    const stored = this.honoursKeys ? this.answers.get(entry.opId) : undefined;
    if (stored) return stored.body === body ? stored.answer : refusal('idempotency_key_reused');
    // As the senders do: only an order is sent with the tag of the list.
    if (mutationName(entry) === 'block.reorder' && ifMatch !== null && this.givesTags && ifMatch !== this.tag('blocks'))
      return refusal('precondition_failed');
    const effect = this.homepage.apply(entry);
    if (effect.kind === 'gone') return refusal('not_found');
    if (effect.kind === 'refused') return refusal('validation_failed', { label: 'Not like this.' });
    this.versions.set('blocks', (this.versions.get('blocks') ?? 0) + 1);
    this.effects.push(entry.opId);
    const answer: Answered<Json> = { kind: 'answered', data: effect.data, pagination: null, etag: this.tag('blocks') };
    this.answers.set(entry.opId, { body, answer });
    return answer;
  }

  private async call(kind: 'send' | 'read', entry: OutboxEntry, work: () => ApiResult<Json>): Promise<ApiResult<Json>> {
    await Promise.resolve();
    if (this.down) return { kind: 'noAnswer', reason: 'network' };
    const fault = this.faults.shift();
    if (fault?.kind === 'loseRequest') return { kind: 'noAnswer', reason: 'network' };
    if (fault?.kind === 'foreign') return { kind: 'foreign', status: 200, retryAfterMs: null };
    this.calls.push({ kind, opId: entry.opId, userId: entry.userId });
    if (this.held) await this.held.opened;
    if (!this.signedIn) return refusal('unauthenticated');
    if (fault?.kind === 'refuse') return refusal(fault.code, {}, fault.retryAfterMs ?? null);
    const answer = work();
    await Promise.resolve();
    if (fault?.kind === 'foreignAfter') return { kind: 'foreign', status: 502, retryAfterMs: null };
    return fault?.kind === 'loseAnswer' ? { kind: 'noAnswer', reason: 'network' } : answer;
  }

  private upload(entry: OutboxEntry): ApiResult<Json> {
    const stored = this.honoursKeys ? this.answers.get(entry.opId) : undefined;
    if (stored) return stored.answer;
    const { name, bytes } = v.parse(uploadBodySchema, entry.body);
    if (this.refusedValues.has(name)) return refusal('validation_failed', { 'files[]': 'Not like this.' });
    const id = `f${this.files.length + 1}`;
    const file = {
      id,
      url: `/files/${id}/${name}`,
      name,
      mime_type: 'image/png',
      bytes,
      created_at: new Date(entry.createdAt).toISOString(),
    };
    this.files.unshift(v.parse(fileSchema, file));
    this.effects.push(entry.opId);
    const answer = listed(this.files.slice(0, 1));
    this.answers.set(entry.opId, { body: '', answer });
    return answer;
  }

  private save(entry: OutboxEntry, ifMatch: string | null): ApiResult<Json> {
    const body = JSON.stringify(entry.body);
    const stored = this.honoursKeys ? this.answers.get(entry.opId) : undefined;
    if (stored) return stored.body === body ? stored.answer : refusal('idempotency_key_reused');
    const record = entry.target.id;
    if (ifMatch !== null && this.givesTags && ifMatch !== this.tag(record)) return refusal('precondition_failed');
    const { settings } = v.parse(settingsBodySchema, entry.body);
    const fields = this.refusedFields(settings);
    if (Object.keys(fields).length > 0) return refusal('validation_failed', fields);
    for (const { key, value } of settings) this.record(record).set(key, value);
    this.versions.set(record, (this.versions.get(record) ?? 0) + 1);
    this.effects.push(entry.opId);
    const saved = settings.map(({ key, value }) => ({ key, value }));
    const answer: Answered<Json> = { kind: 'answered', data: saved, pagination: null, etag: this.tag(record) };
    this.answers.set(entry.opId, { body, answer });
    return answer;
  }

  private refusedFields(settings: readonly SettingWrite[]): Record<string, string> {
    return Object.fromEntries(
      settings.filter(({ value }) => value?.some((item) => this.refusedValues.has(item))).map(({ key }) => [key, 'Not like this.']),
    );
  }

  private record(name: string): Map<string, WireValue> {
    const record = this.records.get(name) ?? new Map<string, WireValue>();
    this.records.set(name, record);
    return record;
  }

  private tag(record: string): string | null {
    return this.givesTags ? `"${record}@${this.versions.get(record) ?? 0}"` : null;
  }
}

function refusal(code: ErrorCode, fields: Readonly<Record<string, string>> = {}, retryAfterMs: number | null = null): Refused {
  return { kind: 'refused', status: errorStatus[code], code, message: `refused: ${code}`, fields, retryAfterMs, requestId: null };
}

function listed(files: readonly UploadedFile[]): Answered<Json> {
  return { kind: 'answered', data: toJson(files), pagination: null, etag: null };
}
