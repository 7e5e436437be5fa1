import { ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#src/ui/badge.tsx';
import { Avatar } from '#src/ui/avatar.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Kbd } from '#src/ui/kbd.tsx';
import { PasswordInput } from '#src/ui/password-input.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { Switch } from '#src/ui/switch.tsx';
import { SyncChip } from '#src/ui/sync-chip.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Tooltip } from '#src/ui/tooltip.tsx';
import { Specimen } from './specimen.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger', 'link'] as const;
const tones = ['neutral', 'accent', 'info', 'success', 'warning', 'danger'] as const;

export function ControlSpecimens() {
  const [on, setOn] = useState(true);
  return (
    <>
      <Specimen title="Buttons">
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant === 'danger' ? <Trash2 aria-hidden="true" /> : null}
            {variant}
          </Button>
        ))}
        <Button variant="primary" busy>
          Saving
        </Button>
        <Button busy>Sending</Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button size="small">
          <Plus aria-hidden="true" />
          Small
        </Button>
        <ButtonLink href="#link" variant="secondary">
          <ExternalLink aria-hidden="true" />A link
        </ButtonLink>
      </Specimen>
      <Specimen title="Icon buttons, avatar, keys, spinners">
        <IconButton label="Edit" icon={<Pencil />} />
        <IconButton label="Hidden on the website" icon={<Pencil />} aria-pressed />
        <IconButton label="Delete" icon={<Trash2 />} size="small" />
        <IconButton label="Can't be deleted" icon={<Trash2 />} disabled />
        <Tooltip text="This component can not be moved or hidden.">
          <Button variant="ghost">With a tooltip</Button>
        </Tooltip>
        <Avatar name="Dana Whitfield" />
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>S</Kbd>
        </span>
        <Spinner />
        <Spinner size="large" />
      </Specimen>
      <Specimen title="Badges and the sync chip">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <SyncChip state="saved" label="Saved" />
        <SyncChip state="saving" label="Saving…" />
        <SyncChip state="unsaved" label="Unsaved" />
        <SyncChip state="onDevice" label="On this device: 3" />
        <SyncChip state="offline" label="Offline · On this device: 3" />
        <SyncChip state="trouble" label="Server trouble · On this device: 3" />
        <SyncChip state="attention" label="Needs attention" />
      </Specimen>
      <Specimen title="Bare controls" grid>
        <LabelledControl id="bare-email" label="Email" required requiredMark={false}>
          {(control) => <TextInput {...control} type="email" placeholder="you@agency.com" autoComplete="off" />}
        </LabelledControl>
        <LabelledControl id="bare-password" label="Password" required requiredMark={false} error="Enter your password.">
          {(control) => <PasswordInput {...control} defaultValue="correct horse" autoComplete="off" />}
        </LabelledControl>
        <LabelledControl id="bare-read-only" label="Read only">
          {(control) => <TextInput {...control} readOnly defaultValue="https://northshore.example" />}
        </LabelledControl>
        <LabelledControl id="bare-disabled" label="Disabled">
          {(control) => <TextInput {...control} disabled defaultValue="Not now" />}
        </LabelledControl>
        <Checkbox label="Keep me signed in" checked={on} onChange={() => setOn(!on)} />
        <Checkbox label="Not available" disabled />
        <Switch label="Make available offline" checked={on} onChange={() => setOn(!on)} />
        <Switch label="Not available" disabled />
      </Specimen>
    </>
  );
}
