import { localId } from '#contract/resources/local-id.ts';
import type { SettingWrite, WireValue } from '#contract/entities/setting.ts';
import { type Json, sameJson } from '#contract/json.ts';
import { draftNumber } from '#db/without-saved.ts';
import type { Simulation, Take } from './simulation.ts';
import { secret, secretKey } from './fake-server.ts';
import { accountOf } from './places.ts';
import { keepFile } from './keep-file.ts';
import type { Random } from './random.ts';
import type { Tab } from './tab.ts';

const screen = 'typed';
/** Forms are only filled in on the first website. */
const websiteId = 'w1';
const textKeys = ['fb_link', 'ig_link'] as const;
const fileKey = 'favicon';

type Values = Readonly<Record<string, WireValue>>;

/** A form that one tab has open. */
interface Form {
  readonly userId: string;
  values: Values;
  base: Values;
  /** The draft of a closed tab with which the form was opened. */
  replaces: number | undefined;
}

/** The draft that must be stored for one tab's form; null: unknown, because the device failed or the tab died in the middle. */
interface Draft {
  readonly userId: string;
  readonly tab: string;
  readonly values: Values | null;
  /** The newest is offered first. */
  readonly at: number;
}

/** Forms that are filled in, in any tab, and not saved: the typed values and the chosen files must stay. */
export class Typing {
  private readonly simulation: Simulation;
  private readonly forms = new Map<Tab, Form>();
  /** By user and tab name: one tab may have drafts of two users. */
  private readonly drafts = new Map<string, Draft>();
  private count = 0;

  constructor(simulation: Simulation) {
    this.simulation = simulation;
    simulation.onLeft = (userId, left) => this.forget(userId, left);
  }

  async take(step: Take<'type'>, random: Random): Promise<void> {
    const { browser } = this.simulation;
    const tab = await browser.tab(step.tab);
    const userId = browser.session?.userId;
    if (userId === undefined || tab.process.state !== 'running') return;
    const form = this.formOf(tab, userId) ?? (await this.open(tab, userId));
    if (!form || tab.process.state !== 'running' || !this.simulation.isAtWork(userId)) return;
    if (step.ms > 0) await browser.scheduler.advance(step.ms);
    if (this.forms.get(tab) !== form || tab.process.state !== 'running' || !this.simulation.isAtWork(userId)) return;
    switch (step.what) {
      case 'text':
        await this.write(tab, form, random.pick(textKeys), this.newText());
        return;
      case 'file':
        return this.choose(tab, form);
      case 'undrafted file':
        return this.choose(tab, form, () => browser.disk.failNext('broken'));
      case 'close':
        this.forms.delete(tab);
        return this.dropUnnamed(tab, form, []);
      case 'discard':
        await this.forgetDraft(tab, form);
        this.forms.delete(tab);
        return this.dropUnnamed(tab, form, []);
      case 'save':
        return this.save(tab, form);
    }
  }

  /** Reports what is wrong with everybody's stored drafts. Call it while the simulation is idle. */
  check(): readonly string[] {
    const { browser, leaving, discardedFiles } = this.simulation;
    const { tabDrafts, files, idMap } = browser.disk.tables;
    const found: string[] = [];
    for (const { userId, tab, values } of this.drafts.values()) {
      if (values === null || leaving.has(userId)) continue;
      const stored = tabDrafts.rows().filter((row) => row.userId === userId && row.tab === tab && row.screen === screen);
      if (stored.length !== 1 || !sameJson(stored[0]?.values ?? null, values))
        found.push(`${tab}: ${JSON.stringify(values)} is ${JSON.stringify(stored.map((row) => row.values))}`);
    }
    const holding = [...this.forms]
      .filter(([tab, form]) => tab.process.state !== 'dead' && form.userId === browser.session?.userId)
      .map(([, form]) => form);
    for (const { userId, values } of [...holding, ...this.drafts.values()])
      for (const id of leaving.has(userId) ? [] : (values?.[fileKey] ?? []))
        if (typeof id === 'string' && !discardedFiles.has(id) && !files.get(id) && !idMap.get(id))
          found.push(`the file of ${JSON.stringify(values)} is gone`);
    return found;
  }

