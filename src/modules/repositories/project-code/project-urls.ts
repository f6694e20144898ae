import { Injectable } from '@nestjs/common';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';

/** Web addresses of projects; those of commits and branches begin with them. */
@Injectable()
export class ProjectUrls {
  constructor(private readonly env: Env) {}

  of({ fullPath }: Project): string {
    return `${this.env.baseUrl}/${fullPath}`;
  }
}

/** Encodes a ref name for a URL: only characters that are invalid or have another meaning there are escaped. */
export const refInUrl = (name: string): string => encodeURI(name).replace(/[?#]/g, (sign) => encodeURIComponent(sign));
