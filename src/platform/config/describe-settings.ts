import type { Env } from './env.js';

const SECRET = /secret|password$|token$|accessKey/i;
/** Up to the last `@`: a password may contain further ones, and slashes. */
const USER_INFO = /\/\/.*@/;
const SECRET_PARAMETER = /([?&][^=&]*(?:pass|secret|token)[^=&]*=)[^&#"]*/gi;

/**
 * Returns every setting in force as `name = value`; secrets, URL user-info and passwords in URL parameters are masked.
 */
export function describeSettings(env: Env): string[] {
  return lines('', env).sort();
}

function lines(prefix: string, value: object): string[] {
  return Object.entries(value).flatMap(([name, held]: [string, unknown]) => {
    if (name === 'read') {
      return [];
    }
    const path = prefix + name;
    if (held instanceof Map) {
      return [`${path} = ${[...held].map(([key, dir]) => `${String(key)}=${String(dir)}`).join(',')}`];
    }
    if (typeof held === 'object' && held !== null && !isListOfNumbers(held)) {
      return lines(`${path}.`, held);
    }
    return [`${path} = ${shown(name, held)}`];
  });
}

/** A list of numbers, such as a schedule, is printed as one setting, in the form in which it is configured. */
const isListOfNumbers = (held: object): held is readonly number[] =>
  Array.isArray(held) && held.every((item) => typeof item === 'number');

function shown(name: string, value: unknown): string {
  if (value === undefined) {
    return '(not set)';
  }
  if (Array.isArray(value)) {
    return value.join(',');
  }
  return SECRET.test(name) ? '[set]' : masked(JSON.stringify(value));
}

const masked = (value: string): string =>
  value.replace(USER_INFO, '//[masked]@').replace(SECRET_PARAMETER, '$1[masked]');