  /** A user's data was removed, or the user left and the data stays. A draft that is stashed outside the store is adopted by the next one. */
  forget(userId: string, { keptUnsent, isCertain }: { readonly keptUnsent: boolean; readonly isCertain: boolean }): void {
    for (const [tab, form] of this.forms) if (form.userId === userId) this.forms.delete(tab);
    if (keptUnsent) return;
    const isStashed = [...this.simulation.browser.webStorage.values()].some((text) => text.includes(`"userId":"${userId}","websiteId"`));
    for (const [key, draft] of this.drafts)
      if (draft.userId === userId) {
        if (isCertain && !isStashed) this.drafts.delete(key);
        else this.drafts.set(key, { ...draft, values: null });
      }
  }

  private formOf(tab: Tab, userId: string): Form | null {
    const form = this.forms.get(tab);
    return form?.userId === userId ? form : null;
  }

  /** A form begins with the draft of its own tab, else with the newest draft of a closed tab. */
  private async open(tab: Tab, userId: string): Promise<Form | null> {
    const { simulation } = this;
    const draft = await simulation.peek(
      tab,
      tab.store.drafts.get({ userId, websiteId, screen }).then((found) => ({ found })),
    );
    if (!draft || !simulation.isAtWork(userId)) return null;
    const living = new Set(simulation.browser.alive().map(({ process }) => process.name));
    const mine = [...this.drafts.values()].filter((one) => one.userId === userId);
    const own = mine.find((one) => one.tab === tab.process.name);
    const left = mine.filter((one) => !living.has(one.tab)).toSorted((a, b) => b.at - a.at);
    const isClear = mine.every(({ values }) => values !== null) && !simulation.leaving.has(userId);
    const expected = own ?? left[0] ?? null;
    if (isClear && !sameJson(expected?.values ?? null, draft.found?.values ?? null))
      simulation.browser.onViolation('draft', `${JSON.stringify(expected?.values)} is offered as ${JSON.stringify(draft.found?.values)}`);
    const values = valuesOf(draft.found?.values);
    const form: Form = { userId, values, base: valuesOf(draft.found?.base), replaces: draft.found?.leftSeq };
    this.forms.set(tab, form);
    return form;
  }

  /** As the form does after each pause: it reports the draft as stored once the device has it. */
  private async write(tab: Tab, form: Form, key: string, value: WireValue): Promise<void> {
    const { simulation, drafts } = this;
    const { userId } = form;
    form.values = { ...form.values, [key]: value };
    form.base = { ...form.base, [key]: form.base[key] ?? null };
    const place = { userId, websiteId, screen };
    const { values, base, replaces } = form;
    this.count += 1;
    const at = this.count;
    const own = tab.process.name;
    const gone = replaces === undefined ? null : this.nameOf(replaces);
    for (const one of [own, gone]) if (one !== null) drafts.set(keyOf(userId, one), { userId, tab: one, values: null, at });
    // Secret values are typed too, and are not part of the draft.
    const typed = { ...values, [secretKey]: [secret] };
    const isKept = await simulation.peek(tab, tab.store.drafts.put(place, { values: typed, base }, replaces));
    if (isKept !== true || !drafts.has(keyOf(userId, own)) || !simulation.isAtWork(userId)) return;
    drafts.set(keyOf(userId, own), { userId, tab: own, values, at });
    if (gone !== null) drafts.delete(keyOf(userId, gone));
    form.replaces = undefined;
  }

