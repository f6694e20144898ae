import type { OpenProject } from './project-pages.service.js';

type Place = Pick<OpenProject, 'address'>;

/** Slashes separate; everything else of a name is a name. */
const inPath = (text: string): string => text.split('/').map(encodeURIComponent).join('/');

/** Where the files of a branch, tag or commit are shown; `path` is empty for the top folder. */
export const treeAddress = ({ address }: Place, ref: string, path = ''): string =>
  `${address}/-/tree/${inPath(ref)}${path === '' ? '' : `/${inPath(path)}`}`;

export const blobAddress = ({ address }: Place, ref: string, path: string): string =>
  `${address}/-/blob/${inPath(ref)}/${inPath(path)}`;

export const commitAddress = ({ address }: Place, id: string): string => `${address}/-/commit/${id}`;

export const tagsAddress = ({ address }: Place): string => `${address}/-/tags`;
