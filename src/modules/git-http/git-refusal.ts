/** A refusal of git over HTTPS: one line of text, which git prints as `remote: ...` (contract: git §5.1, §5.2). */
export class GitRefusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(text);
  }
}

const REALM = { 'WWW-Authenticate': 'Basic realm="Slipway"' };

const ACCESS_DENIED = 'HTTP Basic: Access denied';

/** Byte for byte the same for all wrong credentials but those of {@link tokenNeeded}, and for missing ones. */
export const accessDenied = (): GitRefusal => new GitRefusal(401, ACCESS_DENIED, REALM);
/** The same for every password of an account with a second factor, so that nothing tells the right one. */
export const tokenNeeded = (): GitRefusal =>
  new GitRefusal(
    401,
    `${ACCESS_DENIED}. An account with two-factor authentication needs an access token instead of a password.`,
    REALM,
  );
export const serviceRefused = (): GitRefusal =>
  new GitRefusal(403, "The command you're trying to execute is not allowed.");
export const repositoryNotFound = (): GitRefusal =>
  new GitRefusal(404, "The project you were looking for could not be found or you don't have permission to view it.");
export const pathNotFound = (): GitRefusal => new GitRefusal(404, 'Not Found');
export const scopeTooNarrow = (): GitRefusal => new GitRefusal(403, "The token's scopes do not cover this request.");
export const downloadForbidden = (): GitRefusal =>
  new GitRefusal(403, 'You are not allowed to download code from this project.');
export const pushForbidden = (): GitRefusal => new GitRefusal(403, 'You are not allowed to push code to this project.');
export const jobMayNotPush = (): GitRefusal => new GitRefusal(403, 'You are not allowed to upload code.');
export const projectArchived = (): GitRefusal => new GitRefusal(403, 'The project is archived.');
export const readOnly = (text: string): GitRefusal => new GitRefusal(403, text);
export const verbNotAllowed = (allowed: string): GitRefusal =>
  new GitRefusal(405, 'Method Not Allowed', { Allow: allowed });
export const notUnpacked = (): GitRefusal => new GitRefusal(400, 'Bad Request');
export const tooLarge = (): GitRefusal => new GitRefusal(413, 'Payload Too Large');
export const typeNotSupported = (): GitRefusal => new GitRefusal(415, 'Unsupported Media Type');
export const tooManyFailures = (headers: Readonly<Record<string, string>>): GitRefusal =>
  new GitRefusal(429, 'Too Many Requests', headers);
export const gitFailed = (): GitRefusal => new GitRefusal(500, 'Internal Server Error');
export const gitUnavailable = (): GitRefusal =>
  new GitRefusal(503, 'The service is temporarily unavailable. Please try again later.', { 'Retry-After': '5' });
