import { describe, expect, it } from 'vitest';
import { deleteConfirmPaths } from '../delete-confirm/delete-confirm.paths.ts';
import { onlineActionPaths } from '../online-action/online-action.paths.ts';
import { forgotPasswordPaths } from '../password-reset/password-reset.paths.ts';
import { mutantFinder } from './mutant-finder.ts';
import { mutantsOf } from './mutants.ts';

/** Finds the mutant that reads so, and says whether the machine's paths show it. */
const isFound = (plan: Parameters<typeof mutantFinder>[0], text: string): boolean => {
  const mutant = mutantsOf(plan.machine).find(({ where, what }) => `${where} ${what}` === text);
  if (!mutant) throw new Error(`no such mutant: ${text}`);
  return mutantFinder(plan)(mutant);
};

describe('the paths of a machine find', () => {
  it.each([
    // A failed request that shows "Check your inbox", and one that is said to be sent without a request.
    'forgot-password.submitting --xstate.done.actor.requestReset[1] leads to forgot-password.sent instead of forgot-password.error',
    'forgot-password.editing --submit.requested[1] leads to forgot-password.sent instead of forgot-password.submitting',
    'forgot-password.sent --again.requested[0] leads to forgot-password.error instead of forgot-password.editing',
    'forgot-password.submitting --xstate.error.actor.requestReset[0] does not do showToast',
    'forgot-password.editing --submit.requested[0] does not do showProblem',
    'forgot-password.error --submit.requested[0] does not do clearMessage',
    'forgot-password.editing --submit.requested[0] has the guard of the next one, no guard, which has isInvalid',
    'forgot-password.submitting --xstate.done.actor.requestReset[0] has the guard of the next one, no guard, which has isAnswered',
    'forgot-password.error --submit.requested[0] is not there',
    'forgot-password.sent --again.requested[0] is not there',
  ])('%s', (text) => {
    expect(isFound(forgotPasswordPaths, text)).toBe(true);
  });

  it('every mutant of a small machine, of each kind', () => {
    const mutants = mutantsOf(deleteConfirmPaths.machine);
    expect(new Set(mutants.map(({ kind }) => kind))).toEqual(new Set(['target', 'action', 'guards', 'transition']));
    const finds = mutantFinder(deleteConfirmPaths);
    expect(mutants.filter((mutant) => !finds(mutant)).map(({ where, what }) => `${where} ${what}`)).toEqual([]);
  });

  it('none that does the same, by way of a state that is left at once', () => {
    expect(isFound(onlineActionPaths, 'online-action.done --always[0] leads to online-action.ready instead of online-action.offline')).toBe(
      false,
    );
  });
});
