import { Catch } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import { ApiError } from '../../../../common/errors/api-error.js';
import { ErrorFilter } from '../../../../platform/http/error.filter.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { shownByClients } from './npm-errors.js';

/** User agents of the clients, and of the HTTP libraries that some of them use. */
const CLIENT = /^(?:npm|pnpm|yarn|bun|lerna|node-fetch|got)\b/;

/** Formats errors for npm clients, wherever they are thrown (contract: packages §5.2). */
@Catch()
export class NpmErrorFilter extends ErrorFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    const { 'user-agent': client = '' } = host.switchToHttp().getRequest<HttpRequest>().headers;
    super.catch(error instanceof ApiError && CLIENT.test(client) ? shownByClients(error) : error, host);
  }
}
