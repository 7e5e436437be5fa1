import type { Accepted, SettingsSaveResult } from './ports.ts';

/** Part of what a form has saved: its keys, and what became of them. */
export interface SavePart {
  readonly keys: readonly string[];
  readonly result: SettingsSaveResult;
}

export const nothingAccepted: Accepted = { saved: [], pending: [] };

/** How one key stands after a save: on the server, on this device, or nowhere but in the form. */
export function keyStatusOf(result: SettingsSaveResult, key: string): 'saved' | 'pending' | 'unsaved' {
  if (result.kind === 'saved' || result.kind === 'pending') return result.kind;
  const { saved, pending } = result.accepted ?? nothingAccepted;
  if (saved.includes(key)) return 'saved';
  // A change in conflict stays on this device until a person has chosen.
  return pending.includes(key) || result.kind === 'conflict' ? 'pending' : 'unsaved';
}

/** What several parts came to as one save: no parts, no save. A key that two of them hold stands as the later one has it. */
export function combineSaves(parts: readonly SavePart[]): SettingsSaveResult {
  const owners = new Map(parts.flatMap((part) => part.keys.map((key) => [key, part] as const)));
  const statuses = [...owners].map(([key, { result: submitted }]) => [key, keyStatusOf(submitted, key)] as const);
  const accepted: Accepted = {
    saved: statuses.filter(([, standing]) => standing === 'saved').map(([key]) => key),
    pending: statuses.filter(([, standing]) => standing === 'pending').map(([key]) => key),
  };
  const present = [...new Set(owners.values())].map(({ result: submitted }) => submitted);
  const refused = present.filter((submitted) => submitted.kind === 'refused');
  if (refused.length > 0) {
    const message = [...new Set(refused.map((submitted) => submitted.message.trim()))].filter(Boolean).join(' ');
    const fields = Object.assign({}, ...refused.map((submitted) => submitted.fields)) as Record<string, string>;
    return { kind: 'refused', message, fields, accepted };
  }
  const failed = present.find((submitted) => submitted.kind === 'failed');
  if (failed) return { ...failed, accepted };
  if (present.some((submitted) => submitted.kind === 'conflict')) return { kind: 'conflict', accepted };
  if (present.length === 0) return { kind: 'failed', code: 'unknown', message: '' };
  return present.findLast((submitted) => submitted.kind === 'pending') ?? { kind: 'saved' };
}
