/** The sign-in form that stood in the page before any script, with what a person has done in it: see `src/prerender`. */
interface PrerenderedForm {
  /** "Keep me signed in". The text fields hold their own values: see `AuthForm`. */
  readonly keep: boolean;
  /**
   * React's form is there: as a rule the same elements. Where something else had changed them, an extension perhaps, React has drawn them
   * anew, and what was entered and the focus move to the new ones. Returns "Keep me signed in" as it is by now, since React yields to who
   * types while it draws the form, and whether the form was submitted meanwhile.
   */
  readonly takeOver: (form: HTMLElement | null) => { readonly keep: boolean; readonly isSubmitted: boolean };
}

/** Null where the page has none, or React has taken it over. */
export function prerenderedForm(): PrerenderedForm | null {
  // The build, which renders the form, has no document.
  if (typeof document === 'undefined') return null;
  const { dataset } = document.documentElement;
  if (!('prerendered' in dataset)) return null;
  const form = document.querySelector<HTMLFormElement>('form:has(#password)');
  if (form === null) {
    // Something else has removed it. No later form is taken for it.
    delete dataset['prerendered'];
    return null;
  }
  const focused = document.activeElement;
  const keep = () => form.querySelector<HTMLInputElement>('[type=checkbox]')?.checked ?? false;
  return {
    keep: keep(),
    takeOver(taken) {
      delete dataset['prerendered'];
      for (const id of taken === form ? [] : ['#email', '#password']) {
        const [before, now] = [form, taken].map((each) => each?.querySelector<HTMLInputElement>(id));
        if (!before || !now) continue;
        now.value = before.value;
        if (before !== focused) continue;
        now.focus();
        // An email has no selection that could be read.
        if (before.selectionStart !== null) now.setSelectionRange(before.selectionStart, before.selectionEnd);
      }
      const submit = form.querySelector('[type=submit]');
      const isSubmitted = submit?.ariaBusy === 'true';
      submit?.removeAttribute('aria-busy');
      return { keep: keep(), isSubmitted };
    },
  };
}
