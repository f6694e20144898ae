import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Group } from '../../../core/groups/group.js';
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
@Controller('groups/:id/variables')
@Allow({ on: 'group', role: Role.Owner })
export class GroupVariablesController {
  constructor(private readonly variables: Variables) {}

  @Get()
  @Answers([VariableSchema])
  async list(@Target() group: Group, @Paging() page: PageRequest) {
    return (await this.variables.list({ groupId: group.id }, page)).map(presentVariable);
  }

  @Get(':key')
  @Answers(VariableSchema)
  async show(@Target() group: Group, @TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    return presentVariable(await this.variables.get({ groupId: group.id }, key, readScope(filter) ?? undefined));
  }

  @Post()
  @Answers(VariableSchema)
  async create(@Target() group: Group, @Input() input: CreateVariableInput) {
    const fields = variableFields(input, PLAIN_VARIABLE);
    return presentVariable(await this.variables.create({ groupId: group.id }, input.key, fields));
  }

  @Put(':key')
  @Answers(VariableSchema)
  async update(@Target() group: Group, @TextParam('key') key: string, @Input() input: UpdateVariableInput) {
    const scope = readScope(input.filter) ?? undefined;
    return presentVariable(
      await this.variables.update({ groupId: group.id }, key, scope, (before) => variableFields(input, before)),
    );
  }

  @Delete(':key')
  @HttpCode(204)
  @Answers(null)
  async delete(@Target() group: Group, @TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    await this.variables.delete({ groupId: group.id }, key, readScope(filter) ?? undefined);
  }
}
