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

interface RecordLinkProps {
  readonly listPath: RecordsPath;
  readonly rest: string;
  readonly className: string;
  readonly children: ReactNode;
  /** Its name, where another link on the screen has the same text. */
  readonly label?: string;
}

/** A link to a dialog over the list. */
export function RecordLink({ listPath, rest, className, label, children }: RecordLinkProps) {
  return (
    <Link {...recordRoute(listPath, rest)} state={{ isOverlay: true }} className={className} aria-label={label}>
      {children}
    </Link>
  );
}
