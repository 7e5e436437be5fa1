import { type Json, sameJson } from '#contract/json.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { keyOfField } from './contact-items.ts';
import { contactLabel, contactRecord, contactsRecord, namedContact } from './contacts.ts';
import { startingContacts } from './fake-contacts.ts';
import { websiteIds } from './places.ts';
import type { FakeServer } from './fake-server.ts';
import type { Effect } from './server-request.ts';

/**
 * The save status that a person saw for one change. `asking`: none yet; `promised`: saved, or stored on this device; `open`: it may have
 * its effect once, or not at all (the form kept it, or the tab died first); `released`: it must have no effect from `releasedAt` on
 * (discarded, or rejected as a whole).
 */
export type PromiseState = 'asking' | 'promised' | 'open' | 'released';

/** One change that a person made. It names blocks by their labels and files by their names, since ids change when they are sent. */
export interface ChangePromise {
  readonly order: number;
  /** Two tabs made these changes at one moment: nobody knows which of them is the later one. */
  readonly moment: number;
  /** How many effects the server had had by then. */
  readonly madeAt: number;
  readonly userId: string;
  readonly kind: 'field' | 'create' | 'delete' | 'order' | 'upload';
  /** `settings/w1/social`, `blocks/w1`, `files/w1`, `contacts/w1`; for one contact `contact/` and its label. */
  readonly record: string;
  /** A setting's key; for a block `label/setting/key` or `label/enabled`; for other changes a label or a file's name. */
  readonly field: string;
  readonly value: Json;
  state: PromiseState;
  /** The number of effects at the moment of release, and the requests that had left before it. */
  releasedAt: number;
  inFlight: ReadonlySet<string>;
  /** The value that the form showed when the person typed this (an order by the server's ids); undefined where nobody else writes it. */
  readonly seen: Json | undefined;
  /** For a field in conflict: the other person's value, which the form showed beside it. */
  readonly seenBeside: Json | undefined;
  /** Of a change of an item: the whole list as it was saved, by fields of the model. */
  readonly list: ReadonlyMap<string, Json> | undefined;
  /** Its form got the answer "Saved", whatever a delete of its record has made of it meanwhile. */
  isConfirmed: boolean;
  /** Reported as "Saved": it must have had its effect by then, when the server had had this many effects. */
  saidSaved: boolean;
  savedAt: number;
  /** How many changes had been made when it was enqueued: a tab may have been frozen in between. */
  keptAt: number;
  /** Its tab was frozen after the click and before it was enqueued. */
  isKeptLate: boolean;
  /** The browser removed the store that it waited in, before its tab had said anything of it. */
  isGone: boolean;
}

/** Translates the server's effects into labels and names. */
export class Names {
  private readonly labels = new Map<string, string>();
  private readonly files = new Map<string, string>();

  constructor(server: FakeServer) {
    for (const websiteId of websiteIds) for (const block of server.startingBlocksOf(websiteId)) this.labels.set(block.id, block.label);
    for (const { id, name } of startingContacts) this.labels.set(id, contactLabel(name));
    for (const { kind, field, value } of server.effects) {
      if (kind === 'created' && typeof value === 'string') this.labels.set(value, field);
      if (kind === 'uploaded' && typeof value === 'string') this.files.set(value, field);
    }
  }

  label(id: string): string {
    return this.labels.get(id) ?? id;
  }

  /** A field by its block's label. */
  field(field: string): string {
    const at = field.indexOf('/');
    return at < 0 ? field : `${this.label(field.slice(0, at))}${field.slice(at)}`;
  }

  /** A record by the label of its contact. */
  record(record: string): string {
    const prefix = contactRecord('');
    return record.startsWith(prefix) ? contactRecord(this.label(record.slice(prefix.length))) : record;
  }

  /** A value by the names of its files, or by the label of the contact that it names. */
  value(value: Json): Json {
    if (typeof value === 'string' && this.labels.has(value)) return namedContact(this.label(value));
    if (!Array.isArray(value)) return value;
    return value.map((item) => (typeof item === 'string' && this.files.has(item) ? `file:${this.files.get(item)}` : item));
  }
}

