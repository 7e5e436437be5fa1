import type { RowAction } from '#contract/resources/list-definition.ts';
import { jsonSchema } from '#contract/json.ts';
import { isLocalId } from '#contract/resources/local-id.ts';
import { newId } from '#db/new-id.ts';
import { onlineActionMachine } from '#machines/online-action/online-action.machine.ts';
import { onlineActionView } from '#machines/online-action/online-action.view.ts';
import type { ListedRecord } from '#machines/record-list/record-list.ports.ts';
import { useSelector } from '@xstate/react';
import { type LucideIcon, RefreshCw, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { fromPromise } from '#machines/actor-logic.ts';
import type { App } from '#src/app/app.ts';
import { useApp } from '#src/app/use-app.ts';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useEmitted } from '#src/app/use-emitted.ts';
import { useOnlineActor } from '#src/app/use-online-events.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { Button } from '#src/ui/button.tsx';
import { css } from '#styled/css/index.js';

// In a card or a narrow table the record's name and its warnings need the room.
const labelStyle = css({ xlDown: { srOnly: true } });

/** Exhaustive by type. */
const icons: { readonly [Icon in RowAction['icon']]: LucideIcon } = { sync: RefreshCw, send: Send, remove: Trash2 };

interface RowActionButtonProps {
  readonly action: RowAction;
  readonly row: ListedRecord;
  /** The row's name. */
  readonly name: string;
  /** The action that was started last goes on. */
  readonly isRunning: boolean;
  /** Called once the server has begun. */
  readonly onStarted: ((row: ListedRecord) => void) | null;
}

/** The button of an action at its row, such as "Sync now". */
export function RowActionButton({ action, row, name, isRunning, onStarted }: RowActionButtonProps) {
  const { label, started, running } = action;
  const Icon = icons[action.icon];
  const app = useApp();
  const [machine] = useState(() => wireRowAction(app, action.call));
  const labels = { done: started, error: { title: 'Error', content: null }, what: label };
  const actor = useOnlineActor(machine, { labels });
  useToasts(actor);
  useEmitted(actor, 'action.done', () => onStarted?.(row));
  const view = onlineActionView(
    useSelector(actor, (snapshot) => snapshot),
    useDisconnection(),
  );
  const record = { ...row.values, id: row.id };
  const params = action.params(record);
  // Its call names a record that only this device knows.
  const isUnsent = Object.values(params).some(isLocalId);
  const reason =
    view.reason ?? (isUnsent ? `${label} needs ${name} on the server, where it is not yet.` : isRunning ? (running?.text ?? null) : null);
  return (
    <Button
      size="small"
      busy={view.status === 'submitting'}
      aria-label={`${label}: ${name}`}
      aria-disabled={view.canRun && !isRunning && !isUnsent ? undefined : true}
      title={reason ?? label}
      onClick={() => actor.send({ type: 'action.requested', payload: { params, ...(action.body && { body: action.body(record) }) } })}
    >
      <Icon aria-hidden="true" />
      <span className={labelStyle}>{label}</span>
    </Button>
  );
}

const payloadSchema = v.object({ params: v.record(v.string(), v.string()), body: v.optional(jsonSchema) });

function wireRowAction({ client }: App, call: RowAction['call']) {
  return onlineActionMachine.provide({
    actors: {
      runAction: fromPromise(async ({ input, signal }) => {
        const asked = v.parse(payloadSchema, input.payload);
        const result = await client.call(call, { ...asked, idempotencyKey: newId(), signal });
        return result.kind === 'answered' ? { ...result, data: null } : result;
      }),
    },
  });
}
