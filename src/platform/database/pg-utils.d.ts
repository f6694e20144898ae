declare module 'pg/lib/utils.js' {
  /** The form in which a value of JavaScript is sent as a parameter. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