/** True where an effect is the one that a change asked for. */
export function fulfils(effect: Effect, change: ChangePromise, names: Names): boolean {
  if (effect.author !== change.userId || names.record(effect.record) !== change.record) return false;
  switch (change.kind) {
    case 'field':
      return effect.kind === 'field' && names.field(effect.field) === change.field && sameJson(names.value(effect.value), change.value);
    case 'create':
      return effect.kind === 'created' && effect.field === change.field;
    case 'delete':
      return effect.kind === 'deleted' && names.label(effect.field) === change.field;
    case 'upload':
      return effect.kind === 'uploaded' && effect.field === change.field;
    case 'order':
      return (
        effect.kind === 'order' &&
        Array.isArray(effect.value) &&
        sameJson(
          effect.value.map((id: Json) => names.label(String(id))),
          change.value,
        )
      );
  }
}

/** True where an outbox entry carries a change. `labelOf`: the label of a block, by its local id or the server's. */
export function carries(entry: OutboxEntry, change: ChangePromise, labelOf: (id: string) => string): boolean {
  if (entry.userId !== change.userId) return false;
  const body = entry.body as { readonly [name: string]: Json };
  const text = JSON.stringify(entry.body);
  switch (mutationName(entry)) {
    case 'settings.update':
      return change.kind === 'field' && `settings/${entry.target.id}` === change.record && hasKey(body['settings'], change.field);
    case 'block-settings.update':
      return (
        change.kind === 'field' &&
        change.record.startsWith('blocks/') &&
        change.field.startsWith(`${labelOf(String(body['blockId']))}/setting/`) &&
        hasKey(body['settings'], change.field.split('/').at(-1) ?? '')
      );
    case 'block.update':
      return change.kind === 'field' && change.field === `${labelOf(String(body['blockId']))}/enabled`;
    case 'block.create':
      return change.kind === 'create' && change.record !== contactsRecord && body['label'] === change.field;
    case 'block.delete':
      return change.kind === 'delete' && change.record !== contactsRecord && labelOf(String(body['blockId'])) === change.field;
    case 'block.reorder':
      return change.kind === 'order';
    case 'file.upload':
      return change.kind === 'upload' && text.includes(JSON.stringify(change.field));
    case 'contact.create':
      return (
        (change.kind === 'create' && change.record === contactsRecord && contactLabel(valuesIn(body)['name']) === change.field) ||
        (isFieldOf(change, contactLabel(valuesIn(body)['name'])) && keyOfField(change.field) in valuesIn(body))
      );
    case 'contact.update':
    case 'contact.act':
      return isFieldOf(change, labelOf(String(body['id']))) && keyOfField(change.field) in valuesIn(body);
    case 'contact.delete':
      return change.kind === 'delete' && change.record === contactsRecord && labelOf(String(body['id'])) === change.field;
    default:
      return false;
  }
}

const isFieldOf = ({ kind, record }: ChangePromise, label: string): boolean => kind === 'field' && record === contactRecord(label);

function valuesIn({ values }: { readonly [name: string]: Json }): Readonly<Record<string, Json>> {
  return typeof values === 'object' && values !== null && !Array.isArray(values) ? (values as Readonly<Record<string, Json>>) : {};
}

function hasKey(settings: Json | undefined, key: string): boolean {
  return (
    Array.isArray(settings) && settings.some((one: Json) => typeof one === 'object' && one !== null && 'key' in one && one['key'] === key)
  );
}

type Seen = Partial<Pick<ChangePromise, 'seen' | 'seenBeside' | 'list'>>;

/** Every change that people made in a schedule, in their order. */
export class Promises {
  readonly all: ChangePromise[] = [];
  moment = 0;
  private readonly countEffects: () => number;

  /** `countEffects`: how many effects the server has had. */
  constructor(countEffects: () => number) {
    this.countEffects = countEffects;
  }

  add(change: Pick<ChangePromise, 'userId' | 'kind' | 'record' | 'field' | 'value'> & Seen): ChangePromise {
    const added: ChangePromise = {
      seen: undefined,
      seenBeside: undefined,
      list: undefined,
      ...change,
      order: this.all.length,
      moment: this.moment,
      madeAt: this.countEffects(),
      state: 'asking',
      releasedAt: 0,
      inFlight: new Set(),
      isConfirmed: false,
      saidSaved: false,
      savedAt: 0,
      keptAt: this.all.length,
      isKeptLate: false,
      isGone: false,
    };
    this.all.push(added);
    return added;
  }

  release(changes: readonly ChangePromise[], effects: number, inFlight: ReadonlySet<string>): void {
    for (const change of changes) {
      if (change.state === 'released') continue;
      change.state = 'released';
      change.releasedAt = effects;
      change.inFlight = inFlight;
    }
  }
}
