import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';

/** The field that the address names, as in `#field=header_phone`. */
export interface WantedField {
  readonly key: string;
}

/** Null where the address names none. Another object each time that a field is asked for, the same one included. */
export function useWantedField(): WantedField | null {
  const asked = useLocation({ select: ({ hash, state }) => (hash.startsWith(prefix) ? `${state.revealed ?? 0} ${hash}` : null) });
  return useMemo(() => (asked === null ? null : { key: decoded(asked.slice(asked.indexOf(prefix) + prefix.length)) }), [asked]);
}

const prefix = 'field=';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
