import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, Time } from '../../../common/wire/wire-types.js';
import type { ContainerKind } from './container-kind.js';

export const MovedSnippetSchema = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  description: nullable(Type.String()),
  visibility: Type.String(),
  updated_at: Time,
  created_at: Time,
  project_id: nullable(Type.Integer()),
  web_url: Type.String(),
  raw_url: Type.String(),
  ssh_url_to_repo: Type.Null(),
  http_url_to_repo: Type.String(),
});

export const snippetKind: ContainerKind = {
  name: 'snippet',
  label: 'Snippet',
  keepsStorage: false,
  present: (move, baseUrl): Static<typeof MovedSnippetSchema> => {
    const parent = move.containerFullPath === null ? '' : `/${move.containerFullPath}`;
    const webUrl = `${baseUrl}${parent}/snippets/${move.containerId}`;
    return {
      id: move.containerId,
      title: move.containerName,
      description: move.containerDescription,
      visibility: move.containerVisibility,
      updated_at: move.containerUpdatedAt,
      created_at: move.containerCreatedAt,
      project_id: move.containerProjectId,
      web_url: webUrl,
      raw_url: `${webUrl}/raw`,
      ssh_url_to_repo: null,
      http_url_to_repo: `${webUrl}.git`,
    };
  },
};
