import { blockCatalogue, defaultSettings } from '#contract/blocks/catalogue.ts';
import { addBlock, fromTop, inOrder, removeBlock, setEnabled } from '#contract/blocks/order.ts';
import type { Block } from '#contract/entities/block.ts';
import type { UploadedFile } from '#contract/entities/file.ts';
import type { Setting, WireValue } from '#contract/entities/setting.ts';
import { type Json, toJson } from '#contract/json.ts';
import type { Answered, ApiResult } from '#contract/api-result.ts';
import type { Contact } from './contacts.ts';
import { isOfItems, itemFields, itemsKey } from './contact-items.ts';
import { FakeContacts } from './fake-contacts.ts';
import { inModel, type Place, placeOfId, placeOfWebsite, secondMark, websiteIds } from './places.ts';
import { answer, type Author, colleague, type Effect, refusal, refusedPrefix, type ServerRequest } from './server-request.ts';

/** The value of a field and who wrote it; null: nobody. */
interface Held {
  readonly author: Author | null;
  readonly value: Json;
}

export interface ServerOptions {
  readonly honoursKeys: boolean;
  readonly givesTags: boolean;
  /** False: the server refuses an order as a whole, so it is sent block by block. */
  readonly hasBulkOrder: boolean;
}

/** A secret setting. A careless server includes it in its answers; it must never be stored on a device. */
export const secretKey = 'recaptcha_secret_key';
export const secret = 'a secret of the server';

/** The number of blocks of one kind and name. */
export const twinPrefix = 'T';

/** The reference API's semantics in memory: versions, If-Match, idempotency keys, refusals. It records every effect. */
export class FakeServer {
  readonly effects: Effect[] = [];
  /** Entries that had an effect, or a part of it. */
  readonly effective = new Set<string>();
  readonly options: ServerOptions;
  private readonly settings = new Map<string, Map<string, WireValue>>();
  private readonly blocks = new Map<string, readonly Block[]>();
  private readonly files = new Map<string, UploadedFile[]>();
  private readonly versions = new Map<string, number>();
  private readonly answers = new Map<string, { readonly request: string; readonly answer: Answered<Json> }>();
  /** By record and field, all values that it held, the first first. */
  private readonly history = new Map<string, Held[]>();
  private readonly contacts: FakeContacts;
  /** By website: each numbers its own records. */
  private readonly createdCounts = new Map<string, number>();
  private readonly now: () => number;

  constructor(options: ServerOptions, now: () => number) {
    this.options = options;
    this.now = now;
    for (const website of websiteIds) {
      this.blocks.set(website, startingBlocks(website));
      this.noteMade(website, startingBlocks(website));
    }
    this.contacts = new FakeContacts({
      note: (...effect) => this.note(...effect),
      keep: (record, field, value) => this.keep(record, field, { author: null, value }),
      isStale: (request, record) => this.isStale(request, record),
      tag: (record) => this.tag(record),
      raise: (record) => this.raise(record),
    });
  }

  /** The result of a request, as the console's client would read it. */
  handle(request: ServerRequest): ApiResult<Json> {
    const { key, author } = request;
    if (key === null || !this.options.honoursKeys) return this.work(request);
    const kept = this.answers.get(`${author} ${key}`);
    const text = JSON.stringify([request.call, request.params, request.query, request.body]);
    if (kept) return kept.request === text ? kept.answer : refusal('idempotency_key_reused');
    const result = this.work(request);
    if (result.kind === 'answered') this.answers.set(`${author} ${key}`, { request: text, answer: result });
    return result;
  }

  setting(websiteId: string, category: string, key: string): Json {
    return this.settings.get(`settings/${websiteId}/${category}`)?.get(key) ?? null;
  }

  /** The values of a category, by key. */
  settingsOf(websiteId: string, category: string): ReadonlyMap<string, Json> {
    return this.settings.get(`settings/${websiteId}/${category}`) ?? new Map<string, Json>();
  }

  /** The values of a website's blocks, by field as the console names it. */
  blockFieldsOf(websiteId: string): ReadonlyMap<string, Json> {
    return fieldsOfBlocks(this.blocksOf(websiteId));
  }

  /** The current tag of a record; null where the server has no tags. */
  tagOf(record: string): string | null {
    return this.tag(record);
  }

  /** Whether a request under this key would get the same answer as the first one. */
  hasAnswered(author: Author, key: string): boolean {
    return this.answers.has(`${author} ${key}`);
  }

