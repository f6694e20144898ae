/** `main` of `refs/heads/main`; a bare name stays. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

const inPath = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** Where the files of a branch or tag are shown. */
export const refUrl = (projectUrl: string, ref: string): string => `${projectUrl}/-/tree/${inPath(ref)}`;

const SHORT_LENGTH = 8;
export const shortSha = (sha: string): string => sha.slice(0, SHORT_LENGTH);
