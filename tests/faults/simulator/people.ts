import { fromTop } from '#contract/blocks/order.ts';
import { localId } from '#contract/commands/local-id.ts';
import { listSettings } from '#contract/calls/settings.ts';
import type { Block } from '#contract/entities/block.ts';
import type { SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { type Json, toJson } from '#contract/json.ts';
import { isProblem } from '#contract/outcome.ts';
import type { QueueRow } from '#contract/queue.ts';
import { blocksKey, settingsKey } from '#db/keys.ts';
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

/** What nobody does while somebody signs out. */
const byPeople: ReadonlySet<Step['kind']> = new Set<Step['kind']>([
  'save',
  'block',
  'upload',
  'visit',
  'attend',
  'handOver',
  'signOut',
  'signIn',
  'signInAgain',
]);

type Take<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** The people of a schedule: what they do at the console, and what they were told. */
export class People {
  readonly promises = new Promises();
  /** Changes that a person was asked about, by opId. */
  readonly asked = new Map<string, string>();
  private readonly browser: Browser;
  /** What each tab's open screen shows as stored: an edit may have begun long before it is saved. */
  private readonly views = new Map<Tab, ReadonlyMap<string, Readonly<Record<string, WireValue>>>>();
  private count = 0;

  constructor(browser: Browser) {
    this.browser = browser;
  }

  async take(step: Step): Promise<void> {
    const { browser } = this;
    const random = new Random(step.dice);
    if (browser.leaving && byPeople.has(step.kind)) return;
    switch (step.kind) {
      case 'save':
        return this.save(step, random);
      case 'block':
        return this.changeBlocks(step, random);
      case 'upload':
        return this.upload(step);
      case 'visit':
        return this.visit(await browser.tab(step.tab));
      case 'colleague':
        return this.colleague(step, random);
      case 'attend':
        return this.attend(step, random);
      case 'handOver': {
        const { dice, tab, keep, after } = step;
        const next = browser.session?.userId === 'u1' ? 'u2' : 'u1';
        browser.scheduler.afterTurns(after, () => void this.leave(keep, 0, next));
        if (step.change === 'order') return this.changeBlocks({ kind: 'block', dice, tab, change: 'order' }, random);
        return this.upload({ kind: 'upload', dice, tab, refused: false, names: true });
      }
      case 'signOut':
        return this.signOut(step);
      case 'signIn':
        if (browser.session === null) browser.signIn(step.userId);
        else if (browser.session.userId !== step.userId) await this.signOut({ ...step, keep: true }, step.userId);
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
        const tab = await browser.tab(step.tab);
        browser.hit('freeze');
        tab.process.state = 'frozen';
        return;
      }
      case 'thaw':
        for (const tab of browser.alive()) tab.process.state = 'running';
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
      default:
    }
  }

  /** What a screen does when it opens: asks the server, and keeps the answer unless something newer was written meanwhile. */
  private async visit(tab: Tab): Promise<void> {
    const { browser } = this;
    const { session } = browser;
    if (!session || tab.process.state !== 'running') return;
    const bring = async () => {
      const epoch = await tab.store.dataEpoch(session.userId);
      for (const [category] of settingsFields) {
        const key = settingsKey(websiteId, category);
        const seen = await tab.store.cache.revision(session.userId, key);
        const outcome = await tab.client.call(listSettings, { params: { websiteId, selector: category } });
        if (!isProblem(outcome))
          await tab.store.cache.put(session.userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, seen, epoch });
      }
      const key = blocksKey(websiteId);
      const seen = await tab.store.cache.revision(session.userId, key);
      const outcome = await readBlocks(tab.client, websiteId);
      if (!isProblem(outcome))
        await tab.store.cache.put(session.userId, key, { websiteId, data: toJson(outcome.data), etag: outcome.etag, seen, epoch });
    };
    // A full disk keeps the answer out of the cache, and that is all.
    bring().catch(() => undefined);
    await browser.scheduler.settle();
    await this.look(tab);
  }

  /** Somebody who has chosen to sign out meanwhile does nothing more at the console. */
  private isAtWork(userId: string): boolean {
    return this.browser.session?.userId === userId && this.browser.leaving === null;
  }

  private async look(tab: Tab): Promise<void> {
    const { session } = this.browser;
    if (!session) return;
    const view = new Map<string, Readonly<Record<string, WireValue>>>();
    for (const [category] of settingsFields) {
      const reading = await this.peek(tab, tab.store.readSettings(session.userId, websiteId, category));
      if (reading?.stored) view.set(category, Object.fromEntries(reading.stored.map(({ key, value }) => [key, value])));
    }
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
    const view = this.views.get(tab);
    // A screen that could not be loaded shows why, and no form.
    if (!view || !isShown()) return;
    const writes: SettingWrite[] = chosen.map(([category, keys]) => ({
      key: random.pick(keys),
      category,
      type: null,
      value: this.newValue(step.value),
    }));
    const base = Object.fromEntries(writes.map(({ key, category }) => [key, view.get(category ?? '')?.[key] ?? null]));
    await this.submitSettings(session.userId, tab, writes, base);
  }

  private async submitSettings(
    userId: string,
    tab: Tab,
    writes: readonly SettingWrite[],
    base: Readonly<Record<string, WireValue>>,
    named?: Json,
  ): Promise<void> {
    const { browser } = this;
    if (!this.isAtWork(userId)) return;
    const changes = writes.map(({ key, category, value }) =>
      this.promises.add({ userId, kind: 'field', record: `settings/${websiteId}/${category ?? ''}`, field: key, value: named ?? value }),
    );
    const signal = new AbortController().signal;
    this.conclude(tab, changes, tab.submitSettings({ websiteId, screenId: 'social-links', writes: [...writes], base }, signal));
    await browser.scheduler.settle();
    // The screen shows what was saved as what it goes on from, as the form does.
    await this.look(tab);
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
          else if (result.kind === 'refused' || result.kind === 'failed') change.state = 'open';
          // The block was made, and what was to follow was not: the person reads why.
          else if (result.problem !== undefined && change.kind !== 'create') change.state = 'open';
          else {
            // A field that holds nothing already needs no request.
            change.state = change.value === null && this.holds(change) ? 'open' : 'promised';
            change.saidSaved = result.kind === 'saved';
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
    const movable = shown.filter((block) => !block.static);
    const record = `blocks/${websiteId}`;
    const add = (kind: ChangePromise['kind'], field: string, value: Json) => this.promises.add({ userId, kind, record, field, value });
    if (!this.isAtWork(userId)) return;
    const submit = async (change: BlockChange, changes: readonly ChangePromise[]) => {
      this.conclude(tab, changes, tab.submitBlock({ websiteId, change }, new AbortController().signal));
      await browser.scheduler.settle();
    };
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
    const block = random.pick(movable);
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
        return submit({ kind: 'order', order: all.map(({ id }) => id) }, [
          add(
            'order',
            'order',
            all.map((one) => one.label),
          ),
        ]);
      }
      case 'settings': {
        const setting = this.blockSetting();
        const base = { [setting.key]: block.settings?.find(({ key }) => key === setting.key)?.value ?? null };
        const change = add('field', `${label}/setting/${setting.key}`, setting.value);
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
    // A screen asks the server for what is not cached: after a sign-out, say.
    const stored = reading.stored?.find(({ key }) => key === 'favicon')?.value;
    const onServer = browser.server.setting(websiteId, 'site_info', 'favicon');
    const base = { favicon: stored ?? (Array.isArray(onServer) ? [...onServer] : null) };
    await this.submitSettings(userId, tab, [{ key: 'favicon', category: 'site_info', type: 'image', value: [local] }], base, [
      `file:${name}`,
    ]);
  }

  private colleague(step: Take<'colleague'>, random: Random): void {
    const { server } = this.browser;
    this.count += 1;
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

  /** Signs out, now or in the middle of something. `next` signs in right behind. */
  async signOut({ keep, after, leavingMs }: Pick<Take<'signOut'>, 'keep' | 'after' | 'leavingMs'>, next?: string): Promise<void> {
    const { browser } = this;
    browser.scheduler.afterTurns(after, () => void this.leave(keep, leavingMs, next));
    await browser.scheduler.settle();
    if (after === 0 && leavingMs > 0) await browser.scheduler.advance(leavingMs);
  }

  /** As the session's chart goes: sending stops, the server is told, the token goes, the device is wiped. */
  private async leave(keep: boolean, leavingMs: number, next?: string): Promise<void> {
    const { browser } = this;
    const { session, scheduler, server, network } = browser;
    const tab = browser.alive().find((one) => one.process.state === 'running');
    if (!session || !tab || browser.leaving) return;
    const { userId } = session;
    browser.leaving = tab;
    const succeeds = (work: Promise<void>) =>
      work.then(
        () => true,
        () => false,
      );
    // Where the device fails only this tab has stopped, and what waits is discarded with the rest.
    const hasStopped = await succeeds(tab.stopSending(userId, keep ? 'keep' : 'discard'));
    const inFlight = new Set(network.inFlight);
    const mine = this.promises.all.filter((change) => change.userId === userId);
    const effects = server.effects.length;
    if (!keep && hasStopped) this.promises.release(mine, effects, inFlight);
    if (leavingMs > 0) await scheduler.after(tab.process, leavingMs);
    browser.noteOwners();
    browser.endSession(tab);
    const forgotten = await succeeds(tab.store.forget(userId, { keepUnsent: keep }));
    if (forgotten) browser.noteForgotten(userId, keep);
    tab.followSession();
    tab.goOn();
    browser.leaving = null;
    // Where the device fails the person is told that it could not be removed.
    if (!keep && forgotten) this.promises.release(mine, server.effects.length, new Set(network.inFlight));
    if (next !== undefined) browser.signIn(next);
  }
}

function orderWith(shown: readonly Block[], below: Block, label: string): readonly string[] {
  return shown.flatMap((block) => (block === below ? [block.label, label] : [block.label]));
}
