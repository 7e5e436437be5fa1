import { settingsScreen } from './screen.ts';

export const projectSettings = settingsScreen({
  id: 'project-settings',
  path: 'admin/project-settings',
  title: 'Project Settings',
  category: 'project',
  sections: [
    {
      fields: [
        {
          kind: 'lines',
          key: 'project_stages',
          label: 'Project Stages',
          required: true,
          rows: 10,
          help: 'One stage per line, in the order in which they are shown.',
        },
      ],
    },
  ],
  events: { save: 'updated project settings' },
});
