import { trimmed } from '#contract/invisible.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { type FormField, isReadField, readFormFields } from '#contract/forms/form-field.ts';
import type { Database } from '../connect.ts';
import { forms } from '../tables/content.ts';

/** A form as the public site shows and reads it. */
export interface StoredForm {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** Whether it asks for reCAPTCHA where the website has it and does not add it to all forms. */
  readonly wantsCaptcha: boolean;
  /** Without those that this version can't read: nobody could fill them in. */
  readonly fields: readonly FormField[];
}

function storedForm({ id, name, label, description, enableRecaptcha, fields }: typeof forms.$inferSelect): StoredForm {
  return {
    id,
    name,
    label: trimmed(label ?? '') || name,
    description: description ?? '',
    wantsCaptcha: enableRecaptcha,
    fields: readFormFields(fields).filter(isReadField),
  };
}

/** The forms of a website that have these ids. */
export async function formsOf(db: Database, websiteId: number, ids: readonly number[]): Promise<readonly StoredForm[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(forms)
    .where(and(eq(forms.websiteId, websiteId), inArray(forms.id, [...ids])));
  return rows.map(storedForm);
}
