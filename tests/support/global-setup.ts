import { seededTemplate } from './seeded-data.ts';

/** Before the workers start: they would all make the template at once. */
export default async function globalSetup(): Promise<void> {
  await seededTemplate();
}
