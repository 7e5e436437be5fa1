/** Apart from the charts: what submits a change says it too. */
export const blockConflictMessage = 'Somebody else changed the same. Your change is kept; choose which to keep in the sync centre.';
