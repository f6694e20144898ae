/** What a variable may be called, wherever it comes from (contract: triggers §2 rows 3 to 5, §11). */
export const VARIABLE_NAME = /^[A-Za-z0-9_]{1,255}$/;
