import { useDeferredValue, useEffect } from 'react';
import * as v from 'valibot';
import { previewFormSchema } from '#contract/forms/preview-form.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { PreviewPane } from '#src/preview/preview-pane.tsx';
import { usePreview } from '#src/preview/use-preview.ts';

interface FormPictureProps {
  readonly websiteId: string;
  readonly form: { readonly name: string; readonly label: string; readonly description: string };
  readonly fields: readonly FormField[];
}

/** The form as the website shows it, as it is typed. */
export function FormPicture({ websiteId, form: { name, label, description }, fields: latest }: FormPictureProps) {
  // The letters that are typed come first.
  const fields = useDeferredValue(latest);
  const preview = usePreview(websiteId, 'phone', false);
  const { showEdits } = preview;
  useEffect(() => {
    const form = v.safeParse(previewFormSchema, { name, label, description, fields });
    if (form.success) showEdits({ form: form.output });
  }, [showEdits, name, label, description, fields]);
  return <PreviewPane preview={preview} />;
}
