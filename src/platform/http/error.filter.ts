import { Catch, HttpException, Logger } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { errorText } from '../../common/errors/error-text.js';
import type { HttpRequest, HttpResponse } from './http-types.js';
import { ApiError } from '../../common/errors/api-error.js';
import { conflict, serverError, unavailable, unknownRoute } from '../../common/errors/catalogue.js';
import { lacksSpace } from '../../common/errors/lacks-space.js';
import { isReadOnlyDisk } from '../../common/errors/read-only-disk.js';
import { BlobMissingError, isStoreAway } from '../blob/blob-errors.js';
import { isAway, lostRace, refersToDeleted, tookTooLong } from '../database/database-errors.js';
import { inErrorFormat } from './error-format.js';
import { StoredAnswer } from './idempotency/stored-answer.js';
import { stateOf } from './request-state.js';
import { writeError, writeStored } from './write-answer.js';

/**
 * Turns any thrown error into the exact body of the contract; never a stack, SQL, path or class name (contract:
 * conventions §5).
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<HttpResponse>();
    if (error instanceof StoredAnswer) {
      writeStored(response, error);
      return;
    }
    const request = http.getRequest<HttpRequest>();
    const answer = inErrorFormat(stateOf(request).target, this.answerFor(error, request, response));
    const { claim } = stateOf(request);
    if (!claim) {
      this.refuse(request, response, answer);
      return;
    }
    // The key is kept or freed before the client can repeat the request.
    void claim
      .settle(answer)
      .catch((failure: unknown) => this.logger.warn({ idempotencyKey: String(failure) }))
      .then(() => {
        this.refuse(request, response, answer);
      });
  }

  /** Writes the error in its wire format. */
  protected write(_request: HttpRequest, response: HttpResponse, answer: ApiError): void {
    writeError(response, answer);
  }

  private refuse(request: HttpRequest, response: HttpResponse, answer: ApiError): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    this.write(request, response, answer);
  }

  private answerFor(error: unknown, request: HttpRequest, response: HttpResponse): ApiError {
    if (error instanceof ApiError) {
      return error;
    }
    if (error instanceof HttpException && error.getStatus() === 404) {
      return unknownRoute();
    }
    if (hasLeft(request) || (isAbandoned(response) && isAway(error))) {
      return unavailable(); // the client is gone
    }
    if (refersToDeleted(error)) {
      this.logger.warn({ requestId: stateOf(request).requestId, error: String(error) });
      return conflict('What the request refers to was deleted meanwhile'); // a repeated request gets 401 or 404
    }
    const away = isAway(error) || lostRace(error) || isStoreAway(error) || isReadOnlyDisk(error);
    this.logger.error({
      requestId: stateOf(request).requestId,
      route: stateOf(request).route,
      error: errorText(error),
      stack: error instanceof Error && !away ? error.stack : undefined,
    });
    if (error instanceof BlobMissingError) {
      return unavailable('The stored bytes are missing.'); // 404 would send clients to another source
    }
    if (tookTooLong(error)) {
      return unavailable('The database took too long to answer.');
    }
    if (lacksSpace(error)) {
      return unavailable('No space is left.');
    }
    return away ? unavailable() : serverError();
  }
}

/** The client disconnected while its body was read: not an error of the service. */
const hasLeft = ({ complete, destroyed }: HttpRequest): boolean => destroyed && !complete;

/**
 * The client disconnected while it waited for its answer; its query was cancelled together with the database
 * connection.
 */
const isAbandoned = ({ destroyed, writableFinished }: HttpResponse): boolean => destroyed && !writableFinished;
