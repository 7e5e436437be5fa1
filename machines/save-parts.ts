import type { Accepted, SettingsSaveResult } from './ports.ts';

/** A part of a form's save: its keys, and the result. */
export interface SavePart {
  readonly keys: readonly string[];
  readonly result: SettingsSaveResult;
}

export const nothingAccepted: Accepted = { saved: [], pending: [] };

/** Where the value of one key is after a save: on the server, on this device, or only in the form. */
export function keyStatusOf(result: SettingsSaveResult, key: string): 'saved' | 'pending' | 'unsaved' {
  if (result.kind === 'saved') return 'saved';
  const { saved, pending } = result.accepted ?? nothingAccepted;
  if (saved.includes(key)) return 'saved';
  // A change in conflict stays on this device until a person has chosen.
  return pending.includes(key) || result.kind === 'conflict' || result.kind === 'pending' ? 'pending' : 'unsaved';
}

/** Combines the results of several parts into one; without parts the save has failed. Of a key in two parts the later one counts. */
export function combineSaves(parts: readonly SavePart[]): SettingsSaveResult {
  const owners = new Map(parts.flatMap((part) => part.keys.map((key) => [key, part] as const)));
  const statuses = [...owners].map(([key, { result }]) => [key, keyStatusOf(result, key)] as const);
  const accepted: Accepted = {
    saved: statuses.filter(([, standing]) => standing === 'saved').map(([key]) => key),
    pending: statuses.filter(([, standing]) => standing === 'pending').map(([key]) => key),
  };
  const present = [...new Set(owners.values())].map(({ result }) => result);
  const refused = present.filter((result) => result.kind === 'refused');
  if (refused.length > 0) {
    const message = [...new Set(refused.map((result) => result.message.trim()))].filter(Boolean).join(' ');
    const fields = Object.assign({}, ...refused.map((result) => result.fields)) as Record<string, string>;
    return { kind: 'refused', message, fields, accepted };
  }
  const failed = present.find((result) => result.kind === 'failed');
  if (failed) return { ...failed, accepted };
  if (present.some((result) => result.kind === 'conflict')) return { kind: 'conflict', accepted };
  if (present.length === 0) return { kind: 'failed', code: 'unknown', message: '' };
  const pending = present.findLast((result) => result.kind === 'pending');
  return pending ? { ...pending, ...(accepted.saved.length > 0 ? { accepted } : {}) } : { kind: 'saved' };
}
