import { Injectable } from '@nestjs/common';
import { conflict, methodNotAllowed } from '../../common/errors/catalogue.js';
import type { Operation } from './operation.js';
import { OperationsRepository } from './operations.repository.js';

/** Pauses and resumes operations (contract: storage-moves §6). */
@Injectable()
export class PausesService {
  constructor(private readonly operations: OperationsRepository) {}

  /** Running items are finished. Throws 405 when this kind cannot be paused, 409 when the operation has ended. */
  pause(operation: Operation): Promise<Operation> {
    return this.set(operation, true);
  }

  /** Throws like {@link pause}. */
  resume(operation: Operation): Promise<Operation> {
    return this.set(operation, false);
  }

  private async set(operation: Operation, isPaused: boolean): Promise<Operation> {
    if (!operation.canPause) {
      throw methodNotAllowed();
    }
    if (!(await this.operations.setPaused(operation.id, isPaused))) {
      throw conflict('The operation has ended');
    }
    return (await this.operations.find(operation.id)) ?? operation;
  }
}
