import { PendingMark } from '#src/ui/pending-mark.tsx';
import { useState } from 'react';
import { acceptedMessage, tooLargeMessage, uploadFailedMessage } from '#contract/uploads.ts';
import { brandColorOptions } from '#contract/settings/brand-colors.ts';
import type { Field, FieldValue } from '#contract/fields/field.ts';
import { defaultValue, sampleValue } from '#contract/fields/index.ts';
import { type FieldData, FieldDataContext } from '#src/fields/field-data.ts';
import { BrandColorsContext } from '#src/fields/brand-colors.ts';
import { FieldControl } from '#src/fields/registry.tsx';
import type { FileDropState } from '#src/ui/file-drop.tsx';
import { fieldExamples } from './field-examples.ts';
import { Specimen } from './specimen.tsx';

const nothing = (): void => {};
const picture =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='240' height='80'%3E%3Crect width='240' height='80' fill='%231d3b53'/%3E%3Cpath d='M20 60 70 20l50 40z' fill='%23c98a3c'/%3E%3C/svg%3E";

function fileState(key: string, id: string | null): FileDropState {
  if (key.endsWith('-busy')) return { status: 'uploading', name: 'logo-large.png', percent: 40 };
  if (key.endsWith('-failed')) return { status: 'failed', message: `${uploadFailedMessage} The connection was lost.` };
  if (key.endsWith('-unseen')) return { status: 'unseen', message: 'The file is stored, and can’t be shown until the server sends it.' };
  if (id === null) return { status: 'empty' };
  const note = key.endsWith('-local') ? { note: 'On this device. It is sent as soon as it can be.' } : {};
  return { status: 'ready', name: key.startsWith('file') ? 'brochure.pdf' : 'logo.png', url: picture, ...note };
}

const people = ['Ada Lovell', 'Ben Okafor', 'Chiara Rossi', 'Dan Whitfield', 'Emi Nakamura'];
const data: FieldData = {
  lists: {
    menu: {
      status: 'ready',
      items: [
        { id: 'm1', label: 'Main menu' },
        { id: 'm2', label: 'Footer menu' },
      ],
    },
    form: { status: 'ready', items: [{ id: 'f1', label: 'Contact us' }] },
    agency: {
      status: 'ready',
      items: [
        { id: 'a1', label: 'Northshore Realty, Bay Street' },
        { id: 'a2', label: 'Northshore Realty, Harbour' },
      ],
    },
    staff: { status: 'ready', items: people.map((label, at) => ({ id: `s${at + 1}`, label })) },
    // Has more items than are loaded.
    listings: { status: 'ready', items: [{ id: 'l1', label: '4 Ocean Street' }], total: 240 },
    posts: { status: 'ready', items: [] },
  },
  useFound: (_, __, text) => ({ status: 'ready', items: [{ id: 'l7', label: `${text} Street 7` }], total: 1 }),
  useFile: ({ settingKey, fileId, onChange }) => ({
    state: settingKey.startsWith('images') ? imageState(fileId) : fileState(settingKey, fileId),
    problem: settingKey.endsWith('-refused') ? acceptedMessage(settingKey) + tooLargeMessage : null,
    onFile: (file) => onChange(`local:${file.name}`),
    onRemove: () => onChange(null),
    ...(settingKey.endsWith('-busy') ? { onCancel: nothing } : {}),
    ...(settingKey.endsWith('-failed') || fileId?.startsWith('failed') ? { onRetry: nothing } : {}),
  }),
};

/** In the gallery the id of an image names its state. */
function imageState(id: string | null): FileDropState {
  if (id === null) return { status: 'empty' };
  const name = id.replace('local:', '');
  if (id.startsWith('busy')) return { status: 'uploading', name, percent: 40 };
  if (id.startsWith('failed')) return { status: 'failed', message: `${uploadFailedMessage} The connection was lost.` };
  if (id.startsWith('loading')) return { status: 'loading' };
  if (id.startsWith('unseen')) return { status: 'unseen', message: 'The file is stored, and can’t be shown until the server sends it.' };
  const note = id.startsWith('local:') ? { note: 'On this device. It is sent as soon as it can be.' } : {};
  return { status: 'ready', name, url: picture, ...note };
}

const problems: FieldData = {
  lists: { menu: { status: 'loading' }, form: { status: 'failed', onRetry: nothing }, staff: { status: 'failed', onRetry: nothing } },
};

type State = 'default' | 'filled' | 'error' | 'changed' | 'pending' | 'rejected' | 'disabled';

export function FieldSpecimens() {
  return (
    <FieldDataContext value={data}>
      {Object.values(fieldExamples).map(({ field, error, value = sampleValue(field) }) => (
        <Specimen key={field.kind} title={field.kind} grid>
          <Live field={field} state="default" value={defaultValue(field)} />
          <Live field={field} state="filled" value={value} />
          <Live field={field} state="error" value={value} error={error} />
          <Live field={field} state="changed" value={value} />
          {field.kind === 'code' ? null : (
            <>
              <Live field={field} state="pending" value={value} />
              <Live field={field} state="disabled" value={value} />
            </>
          )}
        </Specimen>
      ))}
      <Odd />
    </FieldDataContext>
  );
}

