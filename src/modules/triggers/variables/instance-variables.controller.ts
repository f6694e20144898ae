import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Paging, TextParam } from '../../../core/access/request.decorators.js';
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
@Controller('admin/ci/variables')
@Allow({ on: 'instance', role: 'admin' })
export class InstanceVariablesController {
  constructor(private readonly variables: Variables) {}

  @Get()
  @Answers([VariableSchema])
  async list(@Paging() page: PageRequest) {
    return (await this.variables.list('instance', page)).map(presentVariable);
  }

  @Get(':key')
  @Answers(VariableSchema)
  async show(@TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    return presentVariable(await this.variables.get('instance', key, readScope(filter) ?? undefined));
  }

  @Post()
  @Answers(VariableSchema)
  async create(@Input() input: CreateVariableInput) {
    const fields = variableFields(input, PLAIN_VARIABLE);
    return presentVariable(await this.variables.create('instance', input.key, fields));
  }

  @Put(':key')
  @Answers(VariableSchema)
  async update(@TextParam('key') key: string, @Input() input: UpdateVariableInput) {
    const scope = readScope(input.filter) ?? undefined;
    return presentVariable(
      await this.variables.update('instance', key, scope, (before) => variableFields(input, before)),
    );
  }

  @Delete(':key')
  @HttpCode(204)
  @Answers(null)
  async delete(@TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    await this.variables.delete('instance', key, readScope(filter) ?? undefined);
  }
}
