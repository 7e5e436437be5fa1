import { File as FileIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ChoiceList } from '#contract/entities/lists.ts';
import { swatchOf } from '#contract/settings/brand-colors.ts';
import { type Field, type FieldItem, type FieldOf, type FieldValue, isItems, isSeveral, type ItemsField } from '#contract/fields/field.ts';
import { isJsonObject } from '#contract/json.ts';
import { choiceListOf, defaultValue, isBlank } from '#contract/fields/index.ts';
import { upperFirst } from '#contract/upper-first.ts';
import { Swatch } from '#src/ui/swatch.tsx';
import { css } from '#styled/css/index.js';
import { useBrandColors } from './brand-colors.ts';
import { isColor } from './color-text.ts';
import { type FieldData, useFieldData } from './field-data.ts';
import { choiceValue, idsValue, textValue } from './field-shell.tsx';
import { listLabels, unnamedLabel } from './list-labels.ts';
import { isWhole } from './long-list.ts';

const text = css({ display: 'block', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const muted = css({ color: 'text.muted' });
const beside = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  marginTop: '1',
  minWidth: '0',
  overflowWrap: 'anywhere',
});
const picture = css({
  maxHeight: '[8rem]',
  maxWidth: 'full',
  objectFit: 'contain',
  borderRadius: 'sm',
  // A colour between the two themes: white logos and dark ones are both visible on it.
  backgroundColor: 'border.strong',
});

interface ValueViewProps {
  readonly field: Field;
  readonly value: FieldValue;
}

/** Shows a value read-only: a colour as a swatch, a picture as a picture, a choice by its name, and a long text whole. */
export function ValueView({ field, value }: ValueViewProps): ReactElement {
  if (field.kind === 'checkbox') return <span className={text}>{value === true ? 'On' : 'Off'}</span>;
  if (field.kind === 'toggle') return <span className={text}>{value === true ? 'Show' : 'Hide'}</span>;
  if (value === null || value === '' || (isSeveral(value) && value.length === 0)) return nothing;
  if (field.kind === 'items') return <Items field={field} value={value} />;
  if (field.kind === 'formFields') return <FormFields value={value} />;
  const list = choiceListOf(field);
  if (list !== null) return <Names list={list} value={value} />;
  if ('accept' in field) return <Files field={field} value={value} />;
  if (field.kind === 'themeColor') return <ThemeColor field={field} value={value} />;
  if (field.kind === 'color') return <Color value={textValue(value)} />;
  if (field.kind === 'number' && field.unit !== undefined) return <span className={text}>{`${textValue(value)} ${field.unit}`}</span>;
  const option = 'options' in field ? field.options.find((each) => each.value === value) : undefined;
  return <span className={text}>{option?.label ?? textValue(value)}</span>;
}

const nothing = <span className={muted}>Empty</span>;

const itemList = css({ display: 'flex', flexDirection: 'column', gap: '2', listStyle: 'none', margin: '0', padding: '0' });
const itemParts = css({ display: 'flex', flexWrap: 'wrap', columnGap: '4', color: 'text.muted', fontSize: 'sm' });
const itemPart = css({ display: 'flex', gap: '1', minWidth: '0' });

function Items({ field, value }: { readonly field: ItemsField; readonly value: FieldValue }) {
  const items = isItems(value) ? value : [];
  return (
    <ol className={itemList}>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own
        <li key={at}>
          <ItemView field={field} item={item} />
        </li>
      ))}
    </ol>
  );
}

/** The fields of a form by their labels. */
function FormFields({ value }: { readonly value: FieldValue }) {
  const fields = Array.isArray(value) ? value : [];
  return (
    <ol className={itemList}>
      {fields.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state of its own
        <li key={at}>{isJsonObject(each) ? String(each['label'] || each['key'] || each['type'] || '') : ''}</li>
      ))}
    </ol>
  );
}

/** One item of a list: its first field, and below it the others with their labels, without those that are blank or have their default. */
export function ItemView({ field, item }: { readonly field: ItemsField; readonly item: FieldItem }): ReactElement {
  const [first, ...others] = field.rules.shown(field, item);
  const labelled = others.filter((each) => !isBlank(each, item[each.key] ?? null) && item[each.key] !== defaultValue(each));
  return (
    <>
      {first ? <ValueView field={first} value={item[first.key] ?? null} /> : null}
      <span className={itemParts}>
        {labelled.map((each) => (
          <span key={each.key} className={itemPart}>
            {each.label}: <ValueView field={each} value={item[each.key] ?? null} />
          </span>
        ))}
      </span>
    </>
  );
}

function Color({ value, name = value, hover }: { readonly value: string; readonly name?: string; readonly hover?: string }) {
  return (
    <span className={beside}>
      {isColor(value) ? <Swatch color={value} hoverColor={hover} size="control" /> : null}
      {name}
    </span>
  );
}

function ThemeColor({ field, value }: { readonly field: FieldOf<'themeColor'>; readonly value: FieldValue }) {
  const brand = useBrandColors();
  const option = field.options.find((each) => each.value === value);
  const look = option ? swatchOf(option, (setting) => brand[setting]) : null;
  return <Color value={look?.color ?? ''} hover={look?.hoverColor} name={option?.label ?? textValue(value)} />;
}

function Names({ list, value }: { readonly list: ChoiceList; readonly value: FieldValue }) {
  const choices = useFieldData().lists?.[list];
  if (choices?.status === 'loading') return <span className={muted}>Loading…</span>;
  const ids = isSeveral(value) ? idsValue(value) : [choiceValue(value) ?? textValue(value)];
  if (choices?.status !== 'ready')
    return <span className={text}>{ids.length === 1 ? upperFirst(listLabels[list].one) : `${ids.length} ${listLabels[list].many}`}</span>;
  const names = ids.map((id) => choices.items.find((item) => item.id === id)?.label ?? unnamedLabel(list, isWhole(choices)));
  return <span className={text}>{names.join(', ')}</span>;
}

function Files({ field, value }: { readonly field: FieldOf<'image' | 'file' | 'images'>; readonly value: FieldValue }) {
  const { useFile } = useFieldData();
  const ids = isSeveral(value) ? idsValue(value) : [choiceValue(value) ?? textValue(value)];
  if (!useFile) return <span className={text}>{ids.length === 1 ? 'A file' : `${ids.length} files`}</span>;
  return (
    <span className={beside}>
      {ids.map((id) => (
        <StoredFile key={id} fileId={id} settingKey={field.key} isPicture={field.kind !== 'file'} useFile={useFile} />
      ))}
    </span>
  );
}

interface StoredFileProps {
  readonly fileId: string;
  readonly settingKey: string;
  readonly isPicture: boolean;
  readonly useFile: NonNullable<FieldData['useFile']>;
}

const ignore = (): void => undefined;

function StoredFile({ fileId, settingKey, isPicture, useFile }: StoredFileProps) {
  const { websiteId = '' } = useFieldData();
  const { state } = useFile({ websiteId, settingKey, accept: [], fileId, storedId: fileId, onChange: ignore, onDropped: ignore });
  if (state.status === 'loading') return <span className={muted}>Loading…</span>;
  if (state.status === 'unseen' || state.status === 'failed') return <span className={text}>{state.message}</span>;
  if (state.status === 'empty') return nothing;
  const url = state.status === 'ready' && isPicture ? state.url : null;
  return (
    <>
      {url === null ? <FileIcon size={16} aria-hidden="true" /> : <img src={url} alt="" className={picture} />}
      <span>{state.name}</span>
    </>
  );
}
