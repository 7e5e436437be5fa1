import { resources } from '#contract/resources/index.gen.ts';
import { restOfAccountPath } from '#contract/resources/paths.ts';
import { Link, type NavigateOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The address of a list of records and its dialogs. */
export interface RecordsPath {
  readonly websiteId: string;
  /** The path of the list, as in its definition. */
  readonly path: string;
}

/** `rest`: `new`, `edit/{id}`, or empty for the list. The list keeps its query and its scroll position. */
export function recordRoute({ websiteId, path }: RecordsPath, rest: string) {
  const whole = rest === '' ? path : `${path}/${rest}`;
  const ofAccount = restOfAccountPath(whole);
  const kept = { search: true, resetScroll: false } as const;
  return ofAccount === null
    ? ({ to: '/website/$websiteId/$', params: { websiteId, _splat: whole }, ...kept } as const satisfies NavigateOptions)
    : ({ to: '/account/$', params: { _splat: ofAccount }, ...kept } as const satisfies NavigateOptions);
}

/** The way from a list, or back to it. A dialog lies over the list; the page of a record does not, and begins at its top. */
export function linkTo(listPath: RecordsPath, rest: string) {
  const route = recordRoute(listPath, rest);
  const isPage = rest === '' || resources.some(({ path, form }) => path === listPath.path && form?.page !== undefined);
  return isPage ? { ...route, resetScroll: true } : { ...route, state: { isOverlay: true } as const };
}

interface RecordLinkProps {
  readonly listPath: RecordsPath;
  readonly rest: string;
  readonly className: string;
  readonly children: ReactNode;
  /** Its name, where another link on the screen has the same text. */
  readonly label?: string;
}

/** A link to a record's dialog over the list or to its page, or back to the list. */
export function RecordLink({ listPath, rest, className, label, children }: RecordLinkProps) {
  return (
    <Link {...linkTo(listPath, rest)} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
