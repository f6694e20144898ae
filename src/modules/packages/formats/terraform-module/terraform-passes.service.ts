import { Injectable } from '@nestjs/common';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { packageLoginNeeded } from '../../access/package-errors.js';
import { PackagePassesService } from '../../protocol/package-passes.service.js';
import { isSameHolder } from '../../protocol/package-subject.js';
import type { PackageSubject } from '../../protocol/package-subject.js';
import { queryTexts } from '../../protocol/query-texts.js';

/** Contract: packages §5.9. */
const SECONDS = 300;
const audienceOf = (path: string): string => `terraform module ${path}`;

/** Tokens in the URLs of archives, because clients download these without their credentials. */
@Injectable()
export class TerraformPassesService {
  constructor(private readonly passes: PackagePassesService) {}

  /** Issues a token for the archive at this path and the caller of this request, valid for five minutes. */
  issue(path: string, request: HttpRequest): Promise<string> {
    return this.passes.issue(request, { audience: audienceOf(path), seconds: SECONDS });
  }

  /**
   * Returns the subject that downloads: the owner of the token in the URL, otherwise the sender. Throws 401 for an
   * invalid token, and for a token of a different subject than the sender.
   */
  async readerOf(request: HttpRequest, sender: PackageSubject): Promise<PackageSubject> {
    const token = queryTexts(request).get('token') ?? '';
    if (token === '') {
      return sender;
    }
    const [path = ''] = stateOf(request).target.split('?', 1);
    const { subject } = await this.passes.redeem(token, audienceOf(path), request);
    if (sender.kind !== 'anonymous' && !isSameHolder(sender, subject)) {
      throw packageLoginNeeded();
    }
    return subject;
  }
}
