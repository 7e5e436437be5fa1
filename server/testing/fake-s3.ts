import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { S3Config } from '../storage/s3-storage.ts';
import { listening } from './listening.ts';

export interface FakeS3 {
  readonly config: S3Config;
  readonly objects: Map<string, { readonly bytes: Buffer; readonly type: string }>;
  /** The received requests, in order: method and path. */
  readonly asked: string[];
  /** Statuses with which the next requests are answered. */
  readonly failures: number[];
  readonly close: () => Promise<void>;
}

const shape =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/u;

/** A bucket on this machine that accepts only requests with a correct signature, which it computes itself. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const asked: string[] = [];
  const failures: number[] = [];
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret', region: 'eu-test-1', bucket: 'pictures' };
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const path = request.url ?? '';
    asked.push(`${request.method} ${path}`);
    const failure = failures.shift();
    const problem = failure === undefined ? refusal(request, body, keys) : failure;
    if (problem !== null) return answer.writeHead(problem).end('<Error/>');
    const found = objects.get(path);
    switch (request.method) {
      case 'PUT':
        objects.set(path, { bytes: body, type: request.headers['content-type'] ?? '' });
        return answer.writeHead(200).end();
      case 'DELETE':
        objects.delete(path);
        return answer.writeHead(204).end();
      default:
        return found ? sendObject(answer, found.bytes, request.headers.range) : answer.writeHead(404).end('<Error/>');
    }
  });
  const port = await listening(server);
  return {
    config: { endpoint: `http://127.0.0.1:${port}`, ...keys },
    objects,
    asked,
    failures,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The whole object, or the requested range. */
function sendObject(answer: ServerResponse, bytes: Buffer, range: string | undefined): ServerResponse {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/u.exec(range ?? '') ?? [];
  if (start === undefined || end === undefined) return answer.writeHead(200).end(bytes);
  const part = bytes.subarray(Number(start), Number(end) + 1);
  return answer.writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.byteLength}` }).end(part);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** The status with which a request is refused, by the rules of AWS Signature Version 4; null where it is correct. */
function refusal(request: IncomingMessage, body: Buffer, keys: Omit<S3Config, 'endpoint'>): number | null {
  const [, id, day = '', region = '', names = '', signature] = shape.exec(request.headers.authorization ?? '') ?? [];
  if (id !== keys.accessKeyId || region !== keys.region) return 403;
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 403;
  const content = String(request.headers['x-amz-content-sha256']);
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return 400;
  // As the service does: without a length there is no object.
  if (request.method === 'PUT' && request.headers['content-length'] === undefined) return 411;
  const lines = signed.map((name) => `${name}:${String(request.headers[name])}\n`).join('');
  const canonical = [request.method, request.url, '', lines, names, content].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>((from, part) => hmac(from, part), hmac(`AWS4${keys.secretAccessKey}`, day));
  return hmac(key, toSign).toString('hex') === signature ? null : 403;
}
