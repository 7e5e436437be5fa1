import type { ResourceDefinition } from '#contract/resources/define.ts';

/** The name of the button that saves a record. `title`: of the form's page, where it has one. */
export function saveName({ form = {}, labels }: ResourceDefinition, title = ''): string {
  const label = form.submit ?? 'Save';
  const what = form.page ? title : labels.one;
  // A label that says what it saves is the whole name.
  return label.toLowerCase().endsWith(` ${what}`) ? label : `${label} ${what}`;
}