  /** `onChosen`: the upload is stored, and no draft names it yet. */
  private async choose(tab: Tab, form: Form, onChosen: () => void = () => undefined): Promise<void> {
    const { simulation } = this;
    this.count += 1;
    const id = localId(simulation.browser.random.uuid());
    const name = `chosen${this.count}.png`;
    const blob = new Blob([name]);
    const [before] = form.values[fileKey] ?? [];
    const body = { localId: id, websiteId, settingKey: fileKey, category: 'site_info' as const, type: 'image', name, bytes: blob.size };
    const result = await simulation.peek(
      tab,
      keepFile(tab, {
        userId: form.userId,
        accountId: accountOf(form.userId),
        websiteId,
        body,
        base: {},
        file: { blob, name, replaces: typeof before === 'string' ? before : null },
      }),
    );
    // The later file replaces the earlier one, even where the tab dies before its draft names the later one.
    if (typeof before === 'string' && result?.kind !== 'refused') simulation.discardedFiles.add(before);
    onChosen();
    if (result?.kind === 'enqueued' && this.forms.get(tab) === form) await this.write(tab, form, fileKey, [id]);
    else if (result === null) this.forms.delete(tab);
  }

  private async save(tab: Tab, form: Form): Promise<void> {
    const { simulation } = this;
    const writes = textKeys.flatMap((key): SettingWrite[] => {
      const value = form.values[key];
      return value === undefined ? [] : [{ key, category: 'social', type: null, value }];
    });
    await simulation.look(tab);
    if (writes.length === 0 || !simulation.isAtWork(form.userId)) return;
    simulation.beginSubmit(tab, writes);
    await simulation.browser.scheduler.runUntilIdle();
    const rest = form.values[fileKey];
    await this.forgetDraft(tab, form);
    form.values = rest === undefined ? {} : { [fileKey]: rest };
    form.base = {};
    await this.dropUnnamed(tab, form, rest ?? []);
    if (rest !== undefined && this.forms.get(tab) === form) await this.write(tab, form, fileKey, rest);
  }

  private async forgetDraft(tab: Tab, form: Form): Promise<void> {
    const { drafts, simulation } = this;
    const { userId } = form;
    const gone = form.replaces === undefined ? null : this.nameOf(form.replaces);
    const kept = [tab.process.name, gone].flatMap((one) => (one === null ? [] : (drafts.get(keyOf(userId, one)) ?? [])));
    for (const draft of kept) drafts.set(keyOf(userId, draft.tab), { ...draft, values: null, at: this.count });
    const place = { userId, websiteId, screen };
    const isGone = await simulation.peek(
      tab,
      tab.store.drafts.remove(place, form.replaces).then(() => true),
    );
    if (isGone !== true) return;
    for (const draft of kept) drafts.delete(keyOf(userId, draft.tab));
    form.replaces = undefined;
  }

  private async dropUnnamed(tab: Tab, { userId }: Form, held: readonly Json[]): Promise<void> {
    const { simulation } = this;
    const ids = held.filter((id) => typeof id === 'string');
    if (!simulation.isAtWork(userId)) return;
    simulation.hasDiscarded = true;
    const open = [...simulation.unnamedUploads.values()];
    await simulation.peek(tab, tab.store.outbox.dropUnnamed({ userId, websiteId, settingKeys: [fileKey] }, ids));
    for (const change of open) if (change.state === 'promised' || change.state === 'asking') change.state = 'open';
  }

  /** The tab that wrote a draft, by the draft's number. */
  private nameOf(seq: number): string | null {
    return this.simulation.browser.disk.tables.tabDrafts.rows().find((row) => draftNumber(row) === seq)?.tab ?? null;
  }

  private newText(): WireValue {
    this.simulation.count += 1;
    return [`d${this.simulation.count}`];
  }
}

const keyOf = (userId: string, tab: string): string => `${userId} ${tab}`;

function valuesOf(fields: Readonly<Record<string, Json>> | undefined): Values {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([key, value]) => [key, Array.isArray(value) ? value.filter((one) => typeof one === 'string') : null]),
  );
}