  /** Creates a block from elsewhere. */
  isColleagues(blockId: string): boolean {
    return this.effects.some(({ kind, author, value }) => kind === 'created' && author === colleague && value === blockId);
  }

  blocksOf(websiteId: string): readonly Block[] {
    return fromTop(this.blocks.get(websiteId) ?? []);
  }

  /** The blocks that a website has before the first step. */
  startingBlocksOf(websiteId: string): readonly Block[] {
    return startingBlocks(websiteId);
  }

  /** `place`: of one website or account; else of all. */
  contactList(place?: Place): readonly Contact[] {
    const all = this.contacts.list();
    return place === undefined ? all : all.filter(({ id }) => placeOfId(id) === place);
  }

  /** The values of a contact, by field; empty where it does not exist. */
  contactFieldsOf(id: string): ReadonlyMap<string, Json> {
    return new Map(Object.entries(this.contactList().find((contact) => contact.id === id) ?? {}));
  }

  /** The value of a field of the model. */
  contactFieldOf(id: string, field: string): Json {
    const fields = this.contactFieldsOf(id);
    return (isOfItems(field) ? itemFields(fields.get(itemsKey)) : fields).get(field) ?? null;
  }

  filesOf(websiteId: string): readonly UploadedFile[] {
    return this.files.get(websiteId) ?? [];
  }

  /** All values that a field has held, the first first, and who wrote each; null: nobody. */
  historyOf(record: string, field: string): readonly Held[] {
    const isSetting = record.startsWith('settings/');
    return [...(isSetting ? [{ author: null, value: null }] : []), ...(this.history.get(`${record} ${field}`) ?? [])];
  }

  private work(request: ServerRequest): ApiResult<Json> {
    const { websiteId = '', blockId = '' } = request.params;
    switch (request.call) {
      case 'listSettings':
        return this.answerSettings(`settings/${websiteId}/${request.params['selector'] ?? ''}`);
      case 'updateSettings':
        return this.updateSettings(request, websiteId);
      case 'listBlocks':
        return answer(toJson(this.blocksOf(websiteId)), this.tag(`blocks/${websiteId}`));
      case 'bulkUpdateBlocks':
        return this.options.hasBulkOrder ? this.order(request, websiteId) : refusal('not_implemented');
      case 'createBlock':
        return this.create(request, websiteId);
      case 'deleteBlock':
        return this.remove(request, websiteId, String(request.query['id'] ?? ''));
      case 'updateBlock':
        return (request.body as { priority?: number }).priority === undefined ? this.show(request, blockId) : this.move(request, blockId);
      case 'updateThemeSettings':
        return this.updateBlockSettings(request, websiteId, blockId);
      case 'listFiles':
        return answer(toJson(this.filesOf(websiteId)), null);
      case 'uploadFile':
        return this.upload(request, websiteId);
      default:
        return this.contacts.handle(request) ?? raiseUnknown(request.call);
    }
  }

  private answerSettings(record: string): Answered<Json> {
    const settings: Setting[] = [...(this.settings.get(record) ?? [])].map(([key, value]) => ({ key, value }));
    settings.push({ key: secretKey, value: [secret] });
    return answer(toJson(settings), this.tag(record));
  }

  private updateSettings(request: ServerRequest, websiteId: string): ApiResult<Json> {
    const writes = settingsIn(request.body);
    const category = writes[0]?.category ?? '';
    const record = `settings/${websiteId}/${category}`;
    if (this.isStale(request, record)) return refusal('precondition_failed');
    const fields = refusedFields(writes);
    if (Object.keys(fields).length > 0) return refusal('validation_failed', fields);
    const stored = this.settings.get(record) ?? new Map<string, WireValue>();
    this.settings.set(record, stored);
    for (const { key, value } of writes) {
      stored.set(key, value);
      this.note(request, 'field', record, key, value);
    }
    this.raise(record);
    return answer(toJson(writes.map(({ key, value }) => ({ key, value }))), this.tag(record));
  }

  private order(request: ServerRequest, websiteId: string): ApiResult<Json> {
    const record = `blocks/${websiteId}`;
    if (this.isStale(request, record)) return refusal('precondition_failed');
    const { items = [] } = request.body as { items?: readonly { id: string; priority: number }[] };
    const order = items.toSorted((a, b) => a.priority - b.priority).map(({ id }) => id);
    this.blocks.set(websiteId, inOrder(this.blocksOf(websiteId), order));
    this.note(request, 'order', record, 'order', order);
    this.raise(record);
    return answer(toJson(this.blocksOf(websiteId).map(({ settings: _, ...block }) => block)), this.tag(record));
  }

