import { choiceOf, conflictsOf } from '#machines/settings-screen/settings-screen.conflicts.ts';
import { codeWarningsOf } from '#machines/settings-screen/settings-screen.code.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import { isSaved, isUnsaved, unsavedFieldsOf } from '#machines/settings-screen/settings-screen.operations.ts';
import { settingsScreenPaths, snapshotOf } from '#machines/settings-screen/settings-screen.paths.ts';
import { waitsForChoice } from '#machines/settings-screen/settings-screen.saving.ts';
import { type PathPlan, pathPlan } from '#machines/testing/path-plan.ts';
import type { PathRules, Situation } from '#machines/testing/paths.ts';

/** The paths of settings screens and of forms of records in a page: the same machine, the same fields. */

export type FormMachine = typeof settingsScreenMachine;
type FormPlan = PathPlan<FormMachine>;

/** The form opens with a draft. */
const restored = {
  type: 'xstate.done.actor.loadSettings',
  output: {
    kind: 'loaded',
    snapshot: snapshotOf({ phone: '1', email: 'a@b.test' }, { draft: { values: { phone: '2' }, base: { phone: ['1'] }, savedAt: 0 } }),
  },
} as const;
type Round = NonNullable<FormPlan['rounds']>[number];

const restoredEvents: Round = [restored, { type: 'draft.discarded' }, { type: 'save.requested' }, { type: 'leave.requested' }];

/**
 * The machine's plan, with the inputs that the component gives it, and a draft, which only a page with its banner can discard. `more`: a
 * further round of events.
 */
export function formPlan(inputs: FormPlan['inputs'], more: Round = []): FormPlan {
  const { rounds = [], distinguish } = settingsScreenPaths;
  // One object for each event, so that names of paths do not number equal ones.
  const known = new Map([...rounds.flat(), restored, ...more].map((event) => [JSON.stringify(event), event]));
  const own = (round: Round): Round => round.map((event) => known.get(JSON.stringify(event)) ?? event);
  return pathPlan({
    ...settingsScreenPaths,
    inputs,
    events: [...known.values()],
    rounds: [...rounds, restoredEvents, ...(more.length > 0 ? [more] : [])].map(own),
    distinguish: (context) => {
      const { phone, email, api_secret } = context.values;
      const choices = conflictsOf(context).map((conflict) => choiceOf(context, conflict));
      return [distinguish?.(context) ?? null, [phone, email, api_secret].map(String), context.restoredDraft !== null, choices];
    },
  });
}

export const isTyping = (now: Situation<FormMachine>) => now.matches({ ready: { grouping: 'typing' } });
export const isLeaving = (now: Situation<FormMachine>) => now.hasTag('leaving');
export const hasUnsaved = ({ context }: Situation<FormMachine>) => unsavedFieldsOf(context).length > 0;

/** These are caused outside of the field that is typed in, and take the focus from it. */
const takesFocus: ReadonlySet<string> = new Set([
  'field.reverted',
  'changes.discarded',
  'draft.discarded',
  'conflict.chosen',
  'conflict.confirmed',
  'conflict.allChosen',
]);

/** Whether a failed save has a message, which takes the focus. */
export function showsMessage(now: Situation<FormMachine>): boolean {
  const { listedErrors, errors } = now.context;
  const isListed = listedErrors.some((key) => key in errors);
  return isListed || now.matches({ ready: { form: 'error' } }) || codeWarningsOf(now.context).length > 0;
}

/** What both pages allow. */
export const formRules: Required<PathRules<FormMachine>> = {
  isPossible(now, event) {
    const { context } = now;
    switch (event.type) {
      case 'field.changed':
        return 'key' in event && 'value' in event && context.values[String(event.key)] !== event.value;
      case 'field.reverted':
        return 'key' in event && isUnsaved(context, String(event.key));
      case 'changes.discarded':
        return hasUnsaved(now) && context.restoredDraft === null;
      case 'draft.discarded':
        return context.restoredDraft !== null;
      case 'conflict.chosen':
        return conflictsOf(context).some((conflict) => choiceOf(context, conflict) !== ('side' in event ? event.side : null));
      case 'conflict.confirmed':
      case 'conflict.allChosen':
        return conflictsOf(context).length > 0;
      default:
        return true;
    }
  },
  alsoSent(before, event, after) {
    if (!isTyping(before) || !isTyping(after)) return [];
    const hasMessage = after.context.failedSaves > before.context.failedSaves && showsMessage(after);
    return takesFocus.has(event.type) || hasMessage ? [{ type: 'field.blurred' }] : [];
  },
  isLast: (before, event, after) =>
    (isLeaving(before) || event.type === 'leave.requested') &&
    event.type !== 'leave.cancelled' &&
    !isLeaving(after) &&
    isSaved(after.context) &&
    !waitsForChoice(after.context),
};
