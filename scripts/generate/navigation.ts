import { navigation, type NavigationGroup } from '#contract/navigation.ts';
import { screenAt, settingsScreens } from '#contract/settings/index.ts';
import { closingOf, quote } from './source.ts';

export type GroupId = NavigationGroup['id'];

/** A path under /website/{id}/, and the group of the navigation that gets an entry for it; null for none. */
export interface NewPlace {
  readonly title: string;
  readonly path: string;
  readonly group: GroupId | null;
}

export const groupNames = navigation.map(({ id }) => id).join(', ');

export function isGroup(group: string): group is GroupId {
  return navigation.some((known) => known.id === group);
}

export function groupProblem(group: string): string | null {
  return isGroup(group) ? null : `There is no group "${group}" in the navigation.`;
}

export function hasEntry(path: string): boolean {
  return navigation.some((group) => group.sections.some((section) => section.entries.some((entry) => entry.path === path)));
}

export function navigationPathProblem(path: string): string | null {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*$/u.test(path)) {
    return `The path "${path}" is not lower-case words with hyphens, parted by slashes, such as admin/opening-hours.`;
  }
  const holder = screenAt(path) ?? settingsScreens.find((screen) => screen.redirectsFrom?.includes(path));
  return holder ? `The path "${path}" already leads to ${holder.title}.` : null;
}

/** The section of a group that gets new entries: the untitled one, or the last one where all have titles. */
export function endOf(group: GroupId): string | null {
  const titles = navigation.filter(({ id }) => id === group).flatMap(({ sections }) => sections.map(({ title }) => title));
  return titles.includes(null) ? null : (titles.at(-1) ?? null);
}

/** The text of contract/navigation.ts with an entry at the end of the group's untitled section, or of its last one where all have titles. */
export function withEntry(text: string, { group, title, path }: NewPlace): string {
  const start = text.indexOf(`id: '${group}'`);
  const groupEnd = text.indexOf('\n  },', start);
  const untitled = /section\(\s*null,/u.exec(text.slice(start, groupEnd));
  const section = untitled ? start + untitled.index : text.lastIndexOf('section(', groupEnd);
  if (start < 0 || groupEnd < 0 || section < start) throw new Error(`contract/navigation.ts has no group ${group} to add to.`);
  const end = closingOf(text, section);
  const before = text.slice(0, end).trimEnd();
  return `${before}${before.endsWith(',') ? '' : ','} [${quote(title)}, ${quote(path)}]${text.slice(end)}`;
}
