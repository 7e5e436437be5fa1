import { fromTop } from '#contract/blocks/order.ts';
import { isLocalId, localId } from '#contract/commands/local-id.ts';
import { listSettings } from '#contract/calls/settings.ts';
import type { Block } from '#contract/entities/block.ts';
import type { Setting, SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { type Json, toJson } from '#contract/json.ts';
import { isProblem } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import { blocksKey, settingsKey } from '#db/keys.ts';
import { recordVersion } from '#db/migrate-row.ts';
import { needsAttention } from '#db/queue-rows.ts';
import type { BlockChange } from '#machines/ports.ts';
import { readBlocks } from '#src/io/read-blocks.ts';
import type { Browser } from './browser.ts';
import { blockKey, colleague, refusedPrefix, type ServerRequest } from './fake-server.ts';
import { carries, type ChangePromise, Names, Promises } from './promises.ts';
import { Random } from './random.ts';
import { settingsFields, type Step } from './step.ts';
import type { Tab } from './tab.ts';

const websiteId = 'w1';
const movedSetting = 'title';
/** Blocks of one kind and name. */
export const twinPrefix = 'T';
/** What an entry that can't be read would write. */
export const unreadableValue = 'unreadable';

/** What an entry that was never sent holds besides. */
const freshParts = {
  accountId: 'a1',
  websiteId,
  appVersion: 'newer',
  command: 'settings.save',
  target: { entity: 'settings', id: `${websiteId}/social` },
  dependsOn: [],
  base: {},
  fileIds: [],
  status: 'queued',
  attempts: 0,
  nextAttemptAt: null,
  lastError: null,
  createdAt: 0,
} as const;

/** A category as a screen shows it: what is stored, and what the person sees. */
interface CategoryView {
  readonly stored: Readonly<Record<string, WireValue>>;
  readonly shown: Readonly<Record<string, WireValue>>;
}

type Take<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** The people of a schedule: what they do at the console, and what they were told. */
export class People {
  readonly promises = new Promises();
  /** Changes that a person was asked about, by opId. */
  readonly asked = new Map<string, string>();
  private readonly browser: Browser;
  /** What each tab's open screen shows as stored: an edit may have begun long before it is saved. */
  private readonly views = new Map<Tab, ReadonlyMap<string, CategoryView>>();
  /** Users of whom a sign-out removed the log in this step. */
  readonly forgotten = new Set<string>();
  /** Effects of colleagues in a moment in which nothing was on its way from this device. */
  readonly atRest = new Set<number>();
  /** What a person has discarded, or the console with their knowledge, may leave others without what they name. */
  hasDiscarded = false;
  /** Entries that nobody can read, by user. */
  readonly unreadable = new Map<string, number>();
  private count = 0;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  async take(step: Step): Promise<void> {
    const { browser } = this;
    const random = new Random(step.dice);
    switch (step.kind) {
      case 'save':
        return this.save(step, random);
      case 'block':
        await this.changeBlocks(step, random);
        if (step.twice) await this.changeBlocks({ ...step, change: nextChange(step.change, random) }, new Random(step.dice));
        return;
      case 'upload':
        return this.upload(step);
      case 'visit':
        return this.visit(await browser.tab(step.tab));
      case 'colleague':
        return browser.scheduler.afterTurns(step.after, () => this.colleague(step, random));
      case 'attend':
        return this.attend(step, random);
      case 'nap':
        return this.nap(step, random);
      case 'signOut':
        return this.signOut(step.keep);
      case 'signIn':
        if (browser.session?.userId !== step.userId) {
          await this.signOut(true);
          browser.signIn(step.userId);
        }
        return;
      case 'signInAgain':
        if (browser.session && !browser.network.tokens.has(browser.session.token)) browser.signIn(browser.session.userId);
        return;
      default:
        return this.disturb(step, random);
    }
  }

  private async disturb(step: Step, random: Random): Promise<void> {
    const { browser } = this;
    const { scheduler } = browser;
    switch (step.kind) {
      case 'weather':
        browser.network.weather = step.weather;
        return;
      case 'unplug':
      case 'plug':
        (await browser.tab(step.tab)).unplugged = step.kind === 'unplug';
        return;
      case 'crash':
        browser.crashAfter(await browser.tab(step.tab), step.after);
        return;
      case 'freeze': {
        browser.freezeAfter(await browser.tab(step.tab), step.after);
        return;
      }
      case 'thaw':
        for (const tab of browser.alive()) this.thaw(tab);
        return;
      case 'openTab':
        if (browser.alive().length < 3) await browser.open();
        return;
      case 'quota':
        browser.hit('quota');
        browser.disk.failNext(random.pick(['write', 'commit'] as const));
        return;
      case 'jump':
        browser.hit('jump');
        scheduler.jump(step.ms);
        return;
      case 'expire':
        browser.expireSession();
        return;
      case 'pass':
        return scheduler.advance(step.ms);
      case 'settle':
        return scheduler.settle();
      case 'poison':
        return this.poison(step, random);
      case 'sendNow':
        (await browser.tab(step.tab)).sync.send({ type: 'drain.requested' });
        return;
      default:
    }
  }

  /** What a screen does when it opens: asks the server, and keeps the answer unless something newer was written meanwhile. */
  private async visit(tab: Tab): Promise<void> {
    this.beginVisit(tab);
    await this.browser.scheduler.settle();
    await this.look(tab);
  }

  private beginVisit(tab: Tab): void {
    const { browser } = this;
    const { session } = browser;
    if (!session || tab.process.state !== 'running') return;
    const isCurrent = () => browser.session?.userId === session.userId;
    const bring = async () => {
      for (const [category] of settingsFields) {
        const key = settingsKey(websiteId, category);
        const seen = await tab.store.cache.revision(session.userId, key);
        const outcome = await tab.client.call(listSettings, { params: { websiteId, selector: category } });
        if (!isProblem(outcome) && isCurrent())
          await tab.store.cache.put(session.userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, seen });
      }
      const key = blocksKey(websiteId);
      const seen = await tab.store.cache.revision(session.userId, key);
      const outcome = await readBlocks(tab.client, websiteId);
      if (!isProblem(outcome) && isCurrent())
        await tab.store.cache.put(session.userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, seen });
    };
    // A full disk keeps the answer out of the cache, and that is all.
    bring().catch(() => undefined);
  }

  private async look(tab: Tab): Promise<void> {
    const { session } = this.browser;
    if (!session) return;
    const view = new Map<string, CategoryView>();
    const valuesOf = (settings: readonly Setting[]) => Object.fromEntries(settings.map(({ key, value }) => [key, value]));
    const categories = settingsFields.map(([category]) => category);
    const readings = await this.peek(
      tab,
      Promise.all(categories.map((category) => tab.store.readSettings(session.userId, websiteId, category))),
    );
    for (const [at, reading] of (readings ?? []).entries())
      if (reading.stored) view.set(categories[at] ?? '', { stored: valuesOf(reading.stored), shown: valuesOf(reading.shown) });
    this.views.set(tab, view);
  }

  /** Waits for something that only a running tab can answer; null where it dies or stands still meanwhile. */
  private async peek<Value>(tab: Tab, work: Promise<Value>): Promise<Value | null> {
    let value: Value | null = null;
    work.then(
      (answer) => {
        value = answer;
      },
      () => undefined,
    );
    await this.browser.scheduler.settle();
    return tab.process.state === 'dead' ? null : value;
  }

  private async save(step: Take<'save'>, random: Random): Promise<void> {
    const { browser } = this;
    const tab = await browser.tab(step.tab);
    const { session } = browser;
    if (!session || tab.process.state !== 'running') return;
    if (!step.stale || !this.views.has(tab)) await this.look(tab);
    const chosen = step.both ? settingsFields : [random.pick(settingsFields)];
    const isShown = () => chosen.every(([category]) => this.views.get(tab)?.has(category));
    if (!isShown()) await this.visit(tab);
    if (!isShown()) return;
    const others = browser.alive().filter((one) => one !== tab && one.process.state === 'running');
    const other = !step.together ? null : others.length > 0 ? random.pick(others) : tab;
    if (other && !this.views.has(other)) await this.look(other);
    if (step.visiting) this.beginVisit(random.pick(other ? [tab, other] : [tab]));
    const write = (value: Take<'save'>['value']) =>
      chosen.map(([category, keys]): SettingWrite => ({ key: random.pick(keys), category, type: null, value: this.newValue(value) }));
    this.beginSubmit(tab, write(step.value));
    if (other) {
      const writes = write('new');
      browser.scheduler.afterTurns(random.int(40), () => this.beginSubmit(other, writes));
    }
    await browser.scheduler.settle();
    // The screen shows what was saved as what it goes on from, as the form does.
    await this.look(tab);
    if (other && other !== tab) await this.look(other);
  }

  private async nap(step: Take<'nap'>, random: Random): Promise<void> {
    const { browser } = this;
    const tab = await browser.tab(step.tab);
    if (browser.alive().length < 2) await browser.open();
    if (tab.process.state !== 'running') return;
    browser.freezeAfter(tab, step.after);
    if (random.chance(0.5))
      await this.changeBlocks(
        { dice: step.dice, kind: 'block', tab: browser.alive().indexOf(tab), change: 'create', twice: false },
        random,
      );
    else {
      await this.look(tab);
      const [category, keys] = random.pick(settingsFields);
      this.beginSubmit(tab, [{ key: random.pick(keys), category, type: null, value: this.newValue('new') }]);
    }
    await browser.scheduler.advance(step.ms);
    this.thaw(tab);
    await browser.scheduler.settle();
  }

  private thaw({ process }: Tab): void {
    if (process.state === 'frozen') process.state = 'running';
  }

  /** A form that is open saves these. A screen that could not be loaded shows why, and no form. */
  private beginSubmit(tab: Tab, writes: readonly SettingWrite[]): void {
    const view = this.views.get(tab);
    if (!view || this.browser.session === null || tab.process.state !== 'running') return;
    if (!writes.every(({ category }) => view.has(category))) return;
    const valuesOf = (which: keyof CategoryView) =>
      Object.fromEntries(writes.map(({ key, category }) => [key, view.get(category)?.[which][key] ?? null]));
    this.submitSettings(tab, writes, valuesOf('stored'), { seen: valuesOf('shown') });
  }

  private submitSettings(
    tab: Tab,
    writes: readonly SettingWrite[],
    base: Readonly<Record<string, WireValue>>,
    { seen, named }: { readonly seen?: Readonly<Record<string, WireValue>>; readonly named?: Json },
  ): void {
    const { browser } = this;
    const userId = browser.session?.userId ?? '';
    const changes = writes.map(({ key, category, value }) => {
      const change = { userId, kind: 'field', record: `settings/${websiteId}/${category}`, field: key, value: named ?? value } as const;
      return this.promises.add(seen ? { ...change, seen: seen[key] ?? null } : change);
    });
    const signal = new AbortController().signal;
    this.conclude(tab, changes, tab.submitSettings({ websiteId, screenId: 'social-links', writes: [...writes], base }, signal));
  }

  /** Writes down what the person reads of a change, when it is said. */
  private conclude(
    tab: Tab,
    changes: readonly ChangePromise[],
    work: Promise<{ readonly kind: string; readonly code?: string; readonly problem?: string }>,
  ): void {
    const { browser } = this;
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
          }
          // The block was made, and what was to follow was not: the person reads why.
          else if (result.problem !== undefined && change.kind !== 'create') change.state = 'open';
          else {
            // A field that holds nothing already needs no request.
            change.state = change.value === null && this.holds(change) ? 'open' : 'promised';
            change.saidSaved = result.kind === 'saved';
            change.savedAt = effects;
          }
        }
      },
      (error: unknown) => browser.onViolation('error', String(error)),
    );
  }

  private holds({ kind, record, field, value }: ChangePromise): boolean {
    const [, website = '', category = ''] = record.split('/');
    return kind === 'field' && record.startsWith('settings/') && this.browser.server.setting(website, category, field) === value;
  }

  private newValue(kind: Take<'save'>['value']): WireValue {
    this.count += 1;
    if (kind === 'null') return null;
    return [kind === 'refused' ? `${refusedPrefix}${this.count}` : `v${this.count}`];
  }

  private async changeBlocks(step: Take<'block'>, random: Random): Promise<void> {
    const { browser } = this;
    const tab = await browser.tab(step.tab);
    const userId = browser.session?.userId;
    if (userId === undefined || tab.process.state !== 'running') return;
    const read = () => this.peek(tab, tab.store.readBlocks(userId, websiteId));
    let reading = await read();
    if (reading?.stored === null) {
      await this.visit(tab);
      reading = await read();
    }
    if (!reading?.stored) return;
    const shown = fromTop(reading.shown);
    // Nobody can tell twins apart, so nobody is told of a change of one.
    const movable = shown.filter((block) => !block.static && !block.label.startsWith(twinPrefix));
    const record = `blocks/${websiteId}`;
    const add = (kind: ChangePromise['kind'], field: string, value: Json) => this.promises.add({ userId, kind, record, field, value });
    const addSeen = (field: string, value: Json, seen: Json) => this.promises.add({ userId, kind: 'field', record, field, value, seen });
    const submit = async (change: BlockChange, changes: readonly ChangePromise[]) => {
      this.conclude(tab, changes, tab.submitBlock({ websiteId, change }, new AbortController().signal));
      await browser.scheduler.settle();
    };
    if (step.change === 'twins') {
      this.count += 1;
      const label = `${twinPrefix}${this.count}`;
      for (const one of [tab, await browser.tab(step.tab + 1)]) {
        if (one.process.state !== 'running') continue;
        const change = add('create', label, null);
        const submission = { kind: 'create', key: blockKey, label, enabled: null, copyOf: null, below: null } as const;
        this.conclude(one, [change], one.submitBlock({ websiteId, change: submission }, new AbortController().signal));
      }
      return browser.scheduler.settle();
    }
    if (step.change === 'create' || step.change === 'copy' || step.change === 'createRefused') {
      this.count += 1;
      const label = `${step.change === 'createRefused' ? refusedPrefix : 'L'}${this.count}`;
      const copied = step.change === 'copy' ? [this.blockSetting()] : [];
      const below = random.chance(0.3) && movable.length > 0 ? random.pick(movable) : null;
      const changes = [
        add('create', label, null),
        ...copied.map(({ key, value }) => add('field', `${label}/setting/${key}`, value)),
        ...(below ? [add('order', 'order', orderWith(shown, below, label))] : []),
      ];
      const copyOf = copied.length > 0 ? { settings: copied } : null;
      await submit({ kind: 'create', key: blockKey, label, enabled: null, copyOf, below: below?.id ?? null }, changes);
      return;
    }
    if (movable.length === 0) return;
    // What was just made is changed more often than what has long been there.
    const fresh = movable.filter(({ id }) => isLocalId(id));
    const block = random.pick(fresh.length > 0 && random.chance(0.5) ? fresh : movable);
    const { id: blockId, label } = block;
    switch (step.change) {
      case 'delete': {
        const gone = this.promises.all.filter(
          (change) =>
            change.userId === userId && change.record === record && (change.field === label || change.field.startsWith(`${label}/`)),
        );
        const change = add('delete', label, null);
        await submit({ kind: 'delete', blockId, label }, [change]);
        // What was to become of the block need not be any more; it may have been meanwhile.
        if (change.state !== 'released')
          for (const other of gone) if (other.state === 'promised' || other.state === 'asking') other.state = 'open';
        return;
      }
      case 'show':
        return submit({ kind: 'show', blockId, label, enabled: !block.enabled }, [add('field', `${label}/enabled`, !block.enabled)]);
      case 'order': {
        const to = random.int(movable.length);
        const order = movable.filter((one) => one !== block).toSpliced(to, 0, block);
        const all = [shown[0], ...order, shown.at(-1)].filter((one) => one !== undefined);
        const value = all.map((one) => one.label);
        const seen = fromTop(reading.stored).map((one) => one.label);
        const change = this.promises.add({ userId, kind: 'order', record, field: 'order', value, seen });
        return submit({ kind: 'order', order: all.map(({ id }) => id) }, [change]);
      }
      case 'settings': {
        const setting = this.blockSetting();
        const base = { [setting.key]: block.settings?.find(({ key }) => key === setting.key)?.value ?? null };
        const change = addSeen(`${label}/setting/${setting.key}`, setting.value, base[setting.key] ?? null);
        return submit({ kind: 'settings', blockId, label, settings: [setting], base }, [change]);
      }
    }
  }

  private blockSetting(): { readonly key: string; readonly value: WireValue } {
    this.count += 1;
    return { key: movedSetting, value: [`t${this.count}`] };
  }

  private async upload(step: Take<'upload'>): Promise<void> {
    const { browser } = this;
    const tab = await browser.tab(step.tab);
    const userId = browser.session?.userId;
    if (userId === undefined || tab.process.state !== 'running') return;
    this.count += 1;
    const name = `${step.refused ? refusedPrefix : 'f'}${this.count}.png`;
    const local = localId(browser.random.uuid());
    const change = this.promises.add({ userId, kind: 'upload', record: `files/${websiteId}`, field: name, value: null });
    const blob = new Blob([name]);
    const appended = tab.store.outbox.append({
      userId,
      accountId: 'a1',
      websiteId,
      command: 'files.upload',
      body: { localId: local, websiteId, settingKey: 'favicon', category: 'site_info', type: 'image', name, bytes: blob.size },
      base: {},
      file: { blob, name },
    });
    this.conclude(tab, [change], appended);
    await browser.scheduler.settle();
    if (!step.names || change.state !== 'promised') return;
    const reading = await this.peek(tab, tab.store.readSettings(userId, websiteId, 'site_info'));
    if (!reading) return;
    // Nobody else writes this one: what is not cached is not on the server.
    const base = { favicon: reading.stored?.find(({ key }) => key === 'favicon')?.value ?? null };
    this.submitSettings(tab, [{ key: 'favicon', category: 'site_info', type: 'image', value: [local] }], base, { named: [`file:${name}`] });
    await browser.scheduler.settle();
    await this.look(tab);
  }

  private colleague(step: Take<'colleague'>, random: Random): void {
    const { server } = this.browser;
    this.count += 1;
    const { outbox } = this.browser.disk.tables;
    if (!outbox.rows().some(({ status }) => status === 'sending')) this.atRest.add(server.effects.length);
    const send = (request: Pick<ServerRequest, 'call'> & Partial<ServerRequest>) =>
      server.handle({ params: { websiteId }, query: {}, body: null, key: null, ifMatch: null, author: colleague, ...request });
    const blocks = server.blocksOf(websiteId).filter((block) => !block.static);
    switch (step.change) {
      case 'setting': {
        const [category, keys] = random.pick(settingsFields);
        const settings = [{ key: random.pick(keys), value: [`c${this.count}`], category }];
        send({ call: 'updateSettings', body: { data: { settings } } });
        return;
      }
      case 'create':
        send({ call: 'createBlock', body: { key: blockKey, label: `C${this.count}` } });
        return;
      case 'block':
      case 'delete': {
        if (blocks.length === 0) return;
        const { id } = random.pick(blocks);
        if (step.change === 'delete') send({ call: 'deleteBlock', query: { id } });
        else
          send({
            call: 'updateThemeSettings',
            params: { websiteId, blockId: id },
            body: { data: { settings: [{ key: movedSetting, value: [`c${this.count}`] }] } },
          });
        return;
      }
      case 'order': {
        const items = blocks.toReversed().map(({ id }, at) => ({ id, priority: at + 1 }));
        send({ call: 'bulkUpdateBlocks', body: { items } });
        return;
      }
    }
  }

  /** A person sees what needs attention, and decides. */
  private async attend(step: Take<'attend'>, random: Random): Promise<void> {
    const { browser } = this;
    const tab = await browser.tab(step.tab);
    const userId = browser.session?.userId;
    if (userId === undefined || tab.process.state !== 'running') return;
    const entries = await this.peek(tab, tab.store.outbox.list(userId));
    const open = (entries ?? []).flatMap((read) => (needsAttention(read) && read.kind === 'row' ? [read.row] : []));
    if (open.length === 0) return;
    const entry = random.pick(open);
    const { outbox } = tab.store;
    const isConflict = entry.status === 'conflict' && entry.lastError?.theirs !== undefined;
    const choice = step.how === 'theirs' ? 'theirs' : 'mine';
    const work =
      step.how === 'discard'
        ? outbox.discard(entry.opId)
        : isConflict
          ? outbox.resolve(entry.opId, Object.fromEntries(Object.keys(entry.lastError?.theirs ?? {}).map((key) => [key, choice])))
          : outbox.retry(entry.opId);
    const result = await this.peek(tab, work);
    if (step.how === 'discard') this.hasDiscarded = true;
    if (!result || result.kind === 'refused') return;
    if (step.how === 'discard' && result.kind === 'left')
      await this.releaseEntries(
        tab,
        userId,
        entries?.flatMap((read) => (read.kind === 'row' && result.opIds.includes(read.row.opId) ? [read.row] : [])) ?? [],
      );
    if (isConflict && choice === 'theirs') this.releaseFields(entry);
  }

  /** What a discarded entry carried must not be sent any more; what was sent of it before is on the server all the same. */
  private async releaseEntries(tab: Tab, userId: string, entries: readonly QueueRow[]): Promise<void> {
    const labelOf = await this.labels(tab, userId);
    for (const change of this.promises.all)
      if (change.userId === userId && entries.some((entry) => carries(entry, change, labelOf) && !this.isNewer(change, entry)))
        change.state = 'open';
  }

  /** Of several changes of one field only those that the entry was made of are dropped with it. */
  private isNewer(change: ChangePromise, entry: QueueRow): boolean {
    return change.kind === 'field' &&
      change.value !== null &&
      !JSON.stringify(entry.body).includes(JSON.stringify(change.value)) &&
      change.state === 'promised'
      ? this.promises.all.some(
          (other) =>
            other.order < change.order && other.field === change.field && JSON.stringify(entry.body).includes(JSON.stringify(other.value)),
        )
      : false;
  }

  private releaseFields(entry: QueueRow): void {
    const keys = Object.keys(entry.lastError?.theirs ?? {});
    const names = new Names(this.browser.server);
    for (const change of this.promises.all)
      if (change.userId === entry.userId && keys.some((key) => names.field(key) === change.field)) change.state = 'open';
  }

  /** The label of a block by its id on this device, or the server's. */
  async labels(tab: Tab, userId: string): Promise<(id: string) => string> {
    const names = new Names(this.browser.server);
    const entries = (await this.peek(tab, tab.store.outbox.list(userId))) ?? [];
    const aliases = (await this.peek(tab, tab.store.files.aliases(userId))) ?? new Map<string, string>();
    const local = new Map<string, string>();
    for (const read of entries) {
      if (read.kind !== 'row' || read.row.command !== 'blocks.create') continue;
      const body = read.row.body as { readonly localId: string; readonly label: string };
      local.set(body.localId, body.label);
    }
    return (id) => local.get(id) ?? names.label(aliases.get(id) ?? id);
  }

  private poison(step: Take<'poison'>, random: Random): void {
    const userId = this.browser.session?.userId;
    if (userId === undefined) return;
    const settings = [{ key: 'fb_link', category: 'social', type: null, value: [unreadableValue] }];
    const entry = {
      opId: random.uuid(),
      userId,
      recordVersion: recordVersion + 1,
      ...freshParts,
      body: { category: 'social', settings },
    };
    const { recordVersion: _, ...malformed } = entry;
    this.browser.disk.tables.outbox.write(step.problem === 'newer' ? entry : malformed, 'add', []);
    this.unreadable.set(userId, (this.unreadable.get(userId) ?? 0) + 1);
  }

  async signOut(keep: boolean): Promise<void> {
    const { browser } = this;
    const userId = browser.session?.userId;
    if (userId === undefined) return;
    this.forgotten.add(userId);
    if (!keep) this.hasDiscarded = true;
    const tab = browser.alive().find((one) => one.process.state === 'running') ?? (await browser.open());
    const effects = browser.server.effects.length;
    const inFlight = new Set(browser.network.inFlight);
    browser.endSession();
    const forgotten = await this.peek(
      tab,
      tab.store.forget(userId, { keepUnsent: keep }).then(() => true),
    );
    // Where the device fails the person is told that it could not be removed.
    if (!keep && forgotten) this.unreadable.delete(userId);
    if (!keep && forgotten)
      this.promises.release(
        this.promises.all.filter((change) => change.userId === userId),
        effects,
        inFlight,
      );
  }
}

/** What people do next with a block: the same again, and of a new one something else. */
function nextChange(change: Take<'block'>['change'], random: Random): Take<'block'>['change'] {
  return change === 'create' || change === 'copy' ? random.pick(['delete', 'delete', 'settings', 'show'] as const) : change;
}

function orderWith(shown: readonly Block[], below: Block, label: string): readonly string[] {
  return shown.flatMap((block) => (block === below ? [block.label, label] : [block.label]));
}
