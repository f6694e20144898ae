import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Env } from '../../../platform/config/env.js';
import { PushFactsRepository } from '../../repositories/pushes/push-facts.repository.js';
import type { PushedProject } from '../../repositories/pushes/push-facts.repository.js';
import { projectPart, repositoryPart } from '../../repositories/pushes/push-payload.js';
import type { EventOrigin } from './normalise-event.js';

export interface ProjectOrigin extends EventOrigin {
  readonly source: PushedProject;
}

/**
 * Reads the part of every event that describes its project and the user who caused it (contract: integrations §4.2).
 */
@Injectable()
export class EventOriginsService {
  constructor(
    private readonly facts: PushFactsRepository,
    private readonly env: Env,
  ) {}

  /** Throws 404 for a project that no longer exists. */
  async of(projectId: number, userId: number): Promise<ProjectOrigin> {
    const origin = await this.find(projectId, userId);
    if (!origin) {
      throw notFound('Project');
    }
    return origin;
  }

  /**
   * Null for a project that is deleted or about to be: no more events are sent about it (contract: integrations §3.5).
   */
  async find(projectId: number, userId: number): Promise<ProjectOrigin | null> {
    const source = await this.facts.findProject(projectId);
    if (!source) {
      return null;
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
