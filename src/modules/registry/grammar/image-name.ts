const COMPONENT = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';
const NAME = new RegExp(`^${COMPONENT}(?:/${COMPONENT})*$`);
const MAX_WITH_HOST = 255;
/** Maximum number of segments after the project's own path (contract: registry §5). */
const MAX_BELOW_PROJECT = 2;
/** A project is always in a namespace. */
const LEAST_SEGMENTS = 2;

/** Whether the text is a valid repository name; `host` counts towards the length (contract: registry §6). */
export const isImageName = (name: string, host: string): boolean =>
  host.length + 1 + name.length <= MAX_WITH_HOST && NAME.test(name);

/** Paths of the projects that may contain the repository, longest first (contract: registry §5). */
export function projectPathsOf(name: string): string[] {
  const segments = name.split('/');
  const cuts = Array.from({ length: MAX_BELOW_PROJECT + 1 }, (_, below) => segments.length - below);
  return cuts.filter((length) => length >= LEAST_SEGMENTS).map((length) => segments.slice(0, length).join('/'));
}
