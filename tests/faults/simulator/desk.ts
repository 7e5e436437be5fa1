import { listSettings } from '#contract/calls/settings.ts';
import type { Setting, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import { isProblem } from '#contract/api-result.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import type { StoredRecordReading } from '#db/records.ts';
import type { SettingsReading } from '#db/overlay.ts';
import { isStopped } from '#db/outbox-entries.ts';
import { fetchBlocks } from '#src/io/read-blocks.ts';
import type { Browser } from './browser.ts';
import { valuesOf } from './carried-checks.ts';
import { contactLabel, contactRecord, contactsRecord } from './contacts.ts';
import { refusedPrefix } from './server-request.ts';
import { type ChangePromise, Names, Promises } from './promises.ts';
import { settingsFields, type Step } from './step.ts';
import { watchFreezes } from './scheduler.ts';
import type { Tab } from './tab.ts';

/** The website that everybody works on. */
export const websiteId = 'w1';

export type Take<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

type Values = Readonly<Record<string, WireValue>>;

/** A category as a screen shows it: what an edit begins from, and what the person sees. */
interface CategoryView {
  readonly begun: Values;
  readonly shown: Values;
  /** Of fields in conflict: what somebody else had put there, which stands beside their own value. */
  readonly theirs: Values;
}

/** As the form does it: where a field shows a save that waits, an edit begins where that began, unless what is stored is the same. */
function beginningsOf(waiting: SettingsReading['waiting'], stored: Values, shown: Values): Values {
  const isOver = (key: string) => !sameJson(stored[key] ?? null, shown[key] ?? null);
  return Object.fromEntries(
    Object.entries(waiting).flatMap(([key, { began }]) => (began !== undefined && isOver(key) ? [[key, began] as const] : [])),
  );
}

/** One field in conflict, with what somebody else had put there. */
export const askedKey = (userId: string, field: string, theirs: Json) => `${userId} ${field} ${JSON.stringify(theirs)}`;

/** A change of a field of what another one makes, or deletes. */
function isPartOf(change: ChangePromise, { record, field }: ChangePromise): boolean {
  return record === contactsRecord
    ? change.record === contactRecord(field)
    : change.record === record && change.field.startsWith(`${field}/`);
}

/** What the people of a schedule see and were promised, and how a form is opened and saved. */
export abstract class Desk {
  readonly promises = new Promises(() => this.browser.server.effects.length);
  /** Changes that a person was asked about, by opId. */
  readonly asked = new Map<string, string>();
  readonly browser: Browser;
  /** What each tab's open screen shows as stored: an edit may have begun long before it is saved. */
  readonly views = new Map<Tab, ReadonlyMap<string, CategoryView>>();
  /** In which sitting it was opened: a form closes with its user, who finds none when they sign in again. */
  private readonly viewers = new Map<Tab, number>();
  /** The form of a record that each tab has opened last, and the id under which it was opened. */
  readonly recordForms = new Map<Tab, { readonly sitting: number; readonly wanted: string; readonly reading: StoredRecordReading }>();
  /** Users of whom a sign-out removed the log in this step. */
  readonly forgotten = new Set<string>();
  /** Users whose entries may go at any moment now. */
  readonly leaving = new Set<string>();
  /** Effects of colleagues in a moment in which nothing was on its way from this device. */
  readonly atRest = new Set<number>();
  /** Fields in conflict of which a person has kept their own value, as `askedKey` names them, and the server's effects by then. */
  readonly decided = new Map<string, number>();
  /** Values of somebody else's that a person has read in a conflict and let stand, as `askedKey` names them: how many changes there were. */
  readonly shown = new Map<string, number>();
  /** What a person has discarded, or the console with their knowledge, may leave others without what they name. */
  hasDiscarded = false;
  /** Uploads that nothing names, by the id of their file on this device: whoever closes a screen may take them away. */
  readonly unnamedUploads = new Map<string, ChangePromise>();
  /** Entries that were, or may have been, on their way when their user signed out and had them discarded, by opId. */
  readonly abandoned = new Set<string>();
  /** Entries that had been sent when their user chose to have all discarded, in a tab that may have ended in the middle of it. */
  readonly toBeDiscarded = new Set<string>();
  /** Entries that may have been applied when a person discarded them, and the highest number in the outbox then, by opId. */
  readonly takenBack = new Map<string, number>();
  /** Files that went with what a person has discarded, by their ids on this device. */
  readonly discardedFiles = new Set<string>();
  /** What needs attention is about to be decided: whoever checks looks first. */
  onAttend: () => Promise<void> = () => Promise.resolve();
  /** What a user left on the device was removed, or stays there and the user is gone. `isCertain`: the device did it. */
  onLeft: (userId: string, left: { readonly keptUnsent: boolean; readonly isCertain: boolean }) => void = () => undefined;
  /** Entries that nobody can read, by user; null: nobody knows how many. */
  readonly unreadable = new Map<string, number | null>();
  count = 0;

  /** Runs one step of a schedule. */
  abstract take(step: Step): Promise<void>;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** What a screen does when it opens: asks the server, and keeps the answer unless something newer was written meanwhile. */
  async visit(tab: Tab): Promise<void> {
    this.beginVisit(tab);
    await this.browser.scheduler.runUntilIdle();
    await this.look(tab);
  }

  beginVisit(tab: Tab): void {
    const { browser } = this;
    const { session } = browser;
    if (!session || tab.process.state !== 'running') return;
    const bring = async () => {
      const epoch = await tab.store.dataEpoch(session.userId);
      for (const category of [...settingsFields.map(([one]) => one), 'site_info' as const]) {
        const key = settingsKey(websiteId, category);
        const seen = await tab.store.cache.revision(session.userId, key);
        const outcome = await tab.client.call(listSettings, { params: { websiteId, selector: category } });
        if (!isProblem(outcome))
          await tab.store.cache.put(session.userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, seen, epoch });
      }
      const key = blocksKey(websiteId);
      const seen = await tab.store.cache.revision(session.userId, key);
      const outcome = await fetchBlocks(tab.client, websiteId);
      if (!isProblem(outcome))
        await tab.store.cache.put(session.userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, seen, epoch });
    };
    // A full disk keeps the answer out of the cache, and that is all.
    bring().catch(() => undefined);
  }

  /** Somebody who has chosen to sign out meanwhile does nothing more at the console. */
  isAtWork(userId: string): boolean {
    return this.browser.session?.userId === userId && this.browser.leaving === null;
  }

  async look(tab: Tab): Promise<void> {
    // Somebody else may sign in while it is read: the form is of whoever opened it.
    const { session, sitting } = this.browser;
    if (!session) return;
    const view = new Map<string, CategoryView>();
    const valuesOf = (settings: readonly Setting[]) => Object.fromEntries(settings.map(({ key, value }) => [key, value]));
    const categories = settingsFields.map(([category]) => category);
    const readings = await this.peek(
      tab,
      Promise.all(categories.map((category) => tab.store.readSettings(session.userId, websiteId, category))),
    );
    for (const [at, reading] of (readings ?? []).entries())
      if (reading.stored) {
        const asked = Object.entries(reading.waiting).flatMap(([key, { theirs }]) => (theirs ? [[key, theirs.value] as const] : []));
        const [stored, shown] = [valuesOf(reading.stored), valuesOf(reading.shown)];
        const begun = { ...stored, ...beginningsOf(reading.waiting, stored, shown) };
        view.set(categories[at] ?? '', { begun, shown, theirs: Object.fromEntries(asked) });
      }
    this.views.set(tab, view);
    this.viewers.set(tab, sitting);
  }

  /** Whether the user who is signed in has a form open in a tab. */
  hasView(tab: Tab): boolean {
    const { session, sitting } = this.browser;
    return session !== null && this.viewers.get(tab) === sitting;
  }

  /** Waits for something that only a running tab can answer; null where it dies or stands still meanwhile. */
  async peek<Value>(tab: Tab, work: Promise<Value>): Promise<Value | null> {
    let value: Value | null = null;
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work
      .then((answer) => {
        value = answer;
      })
      .then(end, end);
    await this.browser.runUntil(() => isOver || tab.process.state !== 'running');
    return tab.process.state === 'dead' ? null : value;
  }

  /** A form that is open saves these. A screen that could not be loaded shows why, and no form. */
  beginSubmit(tab: Tab, writes: readonly SettingWrite[]): void {
    const view = this.views.get(tab);
    if (!view || !this.hasView(tab) || tab.process.state !== 'running') return;
    if (!writes.every(({ category }) => view.has(category))) return;
    const valuesOf = (which: 'begun' | 'shown') =>
      Object.fromEntries(writes.map(({ key, category }) => [key, view.get(category)?.[which][key] ?? null]));
    const theirs = Object.assign({}, ...writes.map(({ category }) => view.get(category)?.theirs));
    this.submitSettings(tab, writes, valuesOf('begun'), { seen: valuesOf('shown'), theirs });
  }

  submitSettings(
    tab: Tab,
    writes: readonly SettingWrite[],
    base: Values,
    { seen, theirs = {}, named }: { readonly seen?: Values; readonly theirs?: Values; readonly named?: Json },
  ): void {
    const { browser } = this;
    const userId = browser.session?.userId ?? '';
    if (!this.isAtWork(userId)) return;
    const changes = writes.map(({ key, category, value }) => {
      const change = { userId, kind: 'field', record: `settings/${websiteId}/${category}`, field: key, value: named ?? value } as const;
      return this.promises.add(seen ? { ...change, seen: seen[key] ?? null, seenBeside: theirs[key] } : change);
    });
    const signal = new AbortController().signal;
    this.conclude(tab, changes, tab.submitSettings({ websiteId, screenId: 'social-links', writes: [...writes], base }, signal));
  }

  /** Writes down what the person reads of a change, when it is said. */
  conclude(
    tab: Tab,
    changes: readonly ChangePromise[],
    work: Promise<{ readonly kind: string; readonly code?: string; readonly problem?: string; readonly reason?: PendingReason }>,
  ): void {
    const { browser } = this;
    const stoodStill = watchFreezes(tab.process);
    work.then(
      (result) => {
        if (tab.process.state === 'dead') return;
        const effects = browser.server.effects.length;
        for (const change of changes) {
          if (change.state !== 'asking') continue;
          if (result.kind === 'failed' && result.code === 'quota') this.promises.release([change], effects, new Set());
          else if (result.kind === 'refused' || result.kind === 'failed') {
            change.state = 'open';
            this.hasDiscarded = true;
            // What was to become of a block goes with it.
            if (change.kind === 'create')
              for (const other of this.promises.all) if (isPartOf(other, change) && other.state === 'promised') other.state = 'open';
          }
          // The block was made, and what was to follow was not: the person reads why.
          else if (result.problem !== undefined && change.kind !== 'create') change.state = 'open';
          else {
            // A field that holds nothing already needs no request, whatever somebody writes there since.
            change.state = change.value === null && (change.seen === null || this.holds(change)) ? 'open' : 'promised';
            change.saidSaved = result.kind === 'saved';
            change.savedAt = effects;
            // Without a connection nobody looks how it stands.
            if (result.kind === 'kept' && changes.length === 1 && !tab.isOffline()) this.checkTold(change, result.reason?.kind);
            if (stoodStill()) change.keptAt = this.promises.all.length;
          }
        }
      },
      (error: unknown) => tab.process.state !== 'dead' && browser.onViolation('error', String(error)),
    );
  }

  /** What is called kept is to be sent, and not what a person has to decide about first, unless that is said. */
  private checkTold({ userId, kind, record, field, value }: ChangePromise, reason: PendingReason['kind'] | undefined): void {
    if (kind !== 'field' || value === null || !record.startsWith('settings/')) return;
    const isIt = (entry: OutboxEntry) => `settings/${entry.target.id}` === record && sameJson(valuesOf(entry)?.[field] ?? null, value);
    const asked = this.browser
      .entriesOf(userId)
      .find((entry) => isStopped(entry) && mutationName(entry) === 'settings.update' && isIt(entry));
    if (asked && !(reason === 'behindConflict' && asked.status === 'conflict'))
      this.browser.onViolation('not known', `${field} ${JSON.stringify(value)} is called kept, and is ${asked.status}`);
  }

  holds({ kind, record, field, value }: ChangePromise): boolean {
    const { server } = this.browser;
    const contact = server.contactList().find(({ name }) => contactRecord(contactLabel(name)) === record);
    if (contact) return kind === 'field' && server.contactFieldsOf(contact.id).get(field) === value;
    const [, website = '', category = ''] = record.split('/');
    return kind === 'field' && record.startsWith('settings/') && server.setting(website, category, field) === value;
  }

  newValue(kind: Take<'save'>['value']): WireValue {
    this.count += 1;
    if (kind === 'null') return null;
    return [kind === 'refused' ? `${refusedPrefix}${this.count}` : `v${this.count}`];
  }

  /** The label of a block by its id on this device, or the server's. */
  async labels(tab: Tab, userId: string): Promise<(id: string) => string> {
    const names = new Names(this.browser.server);
    const entries = (await this.peek(tab, tab.store.outbox.list(userId))) ?? [];
    const idMap = (await this.peek(tab, tab.store.files.idMap(userId))) ?? new Map<string, string>();
    const local = new Map<string, string>();
    for (const read of entries) {
      if (read.kind !== 'readable' || read.entry.mutation !== 'create') continue;
      const body = read.entry.body as { readonly localId: string; readonly label?: string; readonly name?: string };
      local.set(body.localId, body.label ?? contactLabel(body.name));
    }
    return (id) => local.get(id) ?? names.label(idMap.get(id) ?? id);
  }
}
