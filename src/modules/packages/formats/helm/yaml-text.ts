/** Characters that are valid in JSON, but that YAML treats as a line break or does not allow. */
const UNLIKE_JSON = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/**
 * Returns the same JSON in a form that YAML readers accept: a text that they reject would make the whole document
 * unreadable.
 */
export const yamlTextOf = (json: string): string =>
  json.replace(UNLIKE_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
