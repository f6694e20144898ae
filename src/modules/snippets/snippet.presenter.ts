import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../common/wire/wire-types.js';
import type { Caller } from '../../core/access/caller.js';
import { BasicUserSchema, presentBasicUser } from '../../core/users/user.presenter.js';
import { SNIPPET_BRANCH } from './snippet.js';
import type { Snippet } from './snippet.js';

/** Contract: core §8. */
export const SnippetSchema = record('Snippet', {
  id: Type.Integer(),
  title: Type.String(),
  description: nullable(Type.String()),
  visibility: Type.String(),
  author: nullable(BasicUserSchema),
  created_at: Time,
  updated_at: Time,
  project_id: nullable(Type.Integer()),
  web_url: Type.String(),
  raw_url: Type.String(),
  file_name: Type.String(),
  files: Type.Array(Type.Object({ path: Type.String(), raw_url: Type.String() })),
  http_url_to_repo: Type.String(),
  ssh_url_to_repo: Type.Null(),
  repository_storage: Type.Optional(Type.String()),
});

/** `baseUrl` is the public origin. */
export function presentSnippet(snippet: Snippet, viewer: Caller, baseUrl: string): Static<typeof SnippetSchema> {
  const parentPath = snippet.projectPath === null ? '' : `/${snippet.projectPath}`;
  const webUrl = `${baseUrl}${parentPath}/snippets/${snippet.id}`;
  const rawUrl = (path: string): string =>
    `${webUrl}/raw/${SNIPPET_BRANCH}/${path.split('/').map(encodeURIComponent).join('/')}`;
  return {
    id: snippet.id,
    title: snippet.title,
    description: snippet.description,
    visibility: snippet.visibility,
    author: snippet.author && presentBasicUser(snippet.author, baseUrl),
    created_at: snippet.createdAt,
    updated_at: snippet.updatedAt,
    project_id: snippet.projectId,
    web_url: webUrl,
    raw_url: `${webUrl}/raw`,
    file_name: snippet.files[0] ?? '',
    files: snippet.files.map((path) => ({ path, raw_url: rawUrl(path) })),
    http_url_to_repo: `${webUrl}.git`,
    ssh_url_to_repo: null,
    ...(viewer.isAdmin ? { repository_storage: snippet.storage } : {}),
  };
}
