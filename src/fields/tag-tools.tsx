import { Braces } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldTags } from '#contract/fields/field.ts';
import { type FormField, formFieldNames, isInput, isReadField, readFormFields } from '#contract/forms/form-field.ts';
import { keysInTags, tagOf } from '#contract/forms/tags.ts';
import { Button } from '#src/ui/button.tsx';
import { FieldNotes } from '#src/ui/field-marks.tsx';
import { Popover } from '#src/ui/popover.tsx';
import { SearchList } from '#src/ui/search-list.tsx';
import { css } from '#styled/css/index.js';
import { useFieldData } from './field-data.ts';

const row = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: '3', rowGap: '1', marginTop: '2' });
const notes = css({ flex: '[1 1 16rem]', minWidth: '0', paddingTop: '1', fontSize: 'sm' });

export interface TagToolsProps {
  /** Of the text's control. */
  readonly id: string;
  /** Of the field. */
  readonly label: string;
  readonly tags: FieldTags;
  readonly text: string;
  readonly disabled?: boolean | undefined;
}

/** What begins a tag: typing it offers the fields too. */
const opening = '{{';

/** Below a text that may have tags in it: the fields whose tags can be put in at the cursor, and which tags stand for nothing. */
export function TagTools({ id, label, tags, text, disabled = false }: TagToolsProps) {
  const { record } = useFieldData();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const control = () => {
    const element = document.getElementById(id);
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null;
  };
  const onTyped = useEffectEvent((event: Event) => {
    const element = control();
    if (!element || !(event instanceof InputEvent) || event.inputType !== 'insertText' || event.data !== '{') return;
    if (textBefore(element).endsWith(opening)) setOpen(true);
  });
  useEffect(() => {
    const element = document.getElementById(id);
    element?.addEventListener('input', onTyped);
    return () => element?.removeEventListener('input', onTyped);
  }, [id]);
  if (!record) return null;

  const all = fieldsIn(record.values[tags.of]);
  const offered = all.filter(({ type }) => tags.types?.some((each) => each === type) !== false);
  const kind = (tags.types ?? []).map((type) => `${formFieldNames[type].toLowerCase()} `).join('or ');
  const insert = (key: string) => {
    const element = control();
    if (element) {
      const { selectionStart, selectionEnd } = element;
      const end = selectionEnd ?? element.value.length;
      const begun = textBefore(element).endsWith(opening) ? opening.length : 0;
      if (tags.isWhole) element.setRangeText(tagOf(key), 0, element.value.length, 'end');
      else element.setRangeText(tagOf(key), (selectionStart ?? end) - begun, end, 'end');
      element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
    }
    setOpen(false);
  };
  const asked = query.trim().toLowerCase();
  const found = offered.filter((field) => [field.label, field.key].some((each) => each.toLowerCase().includes(asked)));
  // A tag that is the whole text, of a field of another type, is refused.
  const action = tags.isWhole ? `Choose an ${kind}field` : 'Insert a field';
  return (
    <div className={row}>
      <Popover
        label={`${action}: ${label}`}
        open={open && !disabled}
        finalFocus={control}
        onOpenChange={(next) => {
          setOpen(next);
          setQuery('');
        }}
        trigger={
          <Button size="small" disabled={disabled} aria-label={`${action}: ${label}`}>
            <Braces aria-hidden="true" />
            {action}
          </Button>
        }
      >
        <SearchList
          label="Search the fields of this form"
          query={query}
          items={found.map((field) => ({ id: field.key, label: field.label, sub: `${tagOf(field.key)} · ${formFieldNames[field.type]}` }))}
          message={found.length > 0 ? undefined : offered.length > 0 ? 'No field matches.' : `This form has no ${kind}field yet.`}
          onQuery={setQuery}
          onChoose={insert}
        />
      </Popover>
      <div className={notes}>
        <FieldNotes id={`${id}-tags`} warning={unknownTags(text, tags.isWhole ? all : offered, kind)} />
      </div>
    </div>
  );
}

const textBefore = ({ value, selectionStart }: HTMLInputElement | HTMLTextAreaElement): string =>
  value.slice(0, selectionStart ?? value.length);

function fieldsIn(value: unknown): readonly FormField[] {
  return readFormFields(value).filter(isReadField).filter(isInput);
}

/** That no field has the key of a tag; null where each has one. */
function unknownTags(text: string, fields: readonly FormField[], kind: string): string | null {
  const unknown = keysInTags(text).filter((key) => !fields.some((field) => field.key === key));
  if (unknown.length === 0) return null;
  const keys = new Intl.ListFormat('en', { type: 'disjunction' }).format(unknown.map((key) => `“${key}”`));
  return `No ${kind}field of this form has the key ${keys}: nothing will stand there.`;
}
