import dayjs from 'dayjs';
import { type Recording, recordingFormat, recordingVersion } from '#machines/flight-recorder/recording.ts';
import type { NewToast } from '#machines/toasts/toasts.operations.ts';
import { downloadFile } from '#src/io/download-file.ts';
import type { FlightRecorder } from '../flight-recorder.ts';
import { loadFlightRecorder } from '../load-flight-recorder.ts';

declare const __APP_VERSION__: string;

/** Downloads what the flight recorder has of this tab, and says so. `error`: what has broken the screen. */
export async function downloadReport(error: unknown): Promise<NewToast> {
  const text = JSON.stringify(makeRecording(await loadFlightRecorder(), error), null, 1);
  downloadFile(new File([text], `frontage-problem-${dayjs().format('YYYY-MM-DD-HHmmss')}.json`, { type: 'application/json' }));
  return {
    type: 'success',
    title: 'Report downloaded',
    content: 'Send the file to your support. It says what the console did, without anything that was typed.',
  };
}

function makeRecording(recorder: FlightRecorder, error: unknown): Recording {
  return {
    format: recordingFormat,
    version: recordingVersion,
    recordedAt: new Date().toISOString(),
    appVersion: __APP_VERSION__,
    browser: navigator.userAgent,
    isOnline: navigator.onLine,
    screen: location.pathname.slice(0, 400),
    problem: error instanceof Error ? { name: error.name.slice(0, 100), stack: placesIn(error) } : null,
    actors: recorder.actors().map(({ ref: _, ...actor }) => actor),
  };
}

/** File, line and column of each frame. The message, which browsers put before them, may quote what somebody typed. */
export function placesIn(error: Error): readonly string[] {
  const frames = (error.stack ?? '').replace(`${error.name}: ${error.message}`, '').replace(error.message, '');
  return [...frames.matchAll(/([\w.-]+\.[cm]?[jt]sx?)(?:\?[^\s:)]*)?:(\d+):(\d+)/gu)]
    .slice(0, 30)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);
}
