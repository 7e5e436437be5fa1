import type { AnswerOf, Call } from '#contract/calls/define.ts';
import type { send as Send } from './api-request.ts';
import { type ApiResult, isProblem, lacksCode } from '#contract/api-result.ts';
import type { CallOptions, Credentials } from './call-options.ts';

let loaded: typeof import('./api-request.ts') | null = null;

/** Loads the HTTP library and the code that reads answers. Called early where a call is expected. */
export const loadRequest = async () =>
  // Even of a module that is there, `import` answers in a later task only, and one behind a click after the next frame.
  (loaded ??= await import('./api-request.ts'));

export interface ApiClientOptions {
  /** Such as `/api` or `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly credentials: () => Credentials | null;
  /** Called with the result of every call, for the connection machine and for expired sessions. */
  readonly onResult: (call: Call, result: ApiResult<unknown>, token: string | null) => void;
  readonly fetch?: typeof fetch;
}

export interface ApiClient {
  /** Makes one call. Never throws for an error of the network or the server: it returns that as a value. */
  call<C extends Call>(call: C, options: CallOptions<C>): Promise<ApiResult<AnswerOf<C>>>;
}

export function createApiClient(client: ApiClientOptions): ApiClient {
  const base = client.baseUrl.replace(/\/+$/, '');
  const request: typeof Send = async (...args) => {
    const code = await loadRequest().catch(() => null);
    return code ? code.send(...args) : { kind: 'notStarted', reason: 'code' };
  };
  return {
    async call(declaration, options) {
      const credentials = declaration.auth === 'bearer' ? (options.credentials ?? client.credentials()) : null;
      const result = await request(base, declaration, options, credentials, client.fetch);
      // Neither says anything about the API.
      if (result.kind !== 'aborted' && !(isProblem(result) && lacksCode(result)))
        client.onResult(declaration, result, credentials?.token ?? null);
      return result;
    },
  };
}
