import { seededTemplate } from './seeded-data.ts';

/** Runs before the workers start: otherwise they would all create the template at once. */
export default async function globalSetup(): Promise<void> {
  await seededTemplate();
}
