import type { ProjectPageContext } from './project-pages.service.js';

type Addressed = Pick<ProjectPageContext, 'address'>;

/** Encodes a name for a path, and keeps its slashes. */
const inPath = (text: string): string => text.split('/').map(encodeURIComponent).join('/');

/** Where the files of a branch, tag or commit are shown; `path` is empty for the top folder. */
export const treeAddress = ({ address }: Addressed, ref: string, path = ''): string =>
  `${address}/-/tree/${inPath(ref)}${path === '' ? '' : `/${inPath(path)}`}`;

export const blobAddress = ({ address }: Addressed, ref: string, path: string): string =>
  `${address}/-/blob/${inPath(ref)}/${inPath(path)}`;

export const commitAddress = ({ address }: Addressed, id: string): string => `${address}/-/commit/${id}`;

export const tagsAddress = ({ address }: Addressed): string => `${address}/-/tags`;
