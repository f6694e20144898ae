const NAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._+!~-]*$/;
const LONGEST = 255;

export const isName = (name: string): boolean => name.length <= LONGEST && NAME.test(name);
export const isFileName = (name: string): boolean => name.length <= LONGEST && FILE_NAME.test(name);

/** The form in which names are compared (PEP 503). */
export const normalisedName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, '-');
