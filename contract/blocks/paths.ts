/** The homepage's screen, as a path under /website/{websiteId}/. */
export const homepagePath = 'design/homepage';

/** The editor of one block. */
export const blockPath = (blockId: string): string => `${homepagePath}/blocks/${blockId}`;

/** Where a path leads that block editors had before: links that were sent then still work. Undefined for any other path. */
export function movedBlockPath(path: string): string | undefined {
  const id = /^design\/homepage\/([^/]+)$/.exec(path)?.[1];
  return id === 'blocks' ? homepagePath : id && blockPath(id);
}
