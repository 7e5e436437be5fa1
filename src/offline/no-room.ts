/** The message where the server answered and the device has no room for the answer. */
export const noRoomMessage = 'This device is out of space, so this could not be loaded. Free some space and try again.';
