import { LogOut, LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '#src/ui/alert-dialog.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Drawer } from '#src/ui/drawer.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { ErrorSummary } from '#src/ui/error-summary.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { FullScreenSpinner } from '#src/ui/full-screen-spinner.tsx';
import { Menu } from '#src/ui/menu.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { SaveBar } from '#src/ui/save-bar.tsx';
import { FieldSkeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { ToastRegion, type ToastView } from '#src/ui/toast-region.tsx';
import { css } from '#styled/css/index.js';
import { Specimen } from './specimen.tsx';

const wide = css({ width: 'full', display: 'flex', flexDirection: 'column', gap: '3' });
const tones = ['info', 'success', 'warning', 'danger'] as const;
const nothing = (): void => {};

const examples: readonly ToastView[] = [
  { id: 'a', type: 'success', title: 'Cache cleared', content: 'Cache has been successfully cleared.' },
  { id: 'b', type: 'error', title: 'Error', content: 'Unable to clear cache. Please try again later.' },
  { id: 'c', type: 'info', title: 'Saved on this device', content: 'It will be sent when you are back online.' },
  { id: 'd', type: 'warning', title: 'Almost full', content: 'This device has little room left for unsent changes.' },
];

type Open = 'dialog' | 'question' | 'drawer' | null;

export function FeedbackSpecimens() {
  const [open, setOpen] = useState<Open>(null);
  const [toasts, setToasts] = useState<readonly ToastView[]>([]);
  const close = (): void => setOpen(null);
  return (
    <>
      <Specimen title="Overlays">
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('question')}>Alert dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button onClick={() => setToasts(examples)}>Toasts</Button>
        <Menu
          trigger={<Button>Menu</Button>}
          heading="Dana Whitfield"
          items={[
            { id: 'help', label: 'Contact Support', icon: <LifeBuoy aria-hidden="true" />, href: 'https://support.example' },
            { id: 'out', label: 'Logout', icon: <LogOut aria-hidden="true" />, separated: true, onSelect: nothing },
            { id: 'delete', label: 'Delete', tone: 'danger', onSelect: nothing },
          ]}
        />
        <Dialog
          open={open === 'dialog'}
          title="Sign in again"
          description="Your session has ended. What you typed is safe."
          size="small"
          onClose={close}
          footer={
            <>
              <Button onClick={close}>Not now</Button>
              <Button variant="primary" onClick={close}>
                Sign in
              </Button>
            </>
          }
        >
          <LabelledControl id="gallery-dialog-password" label="Password" required requiredMark={false}>
            {(control) => <TextInput {...control} type="password" autoComplete="off" />}
          </LabelledControl>
        </Dialog>
        <AlertDialog
          open={open === 'question'}
          title="2 changes are not yet on the server"
          description="They can wait on this device for your next sign-in."
          size="medium"
          cancelLabel="Stay"
          alternative={{ label: 'Sign out and keep them', onChoose: close }}
          confirmLabel="Discard"
          error="The last try failed. Nothing was lost."
          onConfirm={close}
          onCancel={close}
        />
        <Drawer open={open === 'drawer'} title="North Shore Realty" onClose={close}>
          <p className={css({ padding: '4' })}>The navigation goes here on small screens.</p>
        </Drawer>
        <ToastRegion
          label="Example notifications"
          toasts={toasts}
          onAction={() => undefined}
          onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
          onHold={nothing}
          onRelease={nothing}
        />
      </Specimen>
      <Specimen title="Notices and banners">
        <div className={wide}>
          {tones.map((tone) => (
            <Notice
              key={tone}
              tone={tone}
              title={`Notice: ${tone}`}
              actions={tone === 'warning' ? <Button size="small">Try again</Button> : undefined}
            >
              What happened, what is safe, and what to do.
            </Notice>
          ))}
          {tones.map((tone) => (
            <Banner key={tone} tone={tone} actions={<Button size="small">Discard</Button>} onDismiss={nothing}>
              Unsaved changes from 10:42 restored
            </Banner>
          ))}
        </div>
      </Specimen>
      <Specimen title="Form feedback">
        <div className={wide}>
          <ErrorSummary
            attempt={0}
            errors={[
              { id: 'bare-email', message: 'Enter a valid email address.' },
              { id: 'bare-password', message: 'Enter your password.' },
            ]}
          />
          <FieldSkeleton shape="control" help="What the field is for." />
          <div>
            <SaveBar changes={3} what="the specimens" onDiscard={nothing} onSave={nothing} />
          </div>
        </div>
      </Specimen>
      <Specimen title="Empty states" grid>
        <EmptyState kind="none" title="No domains yet" actions={<Button variant="primary">Add a domain</Button>}>
          A domain is the address under which your website is found.
        </EmptyState>
        <EmptyState kind="noMatch" title="Nothing matches “harbour”" actions={<Button>Clear search</Button>} />
        <EmptyState kind="failed" title="The list couldn’t be loaded" actions={<Button>Try again</Button>}>
          The server didn’t answer. Nothing is lost.
        </EmptyState>
        <EmptyState kind="offline" title="Not on this device yet">
          Open this page once while you are online, and it will be here next time.
        </EmptyState>
      </Specimen>
      <Specimen title="Start">
        <div className={css({ width: 'full', '& > div': { minHeight: '32' } })}>
          <FullScreenSpinner label="Initialising app..." />
        </div>
      </Specimen>
    </>
  );
}
