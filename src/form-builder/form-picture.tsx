import { useEffect } from 'react';
import * as v from 'valibot';
import { previewFormSchema } from '#contract/forms/preview-form.ts';
import type { FormField } from '#contract/forms/form-field.ts';
import { PreviewPane } from '#src/preview/preview-pane.tsx';
import { usePreview } from '#src/preview/use-preview.ts';
import { useDebounced } from '#src/ui/use-debounced.ts';

interface FormPictureProps {
  readonly websiteId: string;
  readonly form: { readonly name: string; readonly label: string; readonly description: string };
  readonly fields: readonly FormField[];
}

/** A key that is held down repeats sooner: a form of 200 fields is read for the picture once it is released. */
const pauseMs = 100;

/** The form as the website shows it, as it is typed. */
export function FormPicture({ websiteId, form: { name, label, description }, fields: latest }: FormPictureProps) {
  const fields = useDebounced(latest, pauseMs, latest);
  const preview = usePreview(websiteId, 'phone', false);
  const { showEdits } = preview;
  useEffect(() => {
    const form = v.safeParse(previewFormSchema, { name, label, description, fields });
    if (form.success) showEdits({ form: form.output });
  }, [showEdits, name, label, description, fields]);
  return <PreviewPane preview={preview} />;
}
