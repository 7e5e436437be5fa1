import type { NewMutation } from '../append.ts';
import type { ClientStore } from '../client-store.ts';

/** A save of social links, as a screen makes it. */
export function save(
  values: Readonly<Record<string, string>>,
  more: Partial<NewMutation<'settings.update'>> = {},
): NewMutation<'settings.update'> {
  const settings = Object.entries(values).map(([key, value]) => ({ key, value: [value], category: 'social' as const, type: null }));
  const body = { category: 'social' as const, settings };
  return { userId: 'u1', accountId: 'a1', websiteId: 'w1', resource: 'settings', mutation: 'update', body, base: {}, ...more };
}

/** The opId of a save in the outbox. Throws where the store has refused it. */
export async function enqueued(result: ReturnType<ClientStore['outbox']['append']>): Promise<string> {
  const value = await result;
  if (value.kind !== 'enqueued') throw new Error(value.code);
  return value.opId;
}
