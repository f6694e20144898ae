import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import {
  CreateVariableInput,
  FindVariableQuery,
  PLAIN_VARIABLE,
  readScope,
  UpdateVariableInput,
  variableFields,
} from './dto/variables.dto.js';
import { presentVariable, VariableSchema } from './variable.presenter.js';
import { Variables } from './variables.service.js';

/** Contract: triggers §11. */
@Controller('projects/:id/variables')
@Allow({ on: 'project', role: Role.Maintainer })
export class ProjectVariablesController {
  constructor(private readonly variables: Variables) {}

  @Get()
  @Answers([VariableSchema])
  async list(@Target() project: Project, @Paging() page: PageRequest) {
    return (await this.variables.list({ projectId: project.id }, page)).map(presentVariable);
  }

  @Get(':key')
  @Answers(VariableSchema)
  async show(@Target() project: Project, @TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    return presentVariable(await this.variables.get({ projectId: project.id }, key, readScope(filter) ?? undefined));
  }

  @Post()
  @Answers(VariableSchema)
  async create(@Target() project: Project, @Input() input: CreateVariableInput) {
    const fields = variableFields(input, PLAIN_VARIABLE);
    return presentVariable(await this.variables.create({ projectId: project.id }, input.key, fields));
  }

  @Put(':key')
  @Answers(VariableSchema)
  async update(@Target() project: Project, @TextParam('key') key: string, @Input() input: UpdateVariableInput) {
    const scope = readScope(input.filter) ?? undefined;
    return presentVariable(
      await this.variables.update({ projectId: project.id }, key, scope, (before) => variableFields(input, before)),
    );
  }

  @Delete(':key')
  @HttpCode(204)
  @Answers(null)
  async delete(@Target() project: Project, @TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    await this.variables.delete({ projectId: project.id }, key, readScope(filter) ?? undefined);
  }
}
