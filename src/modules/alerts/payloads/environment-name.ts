import type { JsonObject } from '../../../common/params/json-object.js';

const OTHER_NAME = '_environment_name';

/** Returns the first key that other tools use for the environment (contract: alerts §1.4). */
export const otherEnvironmentKey = (payload: JsonObject, except: string): string | undefined =>
  Object.keys(payload).find((key) => key !== except && key.endsWith(OTHER_NAME));
