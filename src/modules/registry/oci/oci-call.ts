import type { ApiError } from '../../../common/errors/api-error.js';
import type { ImagePath } from '../auth/image-path.js';
import type { AuditAuthor } from '../../../core/audit/audit-author.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import type { RegistrySubject, SubjectRef } from '../auth/registry-subject.js';
import type { RegistryToken } from '../auth/registry-tokens.js';
import { nameUnknown } from '../registry-errors.js';
import type { ImageRepository, PushTarget } from '../repositories/image-repository.js';
import type { TagAuthor } from '../tags/tag-author.js';

/** An admitted request to a repository of `/v2`. */
export interface OciCall {
  /** The whole image name in lower case. */
  readonly name: string;
  readonly image: ImagePath;
  readonly token: RegistryToken;
  /** The subject of the token, in its current state. */
  readonly subject: RegistrySubject;
  /**
   * The error to throw unless the request continues a push that began in time; null for a token that has not expired
   * (contract: registry §9.7).
   */
  readonly expired: ApiError | null;
}

/** The text by which an upload session identifies its opener. */
export const subjectKey = (subject: SubjectRef | null): string =>
  subject ? `${subject.kind}:${subject.id}` : 'anonymous';

/** The target of a push by this call. */
export const pushTargetOf = ({ image }: OciCall): PushTarget => ({
  name: image.repositoryName,
  projectId: image.projectId,
  projectPath: image.projectPath,
  groupIds: image.groupIds,
});

/** The repository of the call once anything was uploaded there; null before. */
export function findRepositoryOf(call: OciCall): ImageRepository | null {
  const { repositoryId } = call.image;
  return repositoryId === null ? null : { ...pushTargetOf(call), id: repositoryId };
}

/** The repository of the call if it has, or had, a manifest. Throws NAME_UNKNOWN. */
export function repositoryOf(call: OciCall): ImageRepository {
  const repository = findRepositoryOf(call);
  if (!repository || !call.image.isVisible) {
    throw nameUnknown(call.name);
  }
  return repository;
}

export const tagAuthorOf = ({ token, subject }: OciCall): TagAuthor => ({
  id: accountOf(subject)?.id ?? null,
  name: token.subject?.name ?? '',
});

export const auditAuthorOf = ({ subject }: OciCall, address: string): AuditAuthor => {
  const account = accountOf(subject);
  return { account, userId: account?.id ?? 0, address, sudoBy: null, credential: null };
};

const calls = new WeakMap<object, OciCall>();

/** Stores the image and the subject of a request from a registry client. */
export function rememberCall(request: object, call: OciCall): void {
  calls.set(request, call);
}

/** Returns what was stored for the request. Throws if its route did not declare what it needs. */
export function callOf(request: object): OciCall {
  const call = calls.get(request);
  if (!call) {
    throw new Error('This route did not say what it needs.');
  }
  return call;
}
