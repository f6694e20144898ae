import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../../core/sessions/session.js';
import { SessionsRepository } from '../../../core/sessions/sessions.repository.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { isSignedInSince } from '../../../core/web/return-targets.js';
import { Database } from '../../../platform/database/database.js';
import { CodesRepository } from './codes.repository.js';
import { FamiliesRepository } from '../../../core/oauth-tokens/families/families.repository.js';
import type { AuthorizationRequest } from './authorization-request.js';

const CODE_BYTES = 32;

/** Creates authorization codes after consent (contract: oauth §4). */
@Injectable()
export class AuthorizationService {
  constructor(
    private readonly families: FamiliesRepository,
    private readonly codes: CodesRepository,
    private readonly sessions: SessionsRepository,
    private readonly settings: SettingsService,
    private readonly database: Database,
  ) {}

  /** Creates a new family and returns its code. */
  async approve(request: AuthorizationRequest, userId: number, session: Session): Promise<string> {
    const { oauthAuthorizationCodeExpiresIn: seconds } = await this.settings.current();
    const value = randomBytes(CODE_BYTES).toString('base64url');
    const { application, to, codeChallenge, scopes, nonce } = request;
    await this.database.transaction(async () => {
      const familyId = await this.families.insert({
        applicationId: application.id,
        userId,
        hasConsent: true,
        redirectUri: to.redirectUri,
        codeChallenge,
        scopes,
        authTime: session.signedInAt,
      });
      await this.codes.insert({ value, familyId, nonce, seconds });
    });
    return value;
  }

  /** Notes that the request has been shown to the user who signed in for it; it is shown only once. */
  async noteShown(session: Session, demand: string): Promise<void> {
    const met = session.returnTargets.filter((one) => one.demand === demand && isSignedInSince(session, one));
    for (const target of met) {
      await this.sessions.noteMetDemand(session.id, target.id);
    }
  }

  /** A sign-in for a request is valid for that request only. */
  async settle(session: Session, demand: string): Promise<void> {
    for (const target of session.returnTargets.filter((one) => one.demand === demand)) {
      await this.sessions.dropReturnTarget(session.id, target.id);
    }
  }
}
