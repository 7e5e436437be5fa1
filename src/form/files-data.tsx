import { uploadKeyOf } from '#contract/resources/files.ts';
import type { Field } from '#contract/fields/field.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { draftOf } from '#machines/settings-screen/settings-screen.operations.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Device } from '#src/offline/device.ts';
import { uploadsOf } from '#src/offline/sources-of.ts';
import { useDevice } from '#src/app/use-device.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { FieldDataContext, useFieldData } from '#src/fields/field-data.ts';
import { useFileField } from './use-file-field.ts';

/** Longer than a draft takes to follow its form. */
const farewellMs = 1_500;

interface FilesDataProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly children: ReactNode;
}

/** Files, for the fields below. What was chosen and given up on the way goes after a save, and with the screen. */
export function FilesData({ actor, children }: FilesDataProps) {
  const device = useDevice();
  const data = useFieldData();
  const value = useMemo(() => {
    const onFileDropped = (fileId: string) => actor.send({ type: 'file.dropped', fileId });
    const blockId = blockOf(actor.getSnapshot().context);
    return { ...data, useFile: useFileField, onFileDropped, ...(blockId === null ? {} : { blockId }) };
  }, [actor, data]);
  useEmitted(actor, 'track', async () => {
    for (const fileId of await dropUnnamed(device, actor.getSnapshot().context)) value.onFileDropped(fileId);
  });
  useEffect(
    () => () => {
      const { context } = actor.getSnapshot();
      // The form's draft is written, or taken away, behind it: what it names is known then.
      setTimeout(() => dropUnnamed(device, context), farewellMs);
    },
    [actor, device],
  );
  return <FieldDataContext value={value}>{children}</FieldDataContext>;
}

/** How the ids of the blocks' screens begin. */
const blockScreenPrefix = 'block/';

const holdsFiles = ({ kind }: Field): boolean => kind === 'image' || kind === 'images' || kind === 'file';

/** The block whose settings the form has; null for any other form. */
function blockOf({ screen }: SettingsContext): string | null {
  return screen.id.startsWith(blockScreenPrefix) ? screen.id.slice(blockScreenPrefix.length) : null;
}

/** The form holds what its draft will name, and what a save under way may not have added to the outbox yet. Never rejects. */
async function dropUnnamed(device: Device, context: SettingsContext): Promise<readonly string[]> {
  const blockId = blockOf(context);
  const keys = fieldsOf(context.screen).flatMap((field) => (holdsFiles(field) ? [uploadKeyOf(blockId, field.key)] : []));
  const formValues = [draftOf(context).values, context.submitted ?? {}].flatMap((values) => Object.values(values));
  try {
    return await uploadsOf(device).dropUnnamed(context.websiteId, keys, formValues);
  } catch {
    // Signed out meanwhile, or its code could not be had: the next time will do.
    return [];
  }
}
