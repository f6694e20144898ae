const TAG = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;

/** Contract: registry §6. */
export const isTagName = (text: string): boolean => TAG.test(text);
