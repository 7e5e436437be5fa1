import { expect, type Page } from 'playwright/test';
import type { Field } from '#contract/fields/field.ts';

export interface ChosenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A field that holds a file, as a person sees it. */
export function fileField(page: Page, field: Field) {
  const control = page.getByRole('main').locator(`[id="${field.key}"]`);
  const box = control.locator('xpath=ancestor::div[input[@type="file"]]');
  return {
    control,
    box,
    picture: box.getByRole('img', { name: field.label }),
    cancel: box.getByRole('button', { name: /^Cancel/ }),
    retry: box.getByRole('button', { name: 'Try again' }),
    remove: box.getByRole('button', { name: `Remove ${field.label}` }),
    progress: box.getByRole('progressbar'),
    async choose({ name, bytes }: ChosenFile): Promise<void> {
      const choosing = page.waitForEvent('filechooser');
      await control.click();
      // The file's type differs from what the file dialog reports.
      await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
    },
    expectFile: (name: string) => expect(box.getByText(name)).toBeVisible(),
    expectProblem: (message: string) =>
      expect(control).toHaveAccessibleDescription(new RegExp(message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))),
  };
}
