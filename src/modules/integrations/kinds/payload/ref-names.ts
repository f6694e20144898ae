/** Shortens `refs/heads/main` to `main`; a bare name is unchanged. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

const inPath = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** URL of the files of a branch or tag. */
export const refUrl = (projectUrl: string, ref: string): string => `${projectUrl}/-/tree/${inPath(ref)}`;

const SHORT_LENGTH = 8;
export const shortSha = (sha: string): string => sha.slice(0, SHORT_LENGTH);
