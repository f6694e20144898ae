import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Env } from '../../../platform/config/env.js';
import { PushFactsRepository } from '../../repositories/pushes/push-facts.repository.js';
import type { PushedProject } from '../../repositories/pushes/push-facts.repository.js';
import { projectPart, repositoryPart } from '../../repositories/pushes/push-payload.js';
import type { EventOrigin } from './normalise-event.js';

/** Reads what every event tells of its project and of who caused it (contract: integrations §4.2). */
@Injectable()
export class EventOriginsService {
  constructor(
    private readonly facts: PushFactsRepository,
    private readonly env: Env,
  ) {}

  /** Throws 404 for a project that is gone. */
  async of(projectId: number, userId: number): Promise<EventOrigin & { readonly source: PushedProject }> {
    const source = await this.facts.findProject(projectId);
    if (!source) {
      throw notFound('Project');
    }
    const pusher = await this.facts.findPusher(userId);
    const webUrl = `${this.env.baseUrl}/${source.fullPath}`;
    const { id = userId, name = '', username = '', email = '' } = pusher ?? {};
    return {
      source,
      project: projectPart(source, webUrl),
      repository: repositoryPart(source, webUrl),
      user: { id, name, username, avatar_url: null, email },
    };
  }
}