  private create(request: ServerRequest, websiteId: string): ApiResult<Json> {
    const { key = '', label = '' } = request.body as { key?: string; label?: string };
    if (label.startsWith(refusedPrefix)) return refusal('validation_failed', { label: 'Not like this.' });
    const id = this.nextId(websiteId, 'made');
    const block: Block = { id, key, label, enabled: isShownAtFirst(key), static: false, priority: 0, settings: defaultsOf(key) };
    this.blocks.set(websiteId, addBlock(this.blocksOf(websiteId), block));
    this.noteMade(websiteId, [block]);
    this.note(request, 'created', `blocks/${websiteId}`, label, id);
    this.raise(`blocks/${websiteId}`);
    return answer(toJson(this.blocksOf(websiteId).find((one) => one.id === id) ?? null), null);
  }

  private remove(request: ServerRequest, websiteId: string, id: string): ApiResult<Json> {
    if (!this.blocksOf(websiteId).some((block) => block.id === id)) return refusal('not_found');
    this.blocks.set(websiteId, removeBlock(this.blocksOf(websiteId), id));
    this.note(request, 'deleted', `blocks/${websiteId}`, id, null);
    this.raise(`blocks/${websiteId}`);
    return answer({ id }, null);
  }

  private show(request: ServerRequest, id: string): ApiResult<Json> {
    const websiteId = this.websiteOf(id);
    if (websiteId === null) return refusal('not_found');
    const { enabled } = request.body as { enabled?: boolean };
    this.blocks.set(websiteId, setEnabled(this.blocksOf(websiteId), id, enabled ?? true));
    this.note(request, 'field', `blocks/${websiteId}`, `${id}/enabled`, enabled ?? true);
    this.raise(`blocks/${websiteId}`);
    return answer(toJson(this.blocksOf(websiteId).find((block) => block.id === id) ?? null), null);
  }

  private move(request: ServerRequest, id: string): ApiResult<Json> {
    const websiteId = this.websiteOf(id);
    if (websiteId === null) return refusal('not_found');
    const { priority = 1 } = request.body as { priority?: number };
    const others = this.blocksOf(websiteId).flatMap((block) => (block.id === id ? [] : [block.id]));
    this.blocks.set(websiteId, inOrder(this.blocksOf(websiteId), others.toSpliced(priority - 1, 0, id)));
    const order = this.blocksOf(websiteId).map((block) => block.id);
    this.note(request, 'order', `blocks/${websiteId}`, 'order', order);
    this.raise(`blocks/${websiteId}`);
    return answer(toJson(this.blocksOf(websiteId).find((block) => block.id === id) ?? null), null);
  }

  private updateBlockSettings(request: ServerRequest, websiteId: string, id: string): ApiResult<Json> {
    if (!this.blocksOf(websiteId).some((block) => block.id === id)) return refusal('not_found');
    const writes = settingsIn(request.body);
    const fields = refusedFields(writes);
    if (Object.keys(fields).length > 0) return refusal('validation_failed', fields);
    const values = new Map(writes.map(({ key, value }) => [key, value]));
    const changed = this.blocksOf(websiteId).map((block) =>
      block.id === id
        ? { ...block, settings: block.settings?.map((one) => (values.has(one.key) ? { ...one, value: values.get(one.key) ?? null } : one)) }
        : block,
    );
    this.blocks.set(websiteId, changed);
    for (const { key, value } of writes) this.note(request, 'field', `blocks/${websiteId}`, `${id}/setting/${key}`, value);
    this.raise(`blocks/${websiteId}`);
    const saved = changed.find((block) => block.id === id)?.settings?.filter(({ key }) => values.has(key));
    return answer(toJson(saved ?? []), null);
  }

  private upload(request: ServerRequest, websiteId: string): ApiResult<Json> {
    const { name = '', bytes = 0 } = request.body as { name?: string; bytes?: number };
    if (name.startsWith(refusedPrefix)) return refusal('validation_failed', { 'files[]': 'Not like this.' });
    const files = this.files.get(websiteId) ?? [];
    const id = this.nextId(websiteId, 'file');
    const file = { id, url: `/files/${id}/${name}`, name, mime_type: 'image/png', bytes, created_at: new Date(this.now()).toISOString() };
    this.files.set(websiteId, [file, ...files]);
    this.note(request, 'uploaded', `files/${websiteId}`, name, id);
    return answer(toJson([file]), null);
  }

