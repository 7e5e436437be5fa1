/** Apart from the charts: what submits a change says it too. */
export const blockConflictMessage = 'Somebody else changed this too. Your change is on this device until you have chosen which to keep.';
