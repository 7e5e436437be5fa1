import type { Json } from '#contract/json.ts';
import type { OutboxEntry } from '#contract/outbox-entry.ts';
import { contactLabel, contactRecord, contactsRecord, normal } from './contacts.ts';
import type { Desk } from './desk.ts';
import { releaseEntries } from './release-entries.ts';
import type { Tab } from './tab.ts';

/** Other values for a create or an update that was refused, in the sync centre. */
export async function editContact(desk: Desk, tab: Tab, entry: OutboxEntry): Promise<void> {
  const { userId, base } = entry;
  const body = entry.body as { readonly id?: string; readonly name: string; readonly values: Readonly<Record<string, Json>> };
  // No screen shows one that is to be deleted.
  const isToGo = (other: OutboxEntry) =>
    other.mutation === 'delete' &&
    other.status !== 'rejected' &&
    other.target.entity === entry.target.entity &&
    other.target.id === entry.target.id;
  if (desk.browser.entriesOf(userId).some(isToGo)) return;
  const labelOf = await desk.labels(tab, userId);
  const label = body.id === undefined ? contactLabel(body.name) : labelOf(body.id);
  releaseEntries(desk, userId, [entry], labelOf);
  const values = Object.fromEntries(
    Object.entries(body.values).map(([key, before]) => {
      desk.count += 1;
      return [key, before === null ? null : key === 'name' ? `${label} v${desk.count}` : `v${desk.count}`];
    }),
  );
  const changes = Object.entries(values).map(([field, value]) =>
    desk.promises.add({ userId, kind: 'field', record: contactRecord(label), field, value, seen: normal(body.values[field] ?? null) }),
  );
  if (body.id === undefined) changes.push(desk.promises.add({ userId, kind: 'create', record: contactsRecord, field: label, value: null }));
  desk.conclude(tab, changes, tab.store.outbox.edit(entry.opId, { body: { ...body, values }, base }));
  await desk.browser.scheduler.settle();
}
