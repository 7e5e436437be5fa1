import type { FormFieldType } from '#contract/forms/form-field.ts';

/** A form as the templates draw it. */
export interface FormModel {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** The site key of reCAPTCHA; empty where the form is sent without it. */
  readonly captcha: string;
  /** Columns beside each other, in each row the parts below each other. */
  readonly rows: readonly { readonly columns: readonly (readonly FormPart[])[] }[];
  /** What is wrong with what was sent, by the places of the controls. */
  readonly problems: readonly { readonly at: number; readonly message: string }[];
}

/** A control of a form, a heading, or a text. */
export interface FormPart {
  readonly type: Exclude<FormFieldType, 'columns'>;
  /** Its place in the form: controls of the same key have different ids. */
  readonly at: number;
  readonly key: string;
  readonly label: string;
  readonly content: string;
  readonly required: boolean;
  readonly placeholder: string;
  readonly help: string;
  readonly isHalf: boolean;
  /** What the browser may fill in: a token of HTML's `autocomplete`, or nothing. */
  readonly autocomplete: string;
  /** The default, or what the visitor has typed. */
  readonly value: string;
  readonly isChecked: boolean;
  readonly options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[];
  /** Why what was typed is refused; empty where it is not. */
  readonly problem: string;
}

/** A page of a form: the form itself, or what its visitor reads after it. */
export interface FormPageModel {
  readonly title: string;
  /** Why the form was not taken, where no field is the reason; or the thanks. */
  readonly message: string;
  readonly form: FormModel | null;
  /** Without the header and the footer of the website. */
  readonly isAlone: boolean;
}
