import { SNIPPET_BRANCH } from '../snippet.js';
import type { Snippet } from '../snippet.js';

export const SNIPPETS_TAB = { name: 'Snippets', path: '/-/snippets', position: 30 } as const;
export const OWN_SNIPPETS = '/dashboard/snippets';

type SnippetReference = Pick<Snippet, 'id' | 'projectPath'>;

/** The address that REST returns (contract: core §8). */
export const snippetAddress = ({ id, projectPath }: SnippetReference): string =>
  `${projectPath === null ? '' : `/${projectPath}`}/snippets/${id}`;

export const rawAddress = (snippet: SnippetReference, path: string): string =>
  `${snippetAddress(snippet)}/raw/${SNIPPET_BRANCH}/${path.split('/').map(encodeURIComponent).join('/')}`;
