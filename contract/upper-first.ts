/** "Form actions" of "form actions". */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
