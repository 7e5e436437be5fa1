import { expect, type Locator, type Page } from 'playwright/test';
import type { ChoiceList } from '#contract/entities/lists.ts';
import { type Field, type FieldOf, type FieldValue, isSeveral } from '#contract/fields/field.ts';
import { labelPlaces, nameWithPlace } from '#machines/settings-screen/label-places.ts';
import { choiceListOf } from '#contract/fields/index.ts';
import type { SettingsScreen } from '#contract/settings/screen.ts';

/** The names of menus, forms and records, by id: a person chooses by name. */
export type ChoiceNames = Readonly<Partial<Record<ChoiceList, ReadonlyMap<string, string>>>>;

/** One field of a settings screen: finds, fills and reads it as a person does, whatever its kind. */
export function settingsField(page: Page, screen: SettingsScreen, field: Field, choices?: ChoiceNames) {
  const section = screen.sections.find(({ fields }) => fields.some(({ key }) => key === field.key));
  // Some screens repeat a label: there the section identifies the field.
  const within = section?.title
    ? page.getByRole('region', { name: section.title, exact: true })
    : page
        .getByRole('main')
        .locator('section')
        .filter({ has: page.locator(`[data-field="${field.key}"]`) });
  // A label that another field of the screen has too is followed by its place.
  const label = nameWithPlace(field.label, labelPlaces(screen.sections).get(field.key));
  const named = { name: label, exact: true } as const;
  const group = within.getByRole('radiogroup', named);

  function control(): Locator {
    if (field.secret) return within.getByLabel(label, { exact: true });
    switch (field.kind) {
      case 'checkbox':
        return within.getByRole('checkbox', named);
      case 'toggle':
        return section?.table ? within.getByRole('switch', named) : group;
      case 'radio':
      case 'logo':
        return group;
      // Its colours open on demand. The name is followed by the chosen colour, and by the contrast.
      case 'themeColor':
        return within.locator(`button[id="${field.key}"]`);
      case 'select':
      case 'menu':
      case 'form':
      case 'record':
        return within.getByRole('combobox', named);
      case 'records':
        return within.getByRole('button', { name: new RegExp(`^Add .*: ${RegExp.escape(label)}$`, 'u') });
      case 'images':
        return within.getByRole('button', { name: `Add images: ${label}`, exact: true });
      // A plain textarea stands in for the code editor until that is loaded.
      case 'code':
        return within.locator('[contenteditable]').and(within.getByRole('textbox', named));
      default:
        return within.getByRole('textbox', named);
    }
  }

  const optionName = (value: FieldValue): string => {
    if ('options' in field) return optionOf(field, value);
    if (value === null) return field.kind === 'record' ? 'None' : `No ${field.kind}`;
    const list = choiceListOf(field);
    return (list && choices?.[list]?.get(String(value))) ?? String(value);
  };
  /** For several records: their chips. */
  const chips = within.getByRole('list', named);
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
          return choice(value).check();
        case 'themeColor': {
          await control().click();
          const colors = page.getByRole('dialog', { name: `Choose ${field.label}` });
          await colors.getByRole('radio', { name: optionName(value), exact: true }).click();
          return expect(colors).toBeHidden();
        }
        case 'records': {
          // Until the list has loaded, the chosen records are not shown either.
          await expect(control()).toBeVisible();
          while ((await chips.getByRole('button').count()) > 0) await chips.getByRole('button').first().click();
          if (!isSeveral(value) || value.length === 0) return;
          await control().click();
          for (const id of value) {
            await page.getByRole('option', { name: optionName(id), exact: true }).click();
            await expect(chips.getByText(optionName(id), { exact: true })).toBeVisible();
          }
          return page.keyboard.press('Escape');
        }
        case 'select':
        case 'menu':
        case 'form':
        case 'record':
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
          return expect(choice(value)).toBeChecked();
        case 'themeColor':
          return expect(control()).toHaveText(optionName(value));
        case 'select':
        case 'menu':
        case 'form':
        case 'record':
          return expect(control()).toHaveText(optionName(value));
        case 'records':
          return expect(chips.getByRole('listitem')).toHaveText(isSeveral(value) ? value.map(optionName) : []);
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
