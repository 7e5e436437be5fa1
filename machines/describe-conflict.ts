import { upperFirst } from '#contract/upper-first.ts';
import { joinNames } from './save-messages.ts';

/** Who made the other change of one field, as far as the API says it. */
export interface OtherChange {
  readonly label: string;
  readonly by: string | null;
  /** It was the signed-in person, in another browser. */
  readonly isOwn: boolean;
}

/** Whether a change by this name is the signed-in person's own. */
export const isOwnChange = (by: string | null, userName: string | null): boolean => by !== null && by === userName;

/**
 * One sentence about a conflict, in the form and in the sync centre alike: who changed what. Of many fields only their number is said, since a
 * table of toggles may have dozens.
 */
export function describeConflict(changes: readonly OtherChange[]): string {
  const isMany = changes.length > 3;
  const by = Map.groupBy(changes, ({ isOwn, by: name }) => (isOwn ? ownKey : (name ?? '')));
  const clauses = [...by.entries()].map(([who, made]) => {
    const labels = [...new Set(made.map(({ label }) => label))];
    const what = isMany ? (made.length === 1 ? '1 field' : `${made.length} fields`) : joinNames(labels);
    if (who === ownKey) return `you changed ${what} in another browser`;
    return `${who === '' ? 'somebody else' : who} changed ${what}`;
  });
  return `${upperFirst(clauses.join(', and '))} too.`;
}

const ownKey = '\u0000own';
