/** Types that pictures of pages and logos may have. */
export const pictureTypes = ['png', 'jpg', 'jpeg'] as const;
