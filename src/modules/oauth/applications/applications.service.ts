import { Injectable } from '@nestjs/common';
import { badRequest, invalid, notFound, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { readId } from '../../../core/access/request.decorators.js';
import { httpRedirectsInForce } from '../../../core/settings/settings-in-force.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { Env } from '../../../platform/config/env.js';
import { digestOf, randomHex, randomToken } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import type { Application, ApplicationFields, RegisteredApplication } from './application.js';
import { ApplicationSecretsRepository } from './application-secrets.repository.js';
import { ApplicationsRepository } from './applications.repository.js';
import { isPlainHttp } from './redirect-uri.js';

const UID_BYTES = 32;
const UID = /^[0-9a-f]{64}$/;
const DIGITS = /^\d+$/;
/** Contract: oauth §3. */
const SECRET_PREFIX = 'slas_';

/** Registered applications (contract: oauth §3). */
@Injectable()
export class ApplicationsService {
  constructor(
    private readonly applications: ApplicationsRepository,
    private readonly secrets: ApplicationSecretsRepository,
    private readonly settings: SettingsService,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  list(page: PageRequest): Promise<Page<Application>> {
    return this.applications.page(page);
  }

  /** Returns the applications of a user, or all if `ownerId` is null; newest first. */
  newestFirst(ownerId: number | null, page: PageRequest): Promise<Page<Application>> {
    return this.applications.newestFirst(ownerId, page);
  }

  /** Throws 404. */
  async get(id: number): Promise<Application> {
    const application = await this.applications.find(id);
    if (!application) {
      throw notFound('Application');
    }
    return application;
  }

  /** Finds an application by id or client id (contract: oauth §3). */
  async findByName(name: string): Promise<Application | null> {
    const application = UID.test(name) ? await this.applications.findByUid(name) : null;
    return application ?? (DIGITS.test(name) ? this.applications.find(readId(name)) : null);
  }

  /** Throws 404 for an application of another user. */
  async getOwn(ownerId: number, id: number): Promise<Application> {
    const application = await this.get(id);
    if (application.owner?.id !== ownerId) {
      throw notFound('Application');
    }
    return application;
  }

  /**
   * Creates an application, owned by the instance if `ownerId` is null. Throws 400 for invalid redirect URIs and
   * scopes.
   */
  async create(fields: ApplicationFields, ownerId: number | null, caller: Caller): Promise<RegisteredApplication> {
    await this.refuse(fields, caller.isAdmin);
    return this.database.transaction(async () => {
      const id = await this.applications.insert({ ...fields, uid: randomHex(UID_BYTES), ownerId });
      const secret = fields.confidential ? await this.issueSecret(id) : null;
      return { application: await this.get(id), secret };
    });
  }

  /** Throws 400 for invalid redirect URIs and scopes. An application that becomes public loses its secrets. */
  async update(application: Application, changes: Partial<ApplicationFields>, caller: Caller): Promise<Application> {
    await this.refuse(changes, caller.isAdmin && application.owner?.isAdmin !== false);
    return this.database.transaction(async () => {
      await this.applications.update(application.id, changes);
      if (changes.confidential === false) {
        await this.secrets.deleteAllOf(application.id);
      }
      return this.get(application.id);
    });
  }

  /**
   * Deletes an application with its codes, families and tokens in one transaction, which is repeated if it loses a race
   * against an exchange or a refresh (contract: oauth §3). Throws 404 if another request deleted it first.
   */
  async delete(application: Application): Promise<void> {
    if (!(await this.database.transaction(() => this.applications.delete(application.id)))) {
      throw notFound('Application');
    }
  }

  /** The old secret remains valid for `keepOldFor` seconds. Throws 400 for a public application, and 404. */
  renewSecret({ id }: Application, keepOldFor: number): Promise<RegisteredApplication> {
    return this.database.transaction(async () => {
      await this.applications.touch(id); // serialises renewals and other changes
      const application = await this.get(id);
      if (!application.confidential) {
        throw badRequest('A public application has no secret');
      }
      await this.secrets.retire(id, keepOldFor);
      return { application, secret: await this.issueSecret(id) };
    });
  }

  private async issueSecret(id: number): Promise<string> {
    const secret = randomToken(SECRET_PREFIX);
    await this.secrets.insert(id, digestOf(secret));
    return secret;
  }

  /**
   * Checks only changed fields; the others were checked when they were written. An application of a user who is no
   * administrator gets the scope `sudo` from nobody (contract: oauth §3).
   */
  private async refuse(changes: Partial<ApplicationFields>, mayHaveSudo: boolean): Promise<void> {
    const onlyLoopback = httpRedirectsInForce(await this.settings.current(), this.env) === 'loopback';
    const errors = {
      ...(changes.redirectUris && onlyLoopback && changes.redirectUris.some(isPlainHttp)
        ? { redirect_uri: ['must use https'] }
        : {}),
      ...(changes.scopes?.includes('sudo') && !mayHaveSudo ? { scopes: [NOT_A_VALUE] } : {}),
    };
    if (Object.keys(errors).length > 0) {
      throw invalid(errors);
    }
  }
}