  private nextId(websiteId: string, kind: 'made' | 'file'): string {
    const count = (this.createdCounts.get(websiteId) ?? 0) + 1;
    this.createdCounts.set(websiteId, count);
    return inModel(placeOfWebsite(websiteId), `${kind}${count}`);
  }

  private websiteOf(blockId: string): string | null {
    for (const [websiteId, blocks] of this.blocks) if (blocks.some(({ id }) => id === blockId)) return websiteId;
    return null;
  }

  private isStale({ ifMatch }: ServerRequest, record: string): boolean {
    return this.options.givesTags && ifMatch !== null && ifMatch !== this.tag(record);
  }

  private tag(record: string): string | null {
    return this.options.givesTags ? `"${record}@${this.versions.get(record) ?? 0}"` : null;
  }

  private raise(record: string): void {
    this.versions.set(record, (this.versions.get(record) ?? 0) + 1);
  }

  private note({ author, key }: ServerRequest, kind: Effect['kind'], record: string, field: string, value: Json): void {
    this.effects.push({ kind, author, key, record, field, value });
    // An order that is sent block by block adds a suffix to its entry's id.
    if (key !== null) this.effective.add(key.split(':')[0] ?? key);
    if (kind === 'field') this.keep(record, field, { author, value });
  }

  private noteMade(websiteId: string, blocks: readonly Block[]): void {
    for (const [field, value] of fieldsOfBlocks(blocks)) this.keep(`blocks/${websiteId}`, field, { author: null, value });
  }

  private keep(record: string, field: string, held: Held): void {
    const place = `${record} ${field}`;
    this.history.set(place, [...(this.history.get(place) ?? []), held]);
  }
}

/** The values of a list of blocks, by field as the console names it. */
export function fieldsOfBlocks(blocks: readonly Block[]): ReadonlyMap<string, Json> {
  const fields = new Map<string, Json>([['order', fromTop(blocks).map(({ id }) => id)]]);
  for (const { id, enabled, settings } of blocks) {
    fields.set(`${id}/enabled`, enabled);
    for (const { key, value } of settings ?? []) fields.set(`${id}/setting/${key}`, value);
  }
  return fields;
}

function raiseUnknown(call: string): never {
  throw new Error(`the simulated server has no ${call}`);
}

interface Write {
  readonly key: string;
  readonly value: WireValue;
  readonly category?: string;
}

function settingsIn(body: Json): readonly Write[] {
  const { data } = body as unknown as { data: { settings: readonly Write[] } };
  return data.settings;
}

function refusedFields(writes: readonly Write[]): Readonly<Record<string, string>> {
  const isRefused = ({ value }: Write) => value?.some((item) => typeof item === 'string' && item.startsWith(refusedPrefix)) ?? false;
  return Object.fromEntries(writes.filter(isRefused).map(({ key }) => [key, 'Not like this.']));
}

/** The setting of a block that people change. */
export const movedSetting = 'title';
/** A kind with few settings: each read copies them all. */
export const blockKey = 'quick_links';
const catalogue = blockCatalogue.versatile;

/** As its declaration says, which the console knows too. */
const isShownAtFirst = (key: string): boolean => catalogue.find((block) => block.key === key)?.disabled !== true;

function defaultsOf(key: string): Block['settings'] {
  const declaration = catalogue.find((block) => block.key === key);
  return declaration ? defaultSettings(declaration) : [];
}

function startingBlocks(websiteId: string): readonly Block[] {
  const one = (name: string, key: string, at: number, fixed: boolean): Block => ({
    id: inModel(placeOfWebsite(websiteId), `w1-${name}`),
    key,
    label: `${name}${websiteId === 'w2' ? secondMark : ''}`,
    priority: at + 1,
    static: fixed,
    enabled: fixed ? null : true,
    settings: fixed ? [] : defaultsOf(key),
  });
  return [
    one('cover', 'cover', 0, true),
    ...[0, 1, 2].map((at) => one(`banner${at}`, blockKey, at + 1, false)),
    one('footer', 'footer', 4, true),
  ];
}