function Odd() {
  const { multiline, text, image, images, menu, form, record, records, themeColor } = fieldExamples;
  const long = 'A label so long that it has to wrap on a small screen, as labels of translated products do';
  return (
    <Specimen title="Odd cases" grid>
      <Live field={{ ...multiline.field, key: 'near' }} state="filled" value={'x'.repeat(115)} />
      <Live field={{ ...multiline.field, key: 'full' }} state="changed" value={'x'.repeat(120)} />
      <Live field={{ ...text.field, key: 'long', label: long, required: true }} state="changed" value={'unbroken'.repeat(40)} />
      <Live field={{ ...text.field, key: 'rejected' }} state="rejected" value="Refused by the server" error="The server says no." />
      <Live field={{ ...text.field, key: 'malformed' }} state="filled" value="" malformed={{ a: [1, 2] }} />
      <Live
        field={{
          ...text.field,
          key: 'blank',
          emptyBecomes: { value: '-', note: 'An empty file is saved as one that disallows all crawling.' },
        }}
        state="default"
        value=""
      />
      <Live
        field={{ ...text.field, key: 'counted', counter: { characters: 60, limit: 'soft' } }}
        state="filled"
        value={'A title that is longer than search results show of one, by a few words'}
      />
      <Live
        field={{ ...text.field, key: 'warned' }}
        state="filled"
        value="#777777"
        warning="Font colour on background colour is hard to read: the contrast is 1.2 to 1, and should be at least 4.5 to 1."
      />
      <Live field={{ ...text.field, key: 'secret-blank', label: 'Secret', secret: true }} state="default" value="" isSet={false} />
      <Live field={{ ...text.field, key: 'secret-set', label: 'Secret', secret: true }} state="default" value="" isSet />
      <BrandColorsContext value={{ primary_color: '#1d3b53', secondary_color: '#c98a3c' }}>
        <Live field={{ ...themeColor.field, key: 'brand', options: brandColorOptions }} state="filled" value="primary-600" />
      </BrandColorsContext>
      <Live field={{ ...image.field, key: 'image-busy' }} state="filled" value={null} />
      <Live field={{ ...image.field, key: 'image-failed' }} state="filled" value={null} />
      <Live field={{ ...image.field, key: 'image-refused' }} state="filled" value={null} />
      <Live field={{ ...image.field, key: 'image-local' }} state="pending" value="local:1" />
      <Live field={{ ...image.field, key: 'image-unseen' }} state="filled" value="file-1" />
      <Live
        field={{ ...images.field, key: 'images-states' }}
        state="pending"
        value={['front.jpg', 'local:kitchen.jpg', 'busy.jpg', 'failed.jpg', 'unseen.jpg', 'loading.jpg']}
      />
      <Live
        field={{ ...images.field, key: 'images-full' }}
        state="filled"
        value={Array.from({ length: 20 }, (_, at) => `house-${at + 1}.jpg`)}
      />
      <Live field={{ ...record.field, key: 'record-long', label: 'Listing', list: 'listings' }} state="filled" value="l99" />
      <Live field={{ ...records.field, key: 'records-gone' }} state="filled" value={['s1', 's99']} />
      <Live field={{ ...records.field, key: 'records-none', label: 'Posts', list: 'posts' }} state="default" value={[]} />
      <FieldDataContext value={problems}>
        <Live field={{ ...records.field, key: 'records-failed' }} state="default" value={[]} />
        <Live field={{ ...images.field, key: 'images-none' }} state="default" value={[]} />
        <Live field={{ ...menu.field, key: 'menu-loading' }} state="default" value={null} />
        <Live field={{ ...form.field, key: 'form-failed' }} state="default" value={null} />
        <Live field={{ ...image.field, key: 'image-none' }} state="default" value={null} />
      </FieldDataContext>
    </Specimen>
  );
}

interface LiveProps {
  readonly field: Field;
  readonly state: State;
  readonly value: FieldValue;
  readonly error?: string;
  readonly malformed?: { readonly a: readonly number[] };
  readonly warning?: string;
  readonly isSet?: boolean;
}

function Live({ field, state, value: initial, error = '', malformed, warning, isSet }: LiveProps) {
  const [value, setValue] = useState(initial);
  return (
    <FieldControl
      field={field}
      id={`gallery-${field.key}-${state}`}
      value={value}
      error={error === '' ? null : error}
      changed={state === 'changed' || value !== initial}
      pendingMark={state === 'pending' || state === 'rejected' ? <PendingMark status={state} /> : null}
      malformed={malformed}
      warning={warning}
      isSet={isSet}
      disabled={state === 'disabled'}
      onChange={setValue}
      onBlur={nothing}
      onRevert={() => setValue(initial)}
    />
  );
}
