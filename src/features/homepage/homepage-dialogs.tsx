import type { blockAddMachine } from '#machines/block-add/block-add.machine.ts';
import { blockAddView } from '#machines/block-add/block-add.view.ts';
import type { RecordListView } from '#machines/record-list/record-list.view.ts';
import { css } from '#styled/css/index.js';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { firstDomain, type ThemeKey } from '#contract/entities/website.ts';
import { limits } from '#contract/limits.ts';
import { useWebsiteList } from '#src/offline/use-website-list.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LabelledControl } from '#src/ui/field.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { SearchList } from '#src/ui/search-list.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { addBlockId } from './homepage-panel.tsx';

const stack = css({ display: 'flex', flexDirection: 'column', gap: '6' });
const red = css({ color: 'danger.text' });
const typeId = 'new-block-type';
const nameId = 'new-block-name';
const formId = 'new-block';

/** Add New Block: a type and a name. */
export function AddBlockDialog({ actor }: { readonly actor: ActorRefFrom<typeof blockAddMachine> }) {
  const snapshot = useSelector(actor, (current) => current);
  const view = useMemo(() => blockAddView(snapshot), [snapshot]);
  const { errors, failedSaves } = view;
  const focusFirstError = useEffectEvent(() => document.getElementById(errors.key !== undefined ? typeId : nameId)?.focus());
  useEffect(() => {
    if (failedSaves > 0) focusFirstError();
  }, [failedSaves]);
  const cancel = () => actor.send({ type: 'cancel.requested' });
  return (
    <Dialog
      open
      size="small"
      title="Add New Block"
      description="Select a block type to add to your homepage"
      dismissible={view.canCancel}
      finalFocus={() => document.getElementById(addBlockId)}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel} aria-disabled={view.canCancel ? undefined : true}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={view.busy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={stack}
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'save.requested' });
        }}
      >
        <LabelledControl id={typeId} label="Select Block Type" required error={errors.key ?? null}>
          {(control) => (
            <Select
              {...control}
              value={view.key === '' ? null : view.key}
              options={view.types}
              disabled={view.busy}
              onChange={(key) => actor.send({ type: 'type.chosen', key })}
            />
          )}
        </LabelledControl>
        <LabelledControl id={nameId} label="Name" required error={errors.name ?? null} help="Create a custom name for your block">
          {(control) => (
            <TextInput
              {...control}
              value={view.name}
              maxLength={limits.blockLabelCharacters}
              autoComplete="off"
              readOnly={view.busy}
              onChange={(event) => actor.send({ type: 'name.typed', name: event.currentTarget.value })}
            />
          )}
        </LabelledControl>
        {view.failure === null ? null : (
          <Notice tone="danger" live="alert" title={<span className={red}>{view.failure.title}</span>}>
            {view.failure.reason}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

const searchList = css({ border: 'hairline', borderRadius: 'md' });

interface CopyBlockDialogProps {
  readonly label: string;
  readonly websiteId: string;
  readonly theme: ThemeKey | null;
  readonly onChoose: (website: { readonly id: string; readonly name: string }) => void;
  readonly onClose: () => void;
}

/** Chooses the website that a block is copied to: another one of the same theme. */
export function CopyBlockDialog({ label, websiteId, theme, onChoose, onClose }: CopyBlockDialogProps) {
  const { actor, view, websites, total } = useWebsiteList({ page: 0, perPage: limits.perPageMax, sort: 'name', q: '' });
  const offered = websites.filter((website) => website.id !== websiteId && website.theme_key === theme);
  return (
    <Dialog
      open
      size="small"
      title={`Copy ${label}`}
      description="Choose a website of the same theme. Images, menus, forms and records are not copied along."
      onClose={onClose}
    >
      <div className={searchList}>
        <SearchList
          label="Search websites"
          focusOnOpen
          query={view.typed}
          items={offered.map((website) => ({ id: website.id, label: website.name, sub: firstDomain(website) ?? '' }))}
          loading={view.status === 'loading' || view.status === 'refreshing'}
          message={messageOf(view, offered.length, total - websites.length)}
          onQuery={(text) => actor.send({ type: 'search.typed', text })}
          onChoose={(id) => {
            const website = offered.find((candidate) => candidate.id === id);
            if (website) onChoose(website);
          }}
        />
      </div>
    </Dialog>
  );
}

function messageOf({ status, empty }: RecordListView, found: number, more: number): string | undefined {
  if (status === 'loading') return undefined;
  if (empty === 'failed') return 'The websites could not be loaded.';
  if (empty === 'offline') return 'The list has not been loaded on this device yet.';
  if (more > 0) return 'There are more. Type a name to find them.';
  return found === 0 ? 'No other website has this theme.' : undefined;
}
