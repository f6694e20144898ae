import { Catch, HttpException, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { serverError, unavailable, unknownRoute } from '../../common/errors/catalogue.js';
import { sqlState } from '../database/constraint.js';
import { inDialect } from './error-dialect.js';
import { stateOf } from './request-state.js';
import { writeError } from './write-answer.js';

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ETIMEDOUT', 'EPIPE']);
/** Classes of SQLSTATE that mean the server is away or closing (57: operator intervention, 08: connection, 53: resources). */
const AWAY_CLASSES = new Set(['08', '53', '57']);

/** Turns whatever was thrown into the exact body of the contract; never a stack, SQL, path or class name (conventions §5). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const answer = this.answerFor(error, http.getRequest<Request>());
    if (response.headersSent) {
      response.destroy();
      return;
    }
    writeError(response, inDialect(stateOf(http.getRequest<Request>()).target, answer));
  }

  private answerFor(error: unknown, request: Request): ApiError {
    if (error instanceof ApiError) {
      return error;
    }
    if (error instanceof HttpException && error.getStatus() === 404) {
      return unknownRoute();
    }
    const away = isAway(error);
    this.logger.error({
      requestId: stateOf(request).requestId,
      route: stateOf(request).route,
      error: error instanceof Error ? error.message : String(error),
      stack: error instanceof Error && !away ? error.stack : undefined,
    });
    return away ? unavailable() : serverError();
  }
}

/** The database or the queue is out of reach. */
function isAway(error: unknown): boolean {
  const code = sqlState(error) ?? '';
  const lost =
    error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
  return lost || CONNECTION_CODES.has(code) || (code.length === 5 && AWAY_CLASSES.has(code.slice(0, 2)));
}
