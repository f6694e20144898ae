import { isJsonObject } from '../../../common/params/json-object.js';

/** The member of this name; inherited ones such as `constructor` are none. */
export const memberOf = (value: unknown, key: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
