/** Parameters whose values never reach a log (contract: conventions §18, integrations §3.3). */
const SECRET_WORDS = [
  'private_token',
  'access_token',
  'job_token',
  'token',
  'code',
  'code_verifier',
  'device_code',
  'user_code',
  'refresh_token',
  'client_secret',
  'password',
  'authenticity_token',
  'secret',
  'key',
  'webhook',
  'api_key',
  'user_key',
  'signing_secret',
  'google_iap_service_account_json',
  'spam_check_api_key',
  'recaptcha_private_key',
  'value',
  'variables',
];
const SECRETS: ReadonlySet<string> = new Set(SECRET_WORDS);
/** `name=value` of a secret inside running text, such as a URL that is itself a parameter's value. */
const SECRET_IN_TEXT = new RegExp(`(^|[?&;\\s"'{,\\[\\]])(${SECRET_WORDS.join('|')})(\\[[^=&]*)?=([^&\\s"']*)`, 'gi');
const USER_INFO = /\/\/[^/@\s]*@/g;
const MASKED = '[masked]';
/** Maximum nesting of URLs in parameters of URLs. */
const MAX_DEPTH = 5;

/**
 * Returns a request target for the log: the values of secret parameters and the user-info of URLs are masked, also when
 * names or values are percent-encoded.
 */
export function maskTarget(target: string): string {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  const maskedPath = path.replace(USER_INFO, `//${MASKED}@`).split('/').map(maskEncoded).join('/');
  return question < 0 ? maskedPath : `${maskedPath}?${maskQuery(target.slice(question + 1))}`;
}

const maskQuery = (query: string): string => query.split('&').map(maskPair).join('&');

function maskPair(pair: string): string {
  const at = pair.indexOf('=');
  if (at < 0) {
    return maskEncoded(pair);
  }
  const name = pair.slice(0, at);
  return isSecret(name) ? `${name}=${MASKED}` : `${maskEncoded(name)}=${maskEncoded(pair.slice(at + 1))}`;
}

/** `variables[key]` and `token[]` are secrets as well, and so is a name that cannot be decoded. */
function isSecret(name: string): boolean {
  const plain = decoded(name);
  return plain === undefined || plain.split(/[[\]]/).some((part) => SECRETS.has(part.trim().toLowerCase()));
}

/** A part that contains a secret after decoding it any number of times is masked as a whole. */
function maskEncoded(piece: string): string {
  let plain = piece;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const masked = maskText(plain);
    if (masked !== plain) {
      return depth === 0 ? masked : MASKED;
    }
    const deeper = decoded(plain);
    if (deeper === plain) {
      return piece;
    }
    if (deeper === undefined) {
      return depth === 0 ? MASKED : piece;
    }
    plain = deeper;
  }
  return MASKED;
}

const maskText = (text: string): string =>
  text
    .replace(SECRET_IN_TEXT, (_all, before: string, name: string, rest = '') => `${before}${name}${rest}=${MASKED}`)
    .replace(USER_INFO, `//${MASKED}@`);

function decoded(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) {
    return text;
  }
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
