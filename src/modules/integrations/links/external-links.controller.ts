import { Controller, Get } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import { Text } from '../../../common/params/param.decorators.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Target } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import { ExternalLinksService } from './external-links.service.js';

const Link = nullable(Type.String());

/** Contract: integrations §6.2. */
const ExternalLinksSchema = record('ExternalLinks', {
  wiki: nullable(Type.Object({ slug: Type.String(), url: Link })),
  issue_trackers: Type.Array(
    Type.Object({ slug: Type.String(), project_url: Link, new_issue_url: Link, issues_url: Link }),
  ),
  references: Type.Optional(
    Type.Array(Type.Object({ reference: Type.String(), slug: Type.String(), url: Type.String() })),
  ),
});

export class ExternalLinksQuery {
  @Text({ max: Infinity, description: 'References to issues are looked for in it.' }) text?: string;
}

/** Contract: integrations §6.2. */
@Controller('projects/:id/external_links')
@Allow({ on: 'project', anonymous: true })
export class ExternalLinksController {
  constructor(private readonly links: ExternalLinksService) {}

  @Get()
  @Answers(ExternalLinksSchema)
  async show(@Target() project: Project, @Input() { text }: ExternalLinksQuery) {
    const { wiki, trackers, references } = await this.links.of(project, text ?? '');
    return {
      wiki,
      issue_trackers: trackers.map(({ slug, projectUrl, newIssueUrl, issuesUrl }) => ({
        slug,
        project_url: projectUrl,
        new_issue_url: newIssueUrl,
        issues_url: issuesUrl,
      })),
      ...(text !== undefined && { references }),
    };
  }
}
