import { mutationName } from '#contract/outbox-entry.ts';
import * as v from 'valibot';
import { listFiles } from '#contract/calls/files.ts';
import type { Block } from '#contract/entities/block.ts';
import type { Api } from '../../support/api.ts';
import type { Effect } from './faulty-proxy.ts';
import { type Entry, grouped, lastPromised, type Ledger } from './ledger.ts';
import type { RestingEntry } from './outbox-rows.ts';

export interface Finding {
  readonly kind: 'lost' | 'doubled' | 'reordered' | 'differs';
  readonly what: string;
}

export interface Compared {
  readonly findings: readonly Finding[];
  /** Promised changes that the sync centre shows as open. */
  readonly asked: number;
}

interface Facts {
  readonly api: Pick<Api, 'blocks' | 'setting' | 'call'>;
  readonly websiteId: string;
  readonly ledger: Ledger;
  /** Entries that are still on the device and visible in the sync centre. */
  readonly left: readonly RestingEntry[];
  readonly effects: readonly Effect[];
  /** Whether the API recognises a repeated key: then it repeats its answer and does nothing. */
  readonly keys: boolean;
}

/** Compares what the screen promised with the server's state. */
export async function compared(facts: Facts): Promise<Compared> {
  const blocks = await facts.api.blocks(facts.websiteId);
  const parts = [await settingsCompared(facts), await filesCompared(facts), blocksCompared(facts, blocks), orderCompared(facts, blocks)];
  return { findings: parts.flatMap(({ findings }) => findings), asked: parts.reduce((sum, { asked }) => sum + asked, 0) };
}

const named = ({ n, at, tab, said, promised }: Entry) =>
  `change ${n} (${(at / 1000).toFixed(1)} s, tab ${tab}, the screen said ${promised === 'none' ? 'nothing' : `"${said}"`})`;

/** Whether the sync centre shows an entry that contains this text. */
const isAsked = (left: readonly RestingEntry[], text: string) =>
  left.some(({ body, lastError }) => JSON.stringify([body, lastError]).includes(JSON.stringify(text).slice(1, -1)));

async function settingsCompared({ api, websiteId, ledger, left, effects, keys }: Facts): Promise<Compared> {
  const findings: Finding[] = [];
  let asked = 0;
  const byField = grouped(ledger.of('setting'), ({ change }) => `${change.category} ${change.key}`);
  for (const [field, entries] of byField) {
    const [first] = entries;
    if (!first) continue;
    const stored = await api.setting(websiteId, first.change.category, first.change.key);
    const { last, later } = lastPromised(entries);
    const allowed = [...(last ? [last] : [...entries]), ...later].map(({ change }) => change.value);
    if (last && !allowed.includes(String(stored))) {
      if (isAsked(left, last.change.value)) asked += 1;
      else findings.push({ kind: 'lost', what: `${field}: ${named(last)} wrote ${last.change.value}; the server has ${String(stored)}` });
    }
    findings.push(...reordered(field, entries, effects, keys));
    for (const entry of entries)
      if (entry.promised === 'server' && !effects.some(({ body }) => body.includes(JSON.stringify(entry.change.value))))
        findings.push({ kind: 'lost', what: `${field}: ${named(entry)}, and no save with ${entry.change.value} ever reached the API` });
  }
  return { findings, asked };
}

/** An earlier value that the API took after a later one. */
function reordered(
  field: string,
  entries: readonly (Entry & { readonly change: { readonly value: string } })[],
  effects: readonly Effect[],
  keys: boolean,
): readonly Finding[] {
  const seen = new Set<string>();
  let newest = -1;
  const findings: Finding[] = [];
  for (const { key, body } of effects) {
    if (keys && key !== null && seen.has(key)) continue;
    if (key !== null) seen.add(key);
    const at = entries.findLastIndex(({ change }) => body.includes(JSON.stringify(change.value)));
    const entry = entries[at];
    if (!entry) continue;
    if (at < newest)
      findings.push({ kind: 'reordered', what: `${field}: ${named(entry)} with ${entry.change.value} was taken after a later one` });
    newest = Math.max(newest, at);
  }
  return findings;
}

