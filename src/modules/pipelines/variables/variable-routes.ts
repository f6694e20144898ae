import { Delete, Get, HttpCode, Injectable, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Input, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import type { VariableOwner } from './ci-variable.js';
import {
  CreateVariableInput,
  FindVariableQuery,
  PLAIN_VARIABLE,
  readScope,
  UpdateVariableInput,
  variableFields,
} from './variables.dto.js';
import { presentVariable, VariableSchema } from './variable.presenter.js';
import { VariablesService } from './variables.service.js';

/** The routes of variables, the same for every owner (contract: triggers §11). */
@Injectable()
export abstract class VariableRoutes<T> {
  constructor(private readonly variables: VariablesService) {}

  protected abstract ownerOf(target: T): VariableOwner;

  @Get()
  @Answers([VariableSchema])
  async list(@Target() target: T, @Paging() page: PageRequest) {
    return (await this.variables.list(this.ownerOf(target), page)).map(presentVariable);
  }

  @Get(':key')
  @Answers(VariableSchema)
  async show(@Target() target: T, @TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    return presentVariable(await this.variables.get(this.ownerOf(target), key, readScope(filter) ?? undefined));
  }

  @Post()
  @Answers(VariableSchema)
  async create(@Target() target: T, @Input() input: CreateVariableInput) {
    const fields = variableFields(input, PLAIN_VARIABLE);
    return presentVariable(await this.variables.create(this.ownerOf(target), input.key, fields));
  }

  @Put(':key')
  @Answers(VariableSchema)
  async update(@Target() target: T, @TextParam('key') key: string, @Input() input: UpdateVariableInput) {
    const scope = readScope(input.filter) ?? undefined;
    return presentVariable(
      await this.variables.update(this.ownerOf(target), key, scope, (before) => variableFields(input, before)),
    );
  }

  @Delete(':key')
  @HttpCode(204)
  @Answers(null)
  async delete(@Target() target: T, @TextParam('key') key: string, @Input() { filter }: FindVariableQuery) {
    await this.variables.delete(this.ownerOf(target), key, readScope(filter) ?? undefined);
  }
}
