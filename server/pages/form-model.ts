import { trimmed } from '#contract/invisible.ts';
import { type FormField, hasChoices } from '#contract/forms/form-field.ts';
import { formRows } from '#contract/forms/form-layout.ts';
import type { PreviewForm } from '#contract/forms/preview-form.ts';
import type { SentValues } from '#contract/forms/submission.ts';
import type { StoredForm } from '../forms/stored-form.ts';
import type { FormModel, FormPart } from '../themes/form-models.ts';
import type { SiteSettings } from './site-settings.ts';

/** What a visitor has sent, and by key why it was refused. */
export interface Refused {
  readonly sent: SentValues;
  readonly problems: Readonly<Record<string, string>>;
}

/** A form for a page. `refused`: keeps what was typed, and says what is wrong with it. */
export function formModel(form: StoredForm, captcha: string, refused?: Refused): FormModel {
  const { id, name, label, description, fields } = form;
  return { id: String(id), name, label, description, captcha, ...partsOf(fields, refused) };
}

/** A form that is being made, as a preview draws it. */
export function previewedForm({ name, label, description, fields }: PreviewForm): FormModel {
  const named = trimmed(name ?? '') || 'Form';
  return { id: '', name: named, label: trimmed(label ?? '') || named, description: description ?? '', captcha: '', ...partsOf(fields) };
}

function partsOf(fields: readonly FormField[], refused?: Refused): Pick<FormModel, 'rows' | 'problems'> {
  const places = new Map(fields.map((field, at) => [field, at]));
  const rows = formRows(fields).map(({ columns }) => ({
    columns: columns.map((column) => column.flatMap((field) => partOf(field, places.get(field) ?? 0, refused) ?? [])),
  }));
  const parts = rows.flatMap(({ columns }) => columns.flat());
  return { rows, problems: parts.filter(({ problem }) => problem !== '').map(({ at, problem }) => ({ at, message: problem })) };
}

function partOf(field: FormField, at: number, refused: Refused | undefined): FormPart | null {
  const { type, key, label, content, required, placeholder, help, width, values } = field;
  if (type === 'columns') return null;
  const kept = refused && (Object.hasOwn(refused.sent, key) ? (refused.sent[key] ?? []) : []);
  const chosen = kept ?? defaultsOf(field);
  return {
    type,
    at,
    key,
    label: label || key,
    content,
    required,
    placeholder,
    help,
    isHalf: width === 'half',
    autocomplete: autocompleteOf(field),
    value: hasChoices(field) || type === 'checkbox' ? '' : (chosen[0] ?? ''),
    isChecked: type === 'checkbox' && chosen.some((each) => each !== ''),
    options: values.map((option) => ({ ...option, isChosen: chosen.includes(option.value) })),
    problem: refused && Object.hasOwn(refused.problems, key) ? (refused.problems[key] ?? '') : '',
  };
}

/** The default as a browser would send it. */
function defaultsOf({ default: filled }: FormField): readonly string[] {
  if (filled === null || filled === false) return [];
  if (filled === true) return ['yes'];
  return typeof filled === 'string' ? [filled] : filled;
}

const namesOfPeople: Readonly<Record<string, string>> = {
  name: 'name',
  full_name: 'name',
  your_name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
};

function autocompleteOf({ type, key, name }: FormField): string {
  if (type === 'email') return 'email';
  if (type === 'phone') return 'tel';
  if (type !== 'text') return '';
  return [key, name].map((each) => (Object.hasOwn(namesOfPeople, each) ? namesOfPeople[each] : undefined)).find(Boolean) ?? '';
}

/** The site key of reCAPTCHA where a form is sent with it, else nothing. It needs both keys of the website. */
export function captchaOf(settings: Pick<SiteSettings, 'text' | 'flag'>, { wantsCaptcha }: Pick<StoredForm, 'wantsCaptcha'>): string {
  const isWanted = wantsCaptcha || settings.flag('recaptcha_apply_to_all_forms');
  return isWanted && settings.text('recaptcha_secret_key') !== '' ? settings.text('recaptcha_site_key') : '';
}
