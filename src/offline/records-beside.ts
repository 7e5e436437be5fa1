import { questionOf, type ResourceDefinition, type Values } from '#contract/resources/define.ts';
import { resources } from '#contract/resources/index.gen.ts';
import type { RecordScope, RecordStore } from '#db/records.ts';
import { staying } from './record-readings.ts';

/** The scope of the other resource whose records the warnings of this one consider; null: they consider none. */
export function besideScope(scope: RecordScope): RecordScope | null {
  const resource = resources.find(({ name }) => name === scope.resource.warnedBeside);
  return resource ? { ...scope, resource } : null;
}

/** What a save of these values is asked about first, as far as this device knows; null: nothing. `id`: null for a new record. */
export async function deviceQuestion(
  records: Pick<RecordStore, 'readAll'>,
  scope: RecordScope,
  id: string | null,
  values: Values,
): Promise<string | null> {
  const { resource }: { readonly resource: ResourceDefinition } = scope;
  if (resource.asksAbout.length === 0) return null;
  const besides = besideScope(scope);
  const [own, beside] = await Promise.all([records.readAll(scope), besides ? records.readAll(besides) : null]);
  const all = staying(own);
  const record = { ...all.find((each) => each.id === id), ...values, id: id ?? '' };
  return questionOf(resource, record, all, beside ? staying(beside) : []);
}
