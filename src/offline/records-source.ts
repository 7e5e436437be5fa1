import type { ListQuery } from '#machines/ports.ts';
import type {
  PageFetched,
  RecordRead,
  RecordReading,
  RecordSubmission,
  RecordSubmitted,
  RecordsPage,
} from '#machines/record-list/record-list.ports.ts';

/** How the screens of one resource read and write: the device first, the API behind it. Made for one scope. */
export interface RecordsSource {
  /** Tells the page now and after each change of it, of this tab or another; null: this device has nothing for the query. */
  watch(query: ListQuery, callback: (page: RecordsPage | null) => void): () => void;
  /** Asks the server for the page and caches it. */
  fetchPage(query: ListQuery, signal: AbortSignal): Promise<PageFetched>;
  /** One record: as it is cached, and asked for where it is not. */
  read(id: string): Promise<RecordRead>;
  /** Tells it now and after each change; refreshes it once. */
  watchRecord(id: string, callback: (reading: RecordReading) => void): () => void;
  submit(submission: RecordSubmission, signal: AbortSignal): Promise<RecordSubmitted>;
}
