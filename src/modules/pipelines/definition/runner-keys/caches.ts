import { Fields } from '../fields.js';
import { isList, isMap, isText } from '../value.js';
import type { Value } from '../value.js';

const KEYS = ['key', 'untracked', 'paths', 'policy', 'when', 'fallback_keys', 'unprotect'];
const POLICIES = ['pull-push', 'pull', 'push'];
const WHENS = ['on_success', 'on_failure', 'always'] as const;
const CACHE_FORM = 'a hash or an array of hashes';

/** Throws for caches that no runner can decode (contract: triggers §5, §9). */
export function refuseBadCaches(fields: Fields): void {
  const value = fields.value('cache') ?? [];
  for (const cache of isList(value) ? value : [value]) {
    refuseBadCache(fields, cache);
  }
}

function refuseBadCache(fields: Fields, cache: Value): void {
  if (!isMap(cache)) {
    fields.refuse('cache', CACHE_FORM);
  }
  const own = new Fields(cache, fields.at('cache'));
  own.refuseOthers(KEYS);
  refuseBadKey(own);
  own.flag('untracked');
  own.flag('unprotect'); // caches are not separate for protected refs
  ['paths', 'fallback_keys'].forEach((key) => own.texts(key));
  refuseBadPolicy(own);
  own.oneOf('when', WHENS);
}

/** A policy with variables is accepted, because runners expand them. */
function refuseBadPolicy(own: Fields): void {
  const policy = own.text('policy');
  if (policy !== null && !policy.includes('$') && !POLICIES.includes(policy)) {
    own.refuse('policy', `one of: ${POLICIES.join(', ')}`);
  }
}

function refuseBadKey(own: Fields): void {
  const value = own.value('key') ?? null;
  if (value === null || isText(value)) {
    return;
  }
  const key = own.below('key', 'a hash or a string');
  key.refuseOthers(['files', 'prefix']);
  key.text('prefix');
  if ((key.texts('files') ?? []).length === 0) {
    key.refuse('files', 'an array of strings');
  }
}
