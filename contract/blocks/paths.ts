/** The homepage's screen, as a path under /website/{websiteId}/. */
export const homepagePath = 'design/homepage';

/** The editor of one block. */
export const blockPath = (blockId: string): string => `${homepagePath}/blocks/${blockId}`;

/** The current path for a former path of a block editor, so that old links still work. Undefined for any other path. */
export function movedBlockPath(path: string): string | undefined {
  const id = /^design\/homepage\/([^/]+)$/.exec(path)?.[1];
  return id === 'blocks' ? homepagePath : id && blockPath(id);
}
