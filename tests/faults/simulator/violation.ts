/** What must never be, besides the five that the final comparison counts. */
export type Violation =
  | 'malformed'
  | 'wrong token'
  | 'left behind'
  | 'error'
  | 'no key'
  | 'key of another content'
  | 'not marked as sending'
  | 'sent too early'
  | 'passed epoch'
  | 'two drainers'
  | 'falsely rejected'
  | 'not in the log'
  | 'unreadable entry'
  | 'stale cache';
