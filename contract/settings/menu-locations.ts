import type { MenuField } from '../fields/field.ts';
import { settingsScreen } from './screen.ts';

/** Also on the Header screen. */
export const headerMenu: MenuField = {
  kind: 'menu',
  key: 'header_menu',
  label: 'Header menu',
  required: true,
  helpOf: { minimal: 'At most 5 top-level items, each with at most 7 sub-items.' },
};

export const menuLocations = settingsScreen({
  id: 'menu-locations',
  path: 'menu-settings',
  title: 'Menu Locations',
  intro: 'Select where menus should appear',
  category: 'form',
  toasts: { saved: 'Theme successfully updated' },
  sections: [
    {
      fields: [headerMenu, { kind: 'menu', key: 'homepage_menu', label: 'Homepage menu', untyped: true }],
    },
  ],
  events: { save: 'updated menu locations' },
});
