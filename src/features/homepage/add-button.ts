/** The element id of the Add button, which is focused when its dialog closes. */
export const addBlockId = 'add-block';
