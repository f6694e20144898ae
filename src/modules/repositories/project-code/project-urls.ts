import { Injectable } from '@nestjs/common';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';

/** Web addresses of projects, which those of commits and branches begin with. */
@Injectable()
export class ProjectUrls {
  constructor(private readonly env: Env) {}

  of({ fullPath }: Project): string {
    return `${this.env.baseUrl}/${fullPath}`;
  }
}

/** A ref's name in an address: as it is, but for what no address holds or would mean something else there. */
export const refInUrl = (name: string): string => encodeURI(name).replace(/[?#]/g, (sign) => encodeURIComponent(sign));
