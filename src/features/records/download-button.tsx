import type { Call } from '#contract/calls/define.ts';
import { onlineActionMachine } from '#machines/online-action/online-action.machine.ts';
import { onlineActionView } from '#machines/online-action/online-action.view.ts';
import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { fromPromise } from '#machines/actor-logic.ts';
import type { ListDownload } from '#contract/resources/list-definition.ts';
import type { App } from '#src/app/app.ts';
import { useApp } from '#src/app/use-app.ts';
import { useDisconnection } from '#src/app/use-disconnection.ts';
import { useOnlineActor } from '#src/app/use-online-events.ts';
import { useToasts } from '#src/app/use-toasts.ts';
import { downloadFile } from '#src/io/download-file.ts';
import { Button } from '#src/ui/button.tsx';

interface DownloadButtonProps {
  readonly websiteId: string;
  readonly download: ListDownload;
  /** More parameters of its call. */
  readonly params?: Readonly<Record<string, string>>;
}

/** Downloads a file of the list that the server generates, such as a sitemap. It is fetched here, since a plain link could not send the token. */
export function DownloadButton({ websiteId, download, params }: DownloadButtonProps) {
  const { label } = download;
  const fileName = fileNameOf(download, params);
  const app = useApp();
  const [machine] = useState(() => wireDownload(app, { ...download, fileName }, { ...params, websiteId }));
  const labels = {
    done: {
      title: 'Downloaded',
      content: `${fileName} ${download.opens === 'window' ? 'opens in a window of its own' : 'has been downloaded'}.`,
    },
    error: { title: 'Error', content: null },
    what: label,
  };
  const action = useOnlineActor(machine, { labels });
  useToasts(action);
  const view = onlineActionView(
    useSelector(action, (snapshot) => snapshot),
    useDisconnection(),
  );
  return (
    <Button
      busy={view.status === 'submitting'}
      aria-disabled={view.canRun ? undefined : true}
      title={view.reason ?? undefined}
      onClick={() => action.send({ type: 'action.requested', payload: null })}
    >
      <Download aria-hidden="true" />
      {label}
    </Button>
  );
}

/** With the id of what was chosen, so that the files of two forms have different names. */
function fileNameOf({ fileName }: ListDownload, params: DownloadButtonProps['params'] = {}): string {
  return Object.values(params).reduce((name, id) => name.replace(/(?=\.\w+$)/u, `-${id}`), fileName);
}

function wireDownload({ client }: App, { call, fileName, type, opens }: ListDownload, params: Readonly<Record<string, string>>) {
  return onlineActionMachine.provide({
    actors: {
      runAction: fromPromise(async ({ signal }) => {
        // Opened before the call: browsers block a window that opens later than the click.
        const target = opens === 'window' ? window.open('', '_blank') : null;
        const result = await client.call<Call>(call, { params, signal, timeoutMs });
        if (result.kind !== 'answered') {
          target?.close();
          return result;
        }
        showFile(new File([...(type === 'text/csv' ? [byteOrderMark] : []), String(result.data)], fileName, { type }), target);
        return { ...result, data: null };
      }),
    },
  });
}

/** Reading an answer as text drops it, and spreadsheets read a table without it in the encoding of the country. */
const byteOrderMark = '\u{feff}';
/** A long list takes longer than other answers, ms. */
const timeoutMs = 300_000;

/** Shows the file in its window; where the browser opened none, downloads it. */
function showFile(file: File, target: Window | null): void {
  if (!target) {
    downloadFile(file);
    return;
  }
  const url = URL.createObjectURL(file);
  target.location.replace(url);
  // The window has read the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
