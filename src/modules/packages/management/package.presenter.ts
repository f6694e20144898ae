import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../../core/users/user.presenter.js';
import type { LinkedPipeline, Package, PackageFile, PackageTag, PackageVersion } from '../package.js';

/** A pipeline whose job uploaded the package (contract: packages §3.1). */
export const PackagePipelineSchema = record('PackagePipeline', {
  id: Type.Integer(),
  iid: Type.Integer(),
  project_id: Type.Integer(),
  status: Type.String(),
  source: Type.String(),
  ref: Type.String(),
  sha: Type.String(),
  web_url: Type.String(),
  created_at: Time,
  updated_at: Time,
  user: nullable(BasicUserSchema),
});

export const PackageTagSchema = record('PackageTag', {
  id: Type.Integer(),
  package_id: Type.Integer(),
  name: Type.String(),
  created_at: Time,
  updated_at: Time,
});

/** Contract: packages §3.1. */
export const PackageSchema = record('Package', {
  id: Type.Integer(),
  name: Type.String(),
  version: Type.String(),
  package_type: Type.String(),
  status: Type.String(),
  status_message: Type.Optional(nullable(Type.String())),
  conan_package_name: Type.Optional(Type.String()),
  created_at: Time,
  last_downloaded_at: nullable(Time),
  tags: Type.Array(PackageTagSchema),
  _links: Type.Object({ web_path: Type.String(), delete_api_path: Type.Optional(Type.String()) }),
  pipelines: Type.Array(PackagePipelineSchema),
  pipeline: Type.Optional(PackagePipelineSchema),
});
export type PackageView = Static<typeof PackageSchema>;

/** Fields that only lists of a group have. */
export const GroupPackageSchema = merged('GroupPackage', [
  PackageSchema,
  Type.Object({ project_id: Type.Integer(), project_path: Type.String() }),
]);
export type GroupPackageView = Static<typeof GroupPackageSchema>;

export const PackageVersionSchema = record('PackageVersion', {
  id: Type.Integer(),
  version: Type.String(),
  created_at: Time,
  tags: Type.Array(PackageTagSchema),
  pipelines: Type.Array(PackagePipelineSchema),
});

/** Fields that only the single read has. */
export const SinglePackageSchema = merged('PackageDetails', [
  PackageSchema,
  Type.Object({ versions: Type.Array(PackageVersionSchema) }),
]);
export type SinglePackageView = Static<typeof SinglePackageSchema>;

/** Contract: packages §3.2. */
export const PackageFileSchema = record('PackageFile', {
  id: Type.Integer(),
  package_id: Type.Integer(),
  created_at: Time,
  file_name: Type.String(),
  size: Type.Integer(),
  file_md5: Type.String(),
  file_sha1: Type.String(),
  file_sha256: Type.String(),
  pipelines: Type.Optional(Type.Array(PackagePipelineSchema)),
});
export type PackageFileView = Static<typeof PackageFileSchema>;

/** What a package is presented with. */
export interface PackageBelongings {
  readonly pipelines: readonly LinkedPipeline[];
  readonly tags: readonly PackageTag[];
}

/** What the URLs and links of a package depend on, for one viewer. */
export interface PackageSite {
  readonly baseUrl: string;
  readonly projectPath: string;
  readonly mayDelete: boolean;
}

/** The package with its pipelines and tags (contract: packages §3.1). */
export function presentPackage(shown: Package, { pipelines, tags }: PackageBelongings, site: PackageSite): PackageView {
  const presented = pipelines.map((pipeline) => presentPackagePipeline(pipeline, site.baseUrl));
  const newest = presented.at(-1);
  return {
    id: shown.id,
    name: shown.name,
    version: shown.version,
    package_type: shown.packageType,
    status: shown.status,
    ...(shown.status === 'error' ? { status_message: shown.statusMessage } : {}),
    ...(shown.packageType === 'conan' ? { conan_package_name: bareName(shown.name) } : {}),
    created_at: shown.createdAt,
    last_downloaded_at: shown.lastDownloadedAt,
    tags: tags.map(presentTag),
    _links: linksOf(shown, site),
    pipelines: presented,
    ...(newest ? { pipeline: newest } : {}),
  };
}

export const presentVersion = (
  version: PackageVersion,
  { pipelines, tags }: PackageBelongings,
  baseUrl: string,
): Static<typeof PackageVersionSchema> => ({
  id: version.id,
  version: version.version,
  created_at: version.createdAt,
  tags: tags.map(presentTag),
  pipelines: pipelines.map((pipeline) => presentPackagePipeline(pipeline, baseUrl)),
});

export const presentPackageFile = (
  file: PackageFile,
  pipelines: readonly LinkedPipeline[],
  baseUrl: string,
): PackageFileView => ({
  id: file.id,
  package_id: file.packageId,
  created_at: file.createdAt,
  file_name: file.fileName,
  size: file.size,
  file_md5: file.md5,
  file_sha1: file.sha1,
  file_sha256: file.sha256,
  ...(pipelines.length > 0
    ? { pipelines: pipelines.map((pipeline) => presentPackagePipeline(pipeline, baseUrl)) }
    : {}),
});

const presentPackagePipeline = (pipeline: LinkedPipeline, baseUrl: string): Static<typeof PackagePipelineSchema> => ({
  id: pipeline.id,
  iid: pipeline.iid,
  project_id: pipeline.projectId,
  status: pipeline.status,
  source: pipeline.source,
  ref: pipeline.ref,
  sha: pipeline.sha,
  web_url: `${baseUrl}/${pipeline.projectPath}/-/pipelines/${pipeline.id}`,
  created_at: pipeline.createdAt,
  updated_at: pipeline.updatedAt,
  user: pipeline.user && presentBasicUser(pipeline.user, baseUrl),
});

const presentTag = (tag: PackageTag): Static<typeof PackageTagSchema> => ({
  id: tag.id,
  package_id: tag.packageId,
  name: tag.name,
  created_at: tag.createdAt,
  updated_at: tag.updatedAt,
});

function linksOf(
  { id, projectId, packageType }: Package,
  { baseUrl, projectPath, mayDelete }: PackageSite,
): PackageView['_links'] {
  const page = packageType === 'terraform_module' ? 'terraform_module_registry' : 'packages';
  return {
    web_path: `/${projectPath}/-/${page}/${id}`,
    ...(mayDelete ? { delete_api_path: `${baseUrl}/api/v4/projects/${projectId}/packages/${id}` } : {}),
  };
}

/** The name in a recipe `name/version@user/channel`. */
const bareName = (recipe: string): string => recipe.split('/', 1)[0] ?? recipe;
