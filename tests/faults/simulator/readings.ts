import type { Block } from '#contract/entities/block.ts';
import type { Setting } from '#contract/entities/setting.ts';
import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { contactRecord, contacts, isOfContacts, placeOfContacts } from './contacts.ts';
import type { Place } from './places.ts';
import { fieldsOfBlocks, type FakeServer } from './fake-server.ts';
import type { Process } from './scheduler.ts';

/** A list that a delivery has read. */
interface ApiRead {
  readonly process: Process;
  readonly record: string;
  readonly data: unknown;
  /** How many effects the server had had by then. */
  readonly effects: number;
  readonly at: number;
}

/** The values and ids that a list contains. */
interface Reading {
  readonly held: ReadonlyMap<string, Json>;
  readonly ids: ReadonlySet<string>;
  readonly effects: number;
}

/** The record that a change is compared with, as the server calls it. */
export function recordOf({
  resource,
  mutation,
  websiteId,
  accountId,
  target,
}: Pick<OutboxEntry, 'resource' | 'mutation' | 'websiteId' | 'accountId' | 'target'>): string {
  if (isOfContacts({ resource }))
    return mutation === 'create' ? `contacts/${placeOfContacts({ websiteId, accountId })}` : contactRecord(target.id);
  if (resource === 'settings') return `settings/${target.id}`;
  return `${resource === 'file' ? 'files' : 'blocks'}/${websiteId ?? ''}`;
}

/** The lists that deliveries have read, and from which on they count for each entry. */
export class Readings {
  private readonly server: FakeServer;
  private readonly all: ApiRead[] = [];
  private readonly begun = new Map<string, number>();
  private count = 0;

  constructor(server: FakeServer) {
    this.server = server;
  }

  /** An entry is claimed: it must be compared with reads from now on. */
  begin(opId: string): void {
    this.count += 1;
    this.begun.set(opId, this.count);
  }

  /** `params` and `data` have the ids of the server's model. */
  add(process: Process, call: string, params: object, place: Place, data: unknown): void {
    const { websiteId, selector, id } = { websiteId: '', selector: '', id: '', ...params };
    const record = {
      listSettings: `settings/${websiteId}/${selector}`,
      listBlocks: `blocks/${websiteId}`,
      listFiles: `files/${websiteId}`,
      [contacts.calls.list.name]: `contacts/${place}`,
      [contacts.calls.read.name]: contactRecord(id),
    }[call];
    if (record === undefined) return;
    this.count += 1;
    this.all.push({ process, record, data, effects: this.server.effects.length, at: this.count });
  }

  /** The reads of an entry's record that a tab has made since it claimed the entry. */
  since(entry: OutboxEntry, process: Process): readonly Reading[] {
    const from = this.begun.get(entry.opId) ?? 0;
    const record = recordOf(entry);
    const readings = this.all.filter((one) => one.at > from && one.process === process && one.record === record);
    return readings.map(({ data, effects }) => ({ ...saidBy(record, data), effects }));
  }
}

function saidBy(record: string, data: unknown): Pick<Reading, 'held' | 'ids'> {
  if (record.startsWith('settings/'))
    return { held: new Map((data as readonly Setting[]).map(({ key, value }) => [key, value])), ids: new Set() };
  if (record.startsWith(contactRecord('')))
    return { held: new Map(Object.entries(data as Readonly<Record<string, Json>>)), ids: new Set() };
  const ids = new Set((data as readonly { readonly id: string }[]).map(({ id }) => id));
  return { held: record.startsWith('blocks/') ? fieldsOfBlocks(data as readonly Block[]) : new Map(), ids };
}
