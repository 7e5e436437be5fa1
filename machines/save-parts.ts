import type { Accepted, SettingsSubmitted } from './ports.ts';

/** Part of what a form has saved: its keys, and what became of them. */
export interface SavePart {
  readonly keys: readonly string[];
  readonly submitted: SettingsSubmitted;
}

export const nothingAccepted: Accepted = { saved: [], kept: [] };

/** How one key stands after a save: on the server, on this device, or nowhere but in the form. */
export function standingOf(submitted: SettingsSubmitted, key: string): 'saved' | 'kept' | 'unsaved' {
  if (submitted.kind === 'saved' || submitted.kind === 'kept') return submitted.kind;
  const { saved, kept } = submitted.accepted ?? nothingAccepted;
  if (saved.includes(key)) return 'saved';
  // A change in conflict stays on this device until a person has chosen.
  return kept.includes(key) || submitted.kind === 'conflict' ? 'kept' : 'unsaved';
}

/** What several parts came to as one save: no parts, no save. A key that two of them hold stands as the later one has it. */
export function combineSaves(parts: readonly SavePart[]): SettingsSubmitted {
  const owners = new Map(parts.flatMap((part) => part.keys.map((key) => [key, part] as const)));
  const standings = [...owners].map(([key, { submitted }]) => [key, standingOf(submitted, key)] as const);
  const accepted: Accepted = {
    saved: standings.filter(([, standing]) => standing === 'saved').map(([key]) => key),
    kept: standings.filter(([, standing]) => standing === 'kept').map(([key]) => key),
  };
  const present = [...new Set(owners.values())].map(({ submitted }) => submitted);
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
  return present.findLast((submitted) => submitted.kind === 'kept') ?? { kind: 'saved' };
}
