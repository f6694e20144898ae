/** What JSON holds as it is, and YAML takes for the end of a line or for no character at all. */
const UNLIKE_JSON = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The same JSON, for readers of YAML: of a text that they refuse, nothing else that stands beside it is read either. */
export const yamlTextOf = (json: string): string =>
  json.replace(UNLIKE_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
