import type { Content } from './content.ts';

const sample = (id: number, name: string, suburb: string, homes: number, text: string): Content => ({
  id: String(id),
  name,
  note: suburb,
  details: [
    ['Suburb', suburb],
    ['Homes', String(homes)],
    ['Text', text],
  ],
});

/** The reference data has no projects and no developments: every website shows these. */
export const samples = {
  projects: [
    sample(1, 'Harbour Terraces', 'Neutral Bay', 24, 'Two and three bedroom terraces around a shared garden.'),
    sample(2, 'The Boatshed', 'Mosman', 11, 'Eleven apartments in a converted boatshed, with moorings.'),
    sample(3, 'Dune Street', 'Dee Why', 36, 'One bedroom apartments to three bedroom penthouses, a street from the beach.'),
  ],
  developments: [
    sample(1, 'Freshwater Rise', 'Freshwater', 58, 'House and land above the lagoon, released in three stages.'),
    sample(2, 'Old Dairy Estate', 'Byron Bay', 40, 'Half-acre blocks on the old dairy, ready to build on.'),
  ],
} as const satisfies Readonly<Record<string, readonly Content[]>>;
