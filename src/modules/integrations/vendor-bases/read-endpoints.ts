import { readFileSync } from 'node:fs';
import { isJsonObject } from '../../../common/params/json-object.js';
import { InvalidSetting } from '../../../platform/config/env-reader.js';
import { VENDOR_BASES } from '../kinds/vendor-bases.js';

const SETTING = 'INTEGRATION_ENDPOINTS';

/**
 * Reads the base addresses that the operator sets instead of the vendors'. Throws {@link InvalidSetting} for a file
 * with other content (contract: integrations §6).
 */
export function readEndpoints(file: string): ReadonlyMap<string, string> {
  const endpoints = parsed(file);
  if (!isJsonObject(endpoints)) {
    throw new InvalidSetting(`${SETTING}: ${file} must hold a JSON object of kinds and addresses.`);
  }
  return new Map(Object.entries(endpoints).map(([slug, base]: [string, unknown]) => [slug, checked(slug, base)]));
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is no JSON' : 'cannot be read';
    throw new InvalidSetting(`${SETTING}: ${file} ${reason}.`);
  }
}

function checked(slug: string, base: unknown): string {
  if (!VENDOR_BASES.has(slug)) {
    throw new InvalidSetting(`${SETTING}: "${slug}" is none of ${[...VENDOR_BASES.keys()].join(', ')}.`);
  }
  const isAddress = typeof base === 'string' && isBase(base.replaceAll(/\{(?:subdomain|site)\}/g, 'name'));
  if (!isAddress) {
    throw new InvalidSetting(`${SETTING}: "${slug}" must be an http or https address without a query.`);
  }
  return base.replace(/\/$/, '');
}

function isBase(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
}
