import { blockCatalogue } from '#contract/blocks/catalogue.ts';
import { themeKeys } from '#contract/entities/website.ts';
import { choiceListOf } from '#contract/fields/index.ts';
import { settingsScreens } from '#contract/settings/index.ts';
import { fieldsOf } from '#contract/settings/screen.ts';

/** The settings of a website that choose a record of a resource, each with its screen. */
export function settingsThatChoose(resource: string) {
  return settingsScreens.flatMap((screen) =>
    fieldsOf(screen).flatMap((field) => (choiceListOf(field) === resource ? [{ screen, field }] : [])),
  );
}

/** The keys of settings of blocks that choose such a record, in any theme. */
export function blockKeysThatChoose(resource: string): readonly string[] {
  const settings = themeKeys.flatMap((theme) => blockCatalogue[theme].flatMap((block) => block.settings));
  return [...new Set(settings.filter(({ type }) => type === resource).map(({ key }) => key))];
}
