type Wrap = (text: string) => string;

/** How the parts of a line are highlighted. */
export interface IrcStyle {
  readonly repository: Wrap;
  readonly branch: Wrap;
  readonly sha: Wrap;
  readonly count: Wrap;
  readonly url: Wrap;
}

const between =
  (begin: string): Wrap =>
  (text) =>
    `${begin}${text}\x0f`;
const plain: Wrap = (text) => text;

/** Control codes that IRC clients show as colours (contract: integrations §10.2). */
export const COLORED: IrcStyle = {
  repository: between('\x0305'),
  branch: between('\x0306'),
  sha: between('\x0314'),
  count: between('\x02'),
  url: between('\x0302\x1f'),
};
export const PLAIN: IrcStyle = { repository: plain, branch: plain, sha: plain, count: plain, url: plain };
