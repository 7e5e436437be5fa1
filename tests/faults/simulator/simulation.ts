import { listSettings } from '#contract/calls/settings.ts';
import type { Setting, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { type Json, sameJson, toJson } from '#contract/json.ts';
import { type ApiResult, isProblem } from '#contract/api-result.ts';
import type { PendingReason } from '#contract/pending-reason.ts';
import { isStopped, mutationName, type OutboxEntry } from '#contract/outbox-entry.ts';
import { blocksKey, settingsKey } from '#contract/cache-keys.ts';
import type { StoredRecordReading } from '#db/records.ts';
import type { SettingsReading } from '#db/overlay.ts';
import { fetchBlocks } from '#src/io/read-blocks.ts';
import type { Browser } from './browser.ts';
import { valuesOf } from './carried-checks.ts';
import { holdsItem, isOfItems } from './contact-items.ts';
import { contactLabel, contactRecord, contactsRecord, placeOfContacts } from './contacts.ts';
import { accountOf, inModel, type Place, secondMark, type WebsiteId } from './places.ts';
import { withModelIds } from './read-entry.ts';
import { refusedPrefix } from './server-request.ts';
import { carries, type ChangePromise, Names, Promises } from './promises.ts';
import { settingsFields, type Step } from './step.ts';
import { watchFreezes } from './scheduler.ts';
import type { Tab } from './tab.ts';

export type Take<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

type Values = Readonly<Record<string, WireValue>>;

/** A category as a screen shows it: the values that an edit begins from, and those that the person sees. */
interface CategoryView {
  readonly begun: Values;
  readonly shown: Values;
  /** For fields in conflict: the other person's value, which the screen shows beside the user's own. */
  readonly theirs: Values;
}

/** As the form does it: where a field shows a pending save, an edit takes the base of that save, unless the stored value is the same. */
function beginningsOf(waiting: SettingsReading['pendingFields'], stored: Values, shown: Values): Values {
  const isOver = (key: string) => !sameJson(stored[key] ?? null, shown[key] ?? null);
  return Object.fromEntries(
    Object.entries(waiting).flatMap(([key, { began }]) => (began !== undefined && isOver(key) ? [[key, began] as const] : [])),
  );
}

/** Identifies one field in conflict together with the other person's value. */
export const askedKey = (userId: string, field: string, theirs: Json) => `${userId} ${field} ${JSON.stringify(theirs)}`;

/** The change concerns a field of the record that the other change creates or deletes. */
function isPartOf(change: ChangePromise, { record, field }: ChangePromise): boolean {
  return record === contactsRecord
    ? change.record === contactRecord(field)
    : change.record === record && change.field.startsWith(`${field}/`);
}

/** The screens of one website that are open. */
interface Screens {
  readonly views: Map<Tab, ReadonlyMap<string, CategoryView>>;
  /** The number of the sign-in in which each tab opened its screens: they close with the user, who does not find them after the next sign-in. */
  readonly viewers: Map<Tab, number>;
  readonly recordForms: Map<Tab, { readonly signInNumber: number; readonly wanted: string; readonly reading: StoredRecordReading }>;
}

const noScreens = (): Screens => ({ views: new Map(), viewers: new Map(), recordForms: new Map() });

/** What the people of a schedule see, the promises that they get, and how they open and save a form. */
export abstract class Simulation {
  readonly promises = new Promises(() => this.browser.server.effects.length);
  /** Changes about which a person was asked, by opId. */
  readonly asked = new Map<string, string>();
  readonly browser: Browser;
  /** The website on which people work at the moment. */
  websiteId: WebsiteId = 'w1';
  private readonly screens: Readonly<Record<WebsiteId, Screens>> = { w1: noScreens(), w2: noScreens() };
  /** Users whose log a sign-out removed in this step. */
  readonly forgotten = new Set<string>();
  /** Users whose entries may be removed at any moment from now on. */
  readonly leaving = new Map<string, 'keep' | 'discard'>();
  /** Effects of colleagues that happened while this device had no request in flight. */
  readonly atRest = new Set<number>();
  /** Fields in conflict in which a person kept their own value, by `askedKey`, with the number of server effects at that moment. */
  readonly decided = new Map<string, number>();
  /** How many pages of lists are asked for. */
  fetching = 0;
  /** Values of somebody else that a person accepted in a conflict, by `askedKey`, with the number of changes at that moment. */
  readonly shown = new Map<string, number>();
  /** Whether anything was discarded, by a person or by the console with their consent: other entries may name what is missing now. */
  hasDiscarded = false;
  /** Uploads that no save names, by local file id: whoever closes a screen may remove them. */
  readonly unnamedUploads = new Map<string, ChangePromise>();
  /** Entries that were, or may have been, in flight when their user signed out and discarded them, by opId. */
  readonly abandoned = new Set<string>();
  /** Entries that had been sent when their user chose to discard all, in a tab that may have died in the middle of it. */
  readonly toBeDiscarded = new Set<string>();
  /** Indeterminate entries that a person discarded, by opId, with the highest outbox number at that moment. */
  readonly takenBack = new Map<string, number>();
  /** Local ids of the files that were removed together with a discarded entry. */
  readonly discardedFiles = new Set<string>();
  /** Called before a person decides about an entry that needs attention, so that the checks run first. */
  onAttend: () => Promise<void> = () => Promise.resolve();
  /** A user's data was removed from the device, or stays there after the user has left. `isCertain`: the device confirmed it. */
  onLeft: (userId: string, left: { readonly keptUnsent: boolean; readonly isCertain: boolean }) => void = () => undefined;
  /** Unreadable entries, by user; null: their number is unknown. */
  readonly unreadable = new Map<string, number | null>();
  count = 0;

  /** The stored values that each tab's open screen shows: an edit may begin long before it is saved. */
  get views() {
    return this.screens[this.websiteId].views;
  }

  /** The record form that each tab opened last, and the id under which it was opened. */
  get recordForms() {
    return this.screens[this.websiteId].recordForms;
  }

  /** What stands at the end of everything that people type and name. */
  get mark(): string {
    return this.websiteId === 'w2' ? secondMark : '';
  }

  /** Where the contacts are that people see now. */
  get placeOfContacts(): Place {
    return placeOfContacts({ websiteId: this.websiteId, accountId: accountOf(this.browser.session?.userId ?? '') });
  }

  /** People work on this website until the work has ended. */
  async on(websiteId: WebsiteId, work: () => Promise<void>): Promise<void> {
    const before = this.websiteId;
    this.websiteId = websiteId;
    await work();
    this.websiteId = before;
  }

  /** Runs one step of a schedule. */
  abstract take(step: Step): Promise<void>;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** What a screen does when it opens: it reads from the server and caches the answer, unless something newer was written meanwhile. */
  async visit(tab: Tab): Promise<void> {
    this.beginVisit(tab);
    await this.browser.scheduler.runUntilIdle();
    await this.look(tab);
  }

  beginVisit(tab: Tab): void {
    const { browser, websiteId } = this;
    const { session } = browser;
    if (!session || tab.process.state !== 'running') return;
    const fetchShown = async () => {
      const epoch = await tab.store.dataEpoch(session.userId);
      const cacheAnswer = async (key: string, ask: () => Promise<ApiResult<unknown>>) => {
        const expectedRevision = await tab.store.cache.revision(session.userId, key);
        const result = await ask();
        if (isProblem(result)) return;
        const { data, etag } = result;
        await tab.store.cache.put(session.userId, key, { websiteId, data: toJson(data), etag, expectedRevision, epoch });
      };
      for (const category of [...settingsFields.map(([one]) => one), 'site_info' as const])
        await cacheAnswer(settingsKey(websiteId, category), () =>
          tab.client.call(listSettings, { params: { websiteId, selector: category } }),
        );
      await cacheAnswer(blocksKey(websiteId), () => fetchBlocks(tab.client, websiteId));
    };
    // A full disk only keeps the answer out of the cache.
    fetchShown().catch(() => undefined);
  }

  /** A user who has chosen to sign out does nothing more at the console. */
  isAtWork(userId: string): boolean {
    return this.browser.session?.userId === userId && this.browser.leaving === null;
  }

  async look(tab: Tab): Promise<void> {
    // Another user may sign in during the read: the form belongs to whoever opened it.
    const { session, signInNumber } = this.browser;
    if (!session) return;
    const { websiteId } = this;
    const { views, viewers } = this.screens[websiteId];
    const view = new Map<string, CategoryView>();
    const valuesOf = (settings: readonly Setting[]) => Object.fromEntries(settings.map(({ key, value }) => [key, value]));
    const categories = settingsFields.map(([category]) => category);
    const readings = await this.peek(
      tab,
      Promise.all(categories.map((category) => tab.store.readSettings(session.userId, websiteId, category))),
    );
    for (const [at, reading] of (readings ?? []).entries())
      if (reading.stored) {
        const asked = Object.entries(reading.pendingFields).flatMap(([key, { theirs }]) => (theirs ? [[key, theirs.value] as const] : []));
        const [stored, shown] = [valuesOf(reading.stored), valuesOf(reading.settings)];
        const begun = { ...stored, ...beginningsOf(reading.pendingFields, stored, shown) };
        view.set(categories[at] ?? '', { begun, shown, theirs: Object.fromEntries(asked) });
      }
    views.set(tab, view);
    viewers.set(tab, signInNumber);
  }

  /** Whether the user who is signed in has a form open in a tab. */
  hasView(tab: Tab): boolean {
    const { session, signInNumber } = this.browser;
    return session !== null && this.screens[this.websiteId].viewers.get(tab) === signInNumber;
  }

  /** Waits for a result that only a running tab can give; null where the tab dies or freezes meanwhile. */
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

  /** Saves these values in an open form. A screen that could not be loaded shows the error and no form. */
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
    const { browser, websiteId } = this;
    const userId = browser.session?.userId ?? '';
    if (!this.isAtWork(userId)) return;
    const changes = writes.map(({ key, category, value }) => {
      const change = { userId, kind: 'field', record: `settings/${websiteId}/${category}`, field: key, value: named ?? value } as const;
      return this.promises.add(seen ? { ...change, seen: seen[key] ?? null, seenBeside: theirs[key] } : change);
    });
    const signal = new AbortController().signal;
    this.conclude(tab, changes, tab.submitSettings({ websiteId, screenId: 'social-links', writes: [...writes], base }, signal));
  }

  /** Records the save status of a change when the person reads it. */
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
          change.isConfirmed = result.kind === 'saved' && result.problem === undefined;
          if (change.state !== 'asking') continue;
          // Saved by a form that is still open while its user signs out, and leaves nothing behind.
          if (this.leaving.get(change.userId) === 'discard') change.state = 'open';
          else if (result.kind === 'failed' && result.code === 'quota') this.promises.release([change], effects, new Set());
          else if (result.kind === 'refused' || result.kind === 'failed') {
            change.state = 'open';
            this.hasDiscarded = true;
            // The block's later changes are dropped with it.
            if (change.kind === 'create')
              for (const other of this.promises.all) if (isPartOf(other, change) && other.state === 'promised') other.state = 'open';
            for (const other of this.givenBackWith(change)) other.state = 'open';
          }
          // It was stored, and is gone: a tab that was frozen in between learns both at once. One that ran must not call it saved.
          else if (change.isGone && stoodStill()) change.state = 'open';
          // The block was created, but its later changes were not: the person reads why.
          else if (result.problem !== undefined && change.kind !== 'create') change.state = 'open';
          else {
            // A field that is empty already needs no request, whatever somebody else writes there later.
            change.state = change.value === null && (change.seen === null || this.holds(change)) ? 'open' : 'promised';
            change.saidSaved = result.kind === 'saved';
            change.savedAt = effects;
            // Without a connection nobody checks the server's value.
            if (result.kind === 'pending' && changes.length === 1 && !tab.isOffline()) this.checkReason(change, result.reason?.kind);
            if (stoodStill()) change.keptAt = this.promises.all.length;
          }
        }
      },
      (error: unknown) => {
        // Rejects where nobody is signed in any more: the form closes too.
        if (tab.process.state !== 'dead' && changes.some(({ userId }) => this.isAtWork(userId)))
          browser.onViolation('error', String(error));
      },
    );
  }

  /**
   * What earlier changes have put into a list that was refused. The entry of the refused change has carried those on, and its form shows the
   * whole list, unsaved: nothing of it is lost. Not what an entry still has: that one must be sent, or be in front of the person.
   */
  private givenBackWith({ userId, record, order, list }: ChangePromise): readonly ChangePromise[] {
    if (!list) return [];
    const entries = this.browser.entriesOf(userId);
    const labelIn = ({ body }: OutboxEntry) => contactLabel((body as { readonly name?: string }).name);
    const waits = (other: ChangePromise) => entries.some((entry) => carries(entry, other, () => labelIn(entry)));
    const isEarlier = (other: ChangePromise) => other.userId === userId && other.record === record && other.order < order;
    return this.promises.all.filter(
      (other) =>
        isEarlier(other) &&
        other.state === 'promised' &&
        !other.saidSaved &&
        isOfItems(other.field) &&
        holdsItem(list, other.field, other.value) &&
        !waits(other),
    );
  }

  /** A change that is reported as stored on the device must be sent without a person's decision, unless the report says otherwise. */
  private checkReason({ userId, kind, record, field, value }: ChangePromise, reason: PendingReason['kind'] | undefined): void {
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
    if (contact) return kind === 'field' && server.contactFieldOf(contact.id, field) === value;
    const [, website = '', category = ''] = record.split('/');
    return kind === 'field' && record.startsWith('settings/') && server.setting(website, category, field) === value;
  }

  newValue(kind: Take<'save'>['value']): WireValue {
    this.count += 1;
    if (kind === 'null') return null;
    return [`${kind === 'refused' ? refusedPrefix : 'v'}${this.count}${this.mark}`];
  }

  /** The label of a block or a contact, by its local id or the id that the server's model has for it. */
  async labels(tab: Tab, userId: string): Promise<(id: string) => string> {
    const entries = ((await this.peek(tab, tab.store.outbox.list(userId))) ?? []).map(withModelIds);
    const idMap = (await this.peek(tab, tab.store.files.idMap(userId))) ?? new Map<string, string>();
    return this.labelsOf(
      entries.flatMap((read) => (read.kind === 'readable' ? [read.entry] : [])),
      idMap,
    );
  }

  /** The same, from what is on the device at this moment: nothing else goes on meanwhile. */
  labelsNow(userId: string): (id: string) => string {
    const own = this.browser.disk.tables.idMap.rows().filter((row) => row.userId === userId);
    return this.labelsOf(this.browser.entriesOf(userId), new Map(own.map(({ localId: id, serverId }) => [id, serverId])));
  }

  private labelsOf(entries: readonly OutboxEntry[], idMap: ReadonlyMap<string, string>): (id: string) => string {
    const names = new Names(this.browser.server);
    const local = new Map<string, string>();
    for (const { mutation, body: stored } of entries) {
      if (mutation !== 'create') continue;
      const body = stored as { readonly localId: string; readonly label?: string; readonly name?: string };
      local.set(body.localId, body.label ?? contactLabel(body.name));
    }
    return (id) => local.get(id) ?? names.label(inModel(this.browser.madeIn.get(id) ?? '', idMap.get(id) ?? id));
  }
}
