import { Catch } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import { ApiError } from '../../../../common/errors/api-error.js';
import { ErrorFilter } from '../../../../platform/http/error.filter.js';
import { shownByClients } from './npm-errors.js';

/** Refusals in the form that clients of npm read, whoever throws them. */
@Catch()
export class NpmErrorFilter extends ErrorFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    super.catch(error instanceof ApiError ? shownByClients(error) : error, host);
  }
}
