import { uploadKeyOf } from '#contract/resources/files.ts';
import { fieldsOf } from '#contract/settings/screen.ts';
import { draftOf } from '#machines/settings-screen/settings-screen.operations.ts';
import type { settingsScreenMachine } from '#machines/settings-screen/settings-screen.machine.ts';
import type { SettingsContext } from '#machines/settings-screen/settings-screen.types.ts';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ClientServices } from '#src/offline/client-services.ts';
import { seenPicturesOf } from '#src/offline/seen-pictures.ts';
import { uploadsOf } from '#src/offline/sources-of.ts';
import { useClientServices } from '#src/app/use-client-services.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { PictureStoreContext } from '#src/ui/picture-store.ts';
import { FieldDataContext, hasFiles, useFieldData } from '#src/fields/field-data.ts';
import { useFileField } from './use-file-field.ts';

/** Longer than the 2 s for which an upload is kept without a draft that names it (`db/unnamed-files.ts`): one that was chosen last goes too. ms. */
const dropDelayMs = 2_500;

export interface FilesDataProps {
  readonly actor: ActorRefFrom<typeof settingsScreenMachine>;
  readonly children: ReactNode;
}

/** Provides files to the fields inside. Drops uploads that nothing names any more after a save, and when the screen closes. */
export function FilesData({ actor, children }: FilesDataProps) {
  const services = useClientServices();
  const data = useFieldData();
  const value = useMemo(() => {
    const onFileDropped = (fileId: string) => actor.send({ type: 'file.dropped', fileId });
    const blockId = blockOf(actor.getSnapshot().context);
    return { ...data, useFile: useFileField, onFileDropped, ...(blockId === null ? {} : { blockId }) };
  }, [actor, data]);
  useEmitted(actor, 'track', async () => {
    for (const fileId of await dropUnnamed(services, actor.getSnapshot().context)) value.onFileDropped(fileId);
  });
  useEffect(
    () => () => {
      const { context } = actor.getSnapshot();
      // The form's draft is written or removed after the unmount, and may name files.
      setTimeout(() => dropUnnamed(services, context), dropDelayMs);
    },
    [actor, services],
  );
  return (
    <PictureStoreContext value={seenPicturesOf(services)}>
      <FieldDataContext value={value}>{children}</FieldDataContext>
    </PictureStoreContext>
  );
}

/** How the ids of the blocks' screens begin. */
const blockScreenPrefix = 'block/';

/** The id of the block whose settings the form edits; null for any other form. */
function blockOf({ screen }: SettingsContext): string | null {
  return screen.id.startsWith(blockScreenPrefix) ? screen.id.slice(blockScreenPrefix.length) : null;
}

/** Keeps the files of the form, which a draft or a save in flight may name although neither is stored yet. Never rejects. */
async function dropUnnamed(services: ClientServices, context: SettingsContext): Promise<readonly string[]> {
  const blockId = blockOf(context);
  const keys = fieldsOf(context.screen).flatMap((field) => (hasFiles(field) ? [uploadKeyOf(blockId, field.key)] : []));
  const formValues = [draftOf(context).values, context.submitted ?? {}].flatMap((values) => Object.values(values));
  try {
    return await uploadsOf(services).dropUnnamed(context.websiteId, keys, formValues);
  } catch {
    // The user has signed out, or the device failed: the next call drops the files.
    return [];
  }
}