async function filesCompared({ api, websiteId, ledger, left }: Facts): Promise<Compared> {
  const findings: Finding[] = [];
  const answer: unknown = await (await api.call('GET', `/websites/${websiteId}/files?per_page=100`)).json();
  const files = v.parse(v.object({ data: listFiles.answer }), answer).data;
  const entries = ledger.of('file');
  for (const entry of entries) {
    const count = files.filter(({ name }) => name === entry.change.name).length;
    if (count > 1) findings.push({ kind: 'doubled', what: `file ${entry.change.name}, ${named(entry)}, is on the server ${count} times` });
  }
  const { last, later } = lastPromised(entries);
  if (!last) return { findings, asked: 0 };
  const stored = await api.setting(websiteId, 'site_info', 'favicon');
  const name = files.find(({ id }) => id === stored)?.name;
  if ([last, ...later].some(({ change }) => change.name === name)) return { findings, asked: 0 };
  if (left.some(({ mutation, body }) => mutation === 'upload' || JSON.stringify(body).includes('favicon'))) return { findings, asked: 1 };
  findings.push({ kind: 'lost', what: `favicon: ${named(last)} chose ${last.change.name}; the server has ${name ?? String(stored)}` });
  return { findings, asked: 0 };
}

function blocksCompared({ ledger, left }: Facts, blocks: readonly Block[]): Compared {
  const findings: Finding[] = [];
  let asked = 0;
  const missing = (text: string, what: string) => {
    if (isAsked(left, text)) asked += 1;
    else findings.push({ kind: 'lost', what });
  };
  for (const made of ledger.of('create')) {
    const { label } = made.change;
    const stored = blocks.filter((block) => block.label === label);
    const removal = ledger.of('delete').find(({ change }) => change.label === label);
    if (stored.length > 1)
      findings.push({ kind: 'doubled', what: `block ${label}, ${named(made)}, is on the server ${stored.length} times` });
    if (removal && removal.promised !== 'none') {
      if (stored.length > 0) missing(label, `block ${label} is there; its delete was ${named(removal)}`);
      continue;
    }
    if (stored.length === 0) {
      if (made.promised !== 'none' && !removal) missing(label, `block ${label} is not on the server: ${named(made)}`);
      continue;
    }
    const titles = lastPromised(ledger.of('title').filter(({ change }) => change.label === label));
    // A duplicated block was reported above; either copy may be the one that was changed.
    const stands = stored.map(({ settings }) => settings?.find(({ key }) => key === 'banner_title' || key === 'title')?.value?.[0]);
    if (titles.last && ![titles.last, ...titles.later].some(({ change }) => stands.includes(change.value)))
      missing(
        titles.last.change.value,
        `title of ${label}: ${named(titles.last)} wrote ${titles.last.change.value}; the server has ${stands.join(', ')}`,
      );
    const shows = lastPromised(ledger.of('show').filter(({ change }) => change.label === label));
    if (shows.last && ![shows.last, ...shows.later].some(({ change }) => stored.some(({ enabled }) => change.enabled === enabled)))
      missing(
        label,
        `block ${label}: ${named(shows.last)} made it ${shows.last.change.enabled ? 'visible' : 'hidden'}; the server has the opposite`,
      );
  }
  return { findings, asked };
}

function orderCompared({ ledger, left }: Facts, blocks: readonly Block[]): Compared {
  const { last, later } = lastPromised(ledger.of('order'));
  if (!last) return { findings: [], asked: 0 };
  const stored = blocks.map(({ label }) => label);
  // Blocks that were created or deleted since are left out; the others keep their order.
  const keeps = (labels: readonly string[]) => {
    const common = labels.filter((label) => stored.includes(label));
    return stored.filter((label) => common.includes(label)).join('\n') === common.join('\n');
  };
  if ([last, ...later].some(({ change }) => keeps(change.labels))) return { findings: [], asked: 0 };
  if (left.some((entry) => mutationName(entry) === 'block.reorder')) return { findings: [], asked: 1 };
  return {
    findings: [
      { kind: 'lost', what: `order: ${named(last)} wanted ${last.change.labels.join(', ')}; the server has ${stored.join(', ')}` },
    ],
    asked: 0,
  };
}
