import { unsavedFieldsOf } from './settings-screen.operations.ts';
import type { CodeProblem, Messages, SettingsContext } from './settings-screen.types.ts';

/** Stores what the parser said of a code field's text. It is checked where the editor is, since only few screens have one. */
export function setCodeProblems(context: SettingsContext, key: string, text: string, problems: readonly CodeProblem[]): SettingsContext {
  return { ...context, codeProblems: { ...context.codeProblems, [key]: { text, problems } } };
}

/** The unsaved texts that do not parse, by key. */
function brokenCodeOf(context: SettingsContext): Messages {
  return Object.fromEntries(
    unsavedFieldsOf(context).flatMap(({ key }) => {
      const checked = context.codeProblems[key];
      return checked && checked.problems.length > 0 && checked.text === context.values[key] ? [[key, checked.text] as const] : [];
    }),
  );
}

/** Whether a save would store code that does not parse, and that nobody was warned about. */
export function hasNewCodeWarnings(context: SettingsContext): boolean {
  return Object.entries(brokenCodeOf(context)).some(([key, text]) => context.warnedCode[key] !== text);
}

/** Warns in place of the save. The next Save of the same text goes through. */
export function warnOfCode(context: SettingsContext): SettingsContext {
  return {
    ...context,
    warnedCode: brokenCodeOf(context),
    failedSaves: context.failedSaves + 1,
    errors: {},
    listedErrors: [],
    formError: null,
  };
}

/** The problems of the texts that a person was warned about, while those texts are unsaved and unchanged. */
export function codeWarningsOf(context: SettingsContext): readonly { readonly key: string; readonly problems: readonly CodeProblem[] }[] {
  return Object.entries(brokenCodeOf(context)).flatMap(([key, text]) =>
    context.warnedCode[key] === text ? [{ key, problems: context.codeProblems[key]?.problems ?? [] }] : [],
  );
}
