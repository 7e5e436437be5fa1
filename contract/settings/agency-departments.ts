import { settingsScreen } from './screen.ts';

export const agencyDepartments = settingsScreen({
  id: 'agency-departments',
  path: 'admin/departments',
  title: 'Agency Departments',
  category: 'agency',
  sections: [
    {
      fields: [
        {
          kind: 'lines',
          key: 'agency_departments',
          label: 'Agency Departments',
          required: true,
          rows: 10,
          help: 'One department per line, in the order in which they are shown.',
        },
      ],
    },
  ],
  events: { save: 'updated agency departments' },
});
