import { Injectable } from '@nestjs/common';
import { Env } from '../../../../platform/config/env.js';
import { ProjectPathsRepository } from './project-paths.repository.js';

/** Module paths of projects: the host of the service and the path of the project (contract: packages §5.10). */
@Injectable()
export class GoRootsService {
  constructor(
    private readonly paths: ProjectPathsRepository,
    private readonly env: Env,
  ) {}

  of(projectPath: string): string {
    return `${new URL(this.env.baseUrl).hostname}/${projectPath}`;
  }

  /** Null if the project is gone. */
  async rootOf(projectId: number): Promise<string | null> {
    const path = await this.paths.find(projectId);
    return path === null ? null : this.of(path);
  }
}
