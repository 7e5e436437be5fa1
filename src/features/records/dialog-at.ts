import type { ResourceDefinition } from '#contract/resources/define.ts';

export type DialogRoute = { readonly kind: 'none' | 'new' } | { readonly kind: 'edit' | 'view'; readonly id: string };

/** The dialog that the path names; null where it names none that these records have. */
export function dialogAt({ about, calls, view, newPath = 'new' }: ResourceDefinition, rest: string): DialogRoute | null {
  if (rest === '') return { kind: 'none' };
  // A record about something, such as the SEO of a page, is created where that is shown.
  if (rest === newPath) return calls.create && about.length === 0 ? { kind: 'new' } : null;
  const [, edit, id] = /^(edit\/)?([^/]+)$/u.exec(rest) ?? [];
  if (id === undefined) return null;
  if (edit !== undefined) return calls.update ? { kind: 'edit', id } : null;
  return view ? { kind: 'view', id } : null;
}
