import { expect, type Locator, type Page } from 'playwright/test';
import type { Field, FieldOf, FieldValue } from '#contract/settings/field.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';

/** What menus and forms are called, by id: a choice is made by its name. */
export type ChoiceNames = Readonly<Record<'menu' | 'form', ReadonlyMap<string, string>>>;

/** One field of a settings screen: found, filled in and read as a person does it, whatever its kind. */
export function settingsField(page: Page, screen: SettingsScreen, field: Field, choices?: ChoiceNames) {
  const section = screen.sections.find(({ fields }) => fields.some(({ key }) => key === field.key));
  // Labels repeat in some screens: then the section tells which is meant.
  const within = section?.title ? page.getByRole('region', { name: section.title, exact: true }) : page.getByRole('main');
  const named = { name: field.label, exact: true } as const;
  const group = within.getByRole('radiogroup', named);

  function control(): Locator {
    if (field.secret) return within.getByLabel(field.label, { exact: true });
    switch (field.kind) {
      case 'checkbox':
        return within.getByRole('checkbox', named);
      case 'toggle':
        return section?.table ? within.getByRole('switch', named) : group;
      case 'radio':
      case 'logo':
      case 'themeColor':
        return group;
      case 'select':
      case 'menu':
      case 'form':
        return within.getByRole('combobox', named);
      // A plain textarea stands in for the code editor until that is loaded.
      case 'code':
        return within.locator('[contenteditable]').and(within.getByRole('textbox', named));
      default:
        return within.getByRole('textbox', named);
    }
  }

  const optionName = (value: FieldValue): string => {
    if ('options' in field) return optionOf(field, value);
    const kind = field.kind === 'form' ? 'form' : 'menu';
    return value === null ? `No ${kind}` : (choices?.[kind].get(String(value)) ?? String(value));
  };
  const choice = (value: FieldValue): Locator =>
    group.getByRole('radio', { name: field.kind === 'toggle' ? (value ? 'Show' : 'Hide') : optionName(value), exact: true });

  return {
    control: control(),
    async fill(value: FieldValue): Promise<void> {
      switch (field.kind) {
        case 'checkbox':
          return control().setChecked(value === true);
        case 'toggle':
          return section?.table ? control().setChecked(value === true) : choice(value).check();
        case 'radio':
        case 'logo':
        case 'themeColor':
          return choice(value).check();
        case 'select':
        case 'menu':
        case 'form':
          await control().click();
          await page.getByRole('option', { name: optionName(value), exact: true }).click();
          return expect(control()).toHaveText(optionName(value));
        default:
          return control().fill(String(value ?? ''));
      }
    },
    async expectValue(value: FieldValue): Promise<void> {
      switch (field.kind) {
        case 'checkbox':
          return expect(control()).toBeChecked({ checked: value === true });
        case 'toggle':
          return section?.table ? expect(control()).toBeChecked({ checked: value === true }) : expect(choice(value)).toBeChecked();
        case 'radio':
        case 'logo':
        case 'themeColor':
          return expect(choice(value)).toBeChecked();
        case 'select':
        case 'menu':
        case 'form':
          return expect(control()).toHaveText(optionName(value));
        case 'code':
          return expect(control()).toHaveText(String(value ?? '').replaceAll('\n', ''), { useInnerText: false });
        default:
          return expect(control()).toHaveValue(String(value ?? ''));
      }
    },
  };
}

function optionOf(field: FieldOf<'select' | 'radio' | 'logo' | 'themeColor'>, value: FieldValue): string {
  const option = field.options.find((candidate) => candidate.value === value);
  if (!option) throw new Error(`${field.label} has no option ${String(value)}`);
  return option.label;
}
