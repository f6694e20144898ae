/** The LIKE pattern of texts that contain this one; its wildcards mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
