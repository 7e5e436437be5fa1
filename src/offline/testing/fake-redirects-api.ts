import type { RecordValues } from '#contract/resources/define.ts';

/** An API of redirects, as the reference API answers it, which a test can make fail. */
export class FakeRedirectsApi {
  rows: RecordValues[] = [];
  /** By id: what the list answers of a record beside its fields. */
  warnings: Record<string, string[]> = {};
  /** Runs during each request of a list. */
  whileListing: () => Promise<void> = () => Promise.resolve();
  /** Loses answers: the call has its effect, and the client gets no answer. */
  lost = 0;
  /** Lists are refused with this status; null: they are answered. */
  listRefusal: number | null = null;
  /** The next create has no effect. */
  forgets = false;
  refusal: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | null = null;
  /** A create is stored only where its body confirms it. */
  question: string | null = null;
  readonly calls: string[] = [];
  readonly addresses: string[] = [];
  private lastId = 100;

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const [last = '', before = ''] = pathname.split('/').toReversed();
    this.calls.push(`${request.method} ${last}`);
    this.addresses.push(request.url);
    const answer = await this.answer(request, last, before, searchParams);
    if (request.method !== 'GET' && this.lost > 0) {
      this.lost -= 1;
      throw new TypeError('the answer was lost');
    }
    return answer;
  };

  private async answer(request: Request, last: string, before: string, query: URLSearchParams): Promise<Response> {
    if (request.method === 'GET' && last === 'redirects') {
      await this.whileListing();
      if (this.listRefusal !== null) return failure(this.listRefusal, codes[this.listRefusal] ?? '', { message: 'No lists.', fields: {} });
      const q = (query.get('q') ?? '').toLowerCase();
      const found = this.rows.filter((row) => `${row['redirects_from']} ${row['redirects_to']}`.toLowerCase().includes(q));
      const [page, perPage] = [Number(query.get('page') ?? 0), Number(query.get('per_page') ?? 25)];
      const last = Math.max(0, Math.ceil(found.length / perPage) - 1);
      const pagination = { page, per_page: perPage, total: found.length, last_page: last };
      const data = found.slice(page * perPage, (page + 1) * perPage).map((row) => ({ ...row, warnings: this.warnings[row.id] ?? [] }));
      return Response.json({ data, pagination });
    }
    if (request.method === 'POST') {
      if (this.refusal) return failure(422, 'validation_failed', this.refusal);
      const body = await request.json();
      if (this.question !== null && body.confirmed !== true)
        return failure(422, 'confirmation_required', { message: this.question, fields: {} });
      this.lastId += 1;
      const row = { id: String(this.lastId), ...body };
      if (!this.forgets) this.rows = [...this.rows, row];
      this.forgets = false;
      return Response.json({ data: row }, { status: 201 });
    }
    const row = this.rows.find(({ id }) => id === last && before === 'redirects');
    if (!row) return failure(404, 'not_found', { message: 'No such redirect.', fields: {} });
    if (request.method === 'DELETE') {
      if (this.refusal) return failure(422, 'validation_failed', this.refusal);
      this.rows = this.rows.filter(({ id }) => id !== last);
      return Response.json({ data: { id: last } });
    }
    if (request.method === 'GET') return Response.json({ data: row }, { headers: { etag: JSON.stringify(JSON.stringify(row).length) } });
    const next = { ...row, ...(await request.json()) };
    this.rows = this.rows.map((each) => (each.id === last ? next : each));
    return Response.json({ data: next });
  }
}

const codes: Readonly<Record<number, string>> = { 403: 'forbidden', 404: 'not_found', 429: 'too_many_requests', 500: 'internal_error' };

function failure(status: number, code: string, refusal: { readonly message: string; readonly fields: Readonly<Record<string, string>> }) {
  return Response.json({ error: { code, message: refusal.message, fields: refusal.fields } }, { status });
}
