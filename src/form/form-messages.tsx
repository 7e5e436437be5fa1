import { useRef } from 'react';
import { LazyBoundary } from '#src/ui/lazy-component.tsx';
import { shownMessages } from './lazy-parts.ts';
import type { ShownMessagesProps } from './shown-messages.tsx';

/** The messages of a form as a whole: its banners, and the errors of the last save. */
export function FormMessages(props: Omit<ShownMessagesProps, 'answered'>) {
  const answered = useRef(0);
  const { banners, errorSummary, codeWarnings, refusal, question } = props.view;
  const isEmpty = [banners, errorSummary, codeWarnings].every(({ length }) => length === 0) && refusal === null && question === null;
  return isEmpty ? null : <LazyBoundary part={shownMessages} props={{ ...props, answered }} />;
}
