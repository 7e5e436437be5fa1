import { and, eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { type FormField, readFormFields } from '#contract/forms/form-field.ts';
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

const definitionSchema = v.object({
  label: v.fallback(v.nullable(v.string()), null),
  description: v.fallback(v.nullable(v.string()), null),
  enable_recaptcha: v.fallback(v.nullable(v.boolean()), null),
  fields: v.unknown(),
});

export function storedForm({ id, name, label, definition }: typeof forms.$inferSelect): StoredForm {
  const read = v.parse(definitionSchema, { fields: [], ...definition });
  return {
    id,
    name,
    label: label?.trim() || read.label?.trim() || name,
    description: read.description ?? '',
    wantsCaptcha: read.enable_recaptcha === true,
    fields: readFormFields(read.fields).filter((field) => field.type !== 'unread'),
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
