import { Injectable } from '@nestjs/common';
import type { Project } from '../../core/projects/project.js';
import { Env } from '../../platform/config/env.js';

/** Web addresses of projects, which those of commits and branches begin with. */
@Injectable()
export class ProjectUrls {
  constructor(private readonly env: Env) {}

  of({ fullPath }: Project): string {
    return `${this.env.baseUrl}/${fullPath}`;
  }
}
