import { settingsScreen } from './screen.ts';

export const menuLocations = settingsScreen({
  id: 'menu-locations',
  path: 'menu-settings',
  title: 'Menu Locations',
  intro: 'Select where menus should appear',
  category: 'form',
  toasts: { saved: 'Theme successfully updated' },
  sections: [
    {
      fields: [
        { kind: 'menu', key: 'header_menu', label: 'Header menu', required: true },
        { kind: 'menu', key: 'homepage_menu', label: 'Homepage menu', untyped: true },
      ],
    },
  ],
  events: { save: 'updated menu locations' },
});
