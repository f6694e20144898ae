import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { CommitSchema, presentCommit } from '../reads/commit.presenter.js';
import type { BlamedLines } from './blamed-lines.js';
import type { RepositoryFile } from './file.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: git §3.4. */
export const FileSchema = record('RepositoryFile', {
  file_name: Type.String(),
  file_path: Type.String(),
  size: Type.Integer(),
  encoding: Type.Literal('base64'),
  content: Type.String(),
  content_sha256: Type.String(),
  ref: Type.String(),
  blob_id: Type.String(),
  commit_id: Type.String(),
  last_commit_id: Type.String(),
  execute_filemode: Type.Boolean(),
});
export type FileView = Static<typeof FileSchema>;

export const presentFile = (file: RepositoryFile): FileView => ({
  file_name: file.path.slice(file.path.lastIndexOf('/') + 1),
  file_path: file.path,
  size: file.size,
  encoding: 'base64',
  content: file.content.toString('base64'),
  content_sha256: createHash('sha256').update(file.content).digest('hex'),
  ref: file.ref,
  blob_id: file.blobId,
  commit_id: file.commitId,
  last_commit_id: file.lastCommitId,
  execute_filemode: file.isExecutable,
});

/** The answer to a change of a file (contract: git §3.4). */
export const ChangedFileSchema = record('ChangedFile', { file_path: Type.String(), branch: Type.String() });

export const presentChangedFile = (path: string, branch: string): Static<typeof ChangedFileSchema> => ({
  file_path: path,
  branch,
});

export const BlameSchema = record('BlameRange', { commit: CommitSchema, lines: Type.Array(Type.String()) });

export const presentBlame = ({ commit, lines }: BlamedLines, projectUrl: string): Static<typeof BlameSchema> => ({
  commit: presentCommit(commit, projectUrl),
  lines: [...lines],
});
