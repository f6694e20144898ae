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
  /** The whole image name, lower case. */
  readonly name: string;
  readonly image: ImagePath;
  readonly token: RegistryToken;
  /** Whose token it is, as they are now. */
  readonly subject: RegistrySubject;
  /** The refusal that is due unless a push that began in time goes on; null for a token that lives (contract: registry §9.7). */
  readonly expired: ApiError | null;
}

/** How an upload session remembers who opened it. */
export const subjectKey = (subject: SubjectRef | null): string =>
  subject ? `${subject.kind}:${subject.id}` : 'anonymous';

/** Where the call pushes to. */
export const pushTargetOf = ({ image }: OciCall): PushTarget => ({
  name: image.repositoryName,
  projectId: image.projectId,
  projectPath: image.projectPath,
  groupIds: image.groupIds,
});

/** The repository of the call as soon as something was uploaded there; null before. */
export function findRepositoryOf(call: OciCall): ImageRepository | null {
  const { repositoryId } = call.image;
  return repositoryId === null ? null : { ...pushTargetOf(call), id: repositoryId };
}

/** The repository of the call once it has, or had, a manifest. Throws NAME_UNKNOWN. */
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

/** Keeps which image a request of a registry client is about, and who asks. */
export function rememberCall(request: object, call: OciCall): void {
  calls.set(request, call);
}

/** What was kept of the request. Throws where its route did not say what it needs. */
export function callOf(request: object): OciCall {
  const call = calls.get(request);
  if (!call) {
    throw new Error('This route did not say what it needs.');
  }
  return call;
}
