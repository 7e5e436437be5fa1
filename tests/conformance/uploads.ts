import { deleteFile, filesPart, getFile, listFiles, uploadFile } from '#contract/calls/files.ts';
import { fileAddress } from '#contract/entities/file.ts';
import type { Checked } from './checked.ts';
import { dataOf, refusalProblem, successProblem } from './target.ts';

/** One transparent pixel. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** Uploads one small picture, and deletes it again; it stays where the API has no delete call. */
export async function uploadChecks({ send, token, websiteId, found }: Checked): Promise<void> {
  const params = { websiteId };
  const upload = (bytes: Uint8Array<ArrayBuffer>, key: string) => {
    const form = new FormData();
    form.set('setting_key', 'desktop_logo');
    form.set('category', 'style');
    form.set('type', 'image');
    form.set(filesPart, new File([bytes], 'conformance.png', { type: 'image/png' }));
    return send(uploadFile, { token, params, form, headers: { 'idempotency-key': key } });
  };
  const key = crypto.randomUUID();
  const first = await upload(new Uint8Array(pixel), key);
  const problem = successProblem(uploadFile, first);
  found('an upload answers its shape', problem);
  const [file] = problem === null ? dataOf(first, uploadFile.answer) : [];
  if (!file) return;
  const read = await send(getFile, { token, params: { websiteId, fileId: file.id } });
  found('an uploaded file is read again by its id', successProblem(getFile, read));
  found('an uploaded file has an address', fileAddress(file) === null ? 'neither url nor uri is one that a page may load' : null);
  const again = await upload(new Uint8Array(pixel), key);
  const same = successProblem(uploadFile, again) === null && dataOf(again, uploadFile.answer)[0]?.id === file.id;
  found('an upload with a repeated Idempotency-Key is stored once', same ? null : 'a lost answer leaves a second file behind', 'note');
  const list = await send(listFiles, { token, params, query: { per_page: '100', sort: '-created_at' } });
  const listed = successProblem(listFiles, list) === null && dataOf(list, listFiles.answer).some((item) => item.id === file.id);
  found('an uploaded file is in the list', listed ? null : 'it is missing', 'note');
  const program = await upload(new Uint8Array(Buffer.from('MZ, a program by another name')), crypto.randomUUID());
  found('a program called .png is refused', refusalProblem(program, [400, 415, 422]), 'note');
  await deleteChecks({ send, token, websiteId, found }, file.id);
}

async function deleteChecks({ send, token, websiteId, found }: Checked, fileId: string): Promise<void> {
  const params = { websiteId, fileId };
  const remove = () => send(deleteFile, { token, params, headers: { 'idempotency-key': crypto.randomUUID() } });
  const problem = successProblem(deleteFile, await remove());
  found('a file can be deleted', problem === null ? null : `${problem}: the console then says that files can't be`, 'note');
  if (problem !== null) return;
  found('a deleted file is gone', refusalProblem(await send(getFile, { token, params }), [404, 410]), 'note');
  found('a second delete finds nothing', refusalProblem(await remove(), [404, 410]), 'note');
}
