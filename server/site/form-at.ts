import { rowId } from '../calls/scope.ts';
import type { Database } from '../connect.ts';
import { formsOf, type StoredForm } from '../forms/stored-form.ts';
import type { FoundSite } from './find-site.ts';

/** The form that a path of the site names; null for any other path, and for a form of another website. */
export async function formAt(db: Database, site: Pick<FoundSite, 'id'>, path: string): Promise<StoredForm | null> {
  const id = rowId(/^forms\/(\d+)(?:\/thanks)?$/u.exec(path)?.[1] ?? '');
  const [form = null] = id === null ? [] : await formsOf(db, site.id, [id]);
  return form;
}
