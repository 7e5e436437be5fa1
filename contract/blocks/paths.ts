/** The homepage's screen, as a path under /website/{websiteId}/. */
export const homepagePath = 'design/homepage';

/** The editor of one block. */
export const blockPath = (blockId: string): string => `${homepagePath}/blocks/${blockId}`;
