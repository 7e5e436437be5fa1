import { choiceListsOf } from '#contract/fields/index.ts';
import { fieldsOf, type SettingsScreen } from '#contract/settings/screen.ts';
import { hasFiles } from '#src/fields/field-data.ts';
import { fieldParts } from '#src/fields/registry.tsx';
import { lazyComponent, type AnyLazyComponent, useLoaded } from '#src/ui/lazy-component.tsx';

// What only some forms need. Where it does not load, the form is shown without it.
export const fieldTable = lazyComponent(async () => (await import('./field-table.tsx')).FieldTable);
export const filesData = lazyComponent(
  async () => (await import('./files-data.tsx')).FilesData,
  ({ children }) => children,
);
export const choicesData = lazyComponent(
  async () => (await import('./choices-data.tsx')).ChoicesData,
  ({ children }) => children,
);

/** Loads the code that this form needs beyond what every form does. Resolves when it is there or could not be loaded. */
export async function loadFormCode(screen: SettingsScreen): Promise<void> {
  await Promise.all(partsOf(screen).map((part) => part.preload()));
}

/** Whether that code is there; loads it if not. A form is drawn only then, as a whole, so that nothing in it moves. */
export function useFormCode(screen: SettingsScreen): boolean {
  return useLoaded(partsOf(screen));
}

function partsOf(screen: SettingsScreen): readonly AnyLazyComponent[] {
  const fields = fieldsOf(screen);
  const parts: AnyLazyComponent[] = [...fieldParts(fields)];
  if (fields.some(hasFiles)) parts.push(filesData);
  if (fields.some((field) => choiceListsOf(field).length > 0)) parts.push(choicesData);
  if (screen.sections.some(({ table }) => table)) parts.push(fieldTable);
  return parts;
}
