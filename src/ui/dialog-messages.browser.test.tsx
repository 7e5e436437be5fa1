import '#src/styles.css';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useDialogMessages } from './dialog-messages.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { LabelledControl } from './field.tsx';
import { Notice } from './notice.tsx';
import { TextInput } from './text-input.tsx';
import { rootForEach } from '#src/ui/testing/root-for-each.ts';

const at = rootForEach();

beforeEach(async () => {
  await page.viewport(375, 667);
});

const restored = 'Unsaved changes from 10:42 restored';

/** A form with two fields; `failedSaves`: how often its Save was refused. */
function RecordDialog({ failedSaves }: { readonly failedSaves: number }) {
  const { keepRoom, tray } = useDialogMessages();
  return (
    <Dialog
      open
      title="Create New"
      onClose={() => undefined}
      messages={tray(
        failedSaves === 0 ? null : (
          <>
            <Notice tone="info" actions={<Button size="small">Discard</Button>}>
              {restored}
            </Notice>
            <Notice tone="warning">Somebody is deleting this record, which can no longer be changed from here.</Notice>
            <ErrorSummary
              attempt={failedSaves}
              errors={[
                { id: 'first', message: 'First: Enter a full address (https://…) or a path such as /contact-us.' },
                { id: 'second', message: 'Second: Enter a full address (https://…) or a path such as /contact-us.' },
              ]}
            />
          </>
        ),
      )}
      footer={<Button>Save</Button>}
    >
      {keepRoom(
        ['first', 'second'].map((id) => (
          <LabelledControl key={id} id={id} label={id} error={null}>
            {(control) => <TextInput {...control} />}
          </LabelledControl>
        )),
      )}
    </Dialog>
  );
}

const box = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
const messages = () => document.querySelector('[role=dialog] [data-foot-tray]');
const save = () => box(page.getByRole('button', { name: 'Save' }).element());

it('several messages move nothing, scroll among themselves, and leave the title and the focused field in view', async () => {
  at.root.render(<RecordDialog failedSaves={0} />);
  await expect.element(page.getByRole('heading', { name: 'Create New' })).toBeVisible();
  for (const animation of document.getAnimations()) animation.finish();
  const before = save();
  at.root.render(<RecordDialog failedSaves={1} />);
  await expect.element(page.getByText(restored)).toBeInTheDocument();
  expect(save()).toEqual(before);

  const title = box(page.getByRole('heading', { name: 'Create New' }).element());
  await expect.poll(() => box(messages()).top).toBeGreaterThan(title.bottom + 60);
  expect(box(messages()).bottom).toBeLessThanOrEqual(before.top);
  expect(messages()?.scrollHeight).toBeGreaterThan(messages()?.clientHeight ?? 0);
  const summary = page.getByRole('region', { name: 'What needs another look' });
  await expect.element(summary).toHaveFocus();
  expect(box(page.getByText('2 fields need another look').element()).bottom, 'the focused message is in view').toBeLessThan(
    box(messages()).bottom,
  );

  for (const name of ['Second', 'First']) {
    await page.getByRole('link', { name: new RegExp(`^${name}:`, 'u') }).click();
    const field = page.getByRole('textbox', { name: name.toLowerCase() });
    await expect.element(field).toHaveFocus();
    expect(box(field.element()).bottom, `${name} is not covered`).toBeLessThanOrEqual(box(messages()).top);
    expect(box(field.element()).top).toBeGreaterThanOrEqual(title.bottom);
  }
});
