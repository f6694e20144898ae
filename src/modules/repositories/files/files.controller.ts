import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Target, TextParam } from '../../../core/access/request.decorators.js';
import type { Project } from '../../../core/projects/project.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../code-project.resolver.js';
import { ShowFileQuery } from './dto/files.dto.js';
import { FileSchema, presentFile } from './file.presenter.js';
import { FileReads } from './files.service.js';

/** Contract: git §3.4. */
@Controller('projects/:id/repository/files/:file_path')
export class FilesController {
  constructor(private readonly files: FileReads) {}

  @Get()
  @Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
  @Answers(FileSchema)
  async show(@Target() project: Project, @TextParam('file_path') path: string, @Input() { ref }: ShowFileQuery) {
    return presentFile(await this.files.get(project, path, ref));
  }
}
