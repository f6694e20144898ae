/** Allowed names of variables from every source (contract: triggers §2 rows 3 to 5, §11). */
export const VARIABLE_NAME = /^[A-Za-z0-9_]{1,255}$/;

/** Maximum length of a variable's value in bytes (contract: triggers §2 row 5, §5, §11). */
export const MAX_VARIABLE_BYTES = 65_536;

export const isVariableValue = (value: string): boolean => Buffer.byteLength(value) <= MAX_VARIABLE_BYTES;
