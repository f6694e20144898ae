import { createHash } from 'node:crypto';
import { NULL_ID } from '../../src/platform/git/git-directory.js';
import { packOf } from '../../src/platform/git/pack.js';

/** An object of a pack, unchecked. */
export interface RawObject {
  readonly id: string;
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly content: Buffer;
}

export interface RawPush {
  /** The text or the bytes of each command: old id, new id, full name of the ref. */
  readonly commands: readonly (readonly [before: string, after: string, ref: string])[];
  readonly options?: readonly string[];
  readonly objects?: readonly RawObject[];
}

interface Remote {
  readonly url: string;
  readonly path: string;
  readonly username: string;
  readonly secret: string;
}

/** A line of the git protocol with its length before it; each character is a byte. */
export const pktLine = (line: string): string => `${(line.length + 4).toString(16).padStart(4, '0')}${line}`;

const pkt = (line: string | Buffer): Buffer =>
  Buffer.from(pktLine(typeof line === 'string' ? line : line.toString('latin1')), 'latin1');
const FLUSH = Buffer.from('0000');

/** A push written byte by byte, for what the git program itself never sends. Answers what came back, as text. */
export async function rawPush(remote: Remote, { commands, options, objects = [] }: RawPush): Promise<string> {
  const capabilities = ['report-status', ...(options ? ['push-options'] : [])].join(' ');
  const lines = commands.map(([before, after, ref], index) =>
    pkt(`${before} ${after} ${ref}${index === 0 ? `\0 ${capabilities}` : ''}`),
  );
  const asked = options ? [...options.map((option) => pkt(Buffer.from(option))), FLUSH] : [];
  const pack = commands.some(([, after]) => after !== NULL_ID) ? [await packOf(objects)] : [];
  const response = await fetch(`${remote.url}/${remote.path}.git/git-receive-pack`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-git-receive-pack-request',
      Authorization: `Basic ${Buffer.from(`${remote.username}:${remote.secret}`).toString('base64')}`,
    },
    body: Buffer.concat([...lines, FLUSH, ...asked, ...pack]),
  });
  return `${response.status} ${await response.text()}`;
}

export function rawObject(type: RawObject['type'], content: Buffer): RawObject {
  const id = createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex');
  return { id, type, content };
}

/** A tree object of unchecked entries; names are latin1, so that any byte can stand in them. */
export const treeObject = (entries: readonly (readonly [mode: string, name: string, id: string])[]): RawObject =>
  rawObject(
    'tree',
    Buffer.concat(
      entries.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
    ),
  );

export const blobObject = (text: string): RawObject => rawObject('blob', Buffer.from(text));

/** A commit of that tree by Ada. */
export function commitOf(
  tree: RawObject,
  message = 'Raw\n',
  { parents = [], author = 'Ada' }: { readonly parents?: readonly string[]; readonly author?: string } = {},
): RawObject {
  const who = `${author} <ada@example.com> 1700000000 +0000`;
  const lines = [`tree ${tree.id}`, ...parents.map((id) => `parent ${id}`), `author ${who}`, `committer ${who}`];
  return rawObject('commit', Buffer.from(`${lines.join('\n')}\n\n${message}`));
}
