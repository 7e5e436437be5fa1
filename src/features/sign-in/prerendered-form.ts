/** What a person has entered. */
interface Entered {
  readonly email: string;
  readonly password: string;
  readonly keep: boolean;
}

/** The sign-in form that stood in the page before any script, with what a person has done in it: see `src/prerender`. */
interface PrerenderedForm extends Entered {
  /**
   * React's form is there: as a rule the same elements. Where something else had changed them, an extension perhaps, React has drawn them
   * anew, and the focus moves to the new ones. Returns what is entered by now, since React yields to who types while it draws the form, and
   * whether the form was submitted meanwhile.
   */
  readonly takeOver: (form: HTMLElement | null) => Entered & { readonly isSubmitted: boolean };
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
  const input = (selector: string) => form.querySelector<HTMLInputElement>(`input${selector}`);
  const focused = document.activeElement;
  const entered = (): Entered => ({
    email: input('#email')?.value ?? '',
    password: input('#password')?.value ?? '',
    keep: input('[type=checkbox]')?.checked ?? false,
  });
  return {
    ...entered(),
    takeOver(taken) {
      delete dataset['prerendered'];
      if (taken !== form && focused instanceof HTMLInputElement && focused.id !== '') {
        const field = taken?.querySelector<HTMLInputElement>(`#${focused.id}`);
        field?.focus();
        // An email has no selection that could be read.
        if (focused.selectionStart !== null) field?.setSelectionRange(focused.selectionStart, focused.selectionEnd);
      }
      const submit = form.querySelector('[type=submit]');
      const isSubmitted = submit?.ariaBusy === 'true';
      submit?.removeAttribute('aria-busy');
      return { ...entered(), isSubmitted };
    },
  };
}
