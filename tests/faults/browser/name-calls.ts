/**
 * Runs in a page before its scripts: gives each API call a unique name in this header, which the browser sends again where it repeats the
 * request.
 */
export function nameCalls(header: string): void {
  const isOfApi = (url: string) => new URL(url, location.href).pathname.startsWith('/api/');
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (!isOfApi(input instanceof Request ? input.url : String(input))) return fetch(input, init);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    headers.set(header, crypto.randomUUID());
    return fetch(input, { ...init, headers });
  };
  const { send, open } = XMLHttpRequest.prototype;
  const ofApi = new WeakSet<XMLHttpRequest>();
  XMLHttpRequest.prototype.open = function opened(this: XMLHttpRequest, method: string, url: string | URL, isAsync: boolean = true): void {
    if (isOfApi(String(url))) ofApi.add(this);
    open.call(this, method, url, isAsync);
  };
  XMLHttpRequest.prototype.send = function sent(this: XMLHttpRequest, body): void {
    if (ofApi.has(this)) this.setRequestHeader(header, crypto.randomUUID());
    send.call(this, body);
  };
}
