import { isJsonObject } from '../../../common/params/json-object.js';

/** Returns the own member of this name; inherited members such as `constructor` are ignored. */
export const memberOf = (value: unknown, key: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
