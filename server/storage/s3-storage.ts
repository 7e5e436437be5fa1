import { AwsClient } from 'aws4fetch';
import type { Storage } from './storage.ts';

export interface S3Config {
  /** Address of the service, such as https://s3.eu-central-1.amazonaws.com. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Until the headers of the answer. A body takes as long as its download; a client that disconnects ends it. */
const timeoutMs = 60_000;

/** An S3-compatible bucket, addressed by path (`endpoint/bucket/key`), which every such service understands. */
export function s3Storage(config: S3Config): Storage {
  const { accessKeyId, secretAccessKey, region } = config;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const send = async (key: string, init: RequestInit): Promise<Response> => {
    const address = `${config.endpoint}/${encodeURIComponent(config.bucket)}/${key}`;
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(new Error('the bucket did not answer in time')), timeoutMs);
    const answer = await client.fetch(address, { ...init, redirect: 'error', signal: giveUp.signal }).finally(() => clearTimeout(timer));
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`the bucket answered ${answer.status} to ${init.method ?? 'GET'}`);
  };
  return {
    put: async (key, { blob, mimeType, sha256 }) => {
      // The signature covers the content through this hash: the service refuses damaged content.
      const headers = { 'content-type': mimeType, 'x-amz-content-sha256': sha256 };
      const answer = await send(key, { method: 'PUT', headers, body: blob });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error('the bucket is not there');
    },
    get: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await send(key, { method: 'GET', headers });
      // Where the service ignores the range and answers with the whole object, its beginning is not the requested part.
      if (answer.status === (range ? 206 : 200)) return answer.body ?? new Blob([]).stream();
      await answer.body?.cancel();
      if (answer.ok) throw new Error(`the bucket answered ${answer.status} to GET${range ? ' of a range' : ''}`);
      return null;
    },
    remove: async (key) => {
      const answer = await send(key, { method: 'DELETE' });
      await answer.body?.cancel();
    },
  };
}
