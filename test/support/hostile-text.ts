/** A text that runs a script where it is not escaped. */
export const HOSTILE = `<img src=x onerror=alert(1)>`;
