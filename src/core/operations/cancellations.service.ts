import { Injectable } from '@nestjs/common';
import { conflict, methodNotAllowed } from '../../common/errors/catalogue.js';
import { Contributions } from '../../platform/contributions/contributions.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import type { Operation } from './operation.js';
import { OperationsRepository } from './operations.repository.js';

/** A kind of operation that can only be canceled while it is scheduled; contributed by the module that schedules it. */
export abstract class OperationUndo {
  abstract readonly kind: string;
  /** Reverts the effects of the operation's request, in the transaction that cancels it. */
  abstract undo(tx: Tx, operation: Operation, caller: Caller): Promise<void>;
}

/** Cancels operations (contract: conventions §13, core §15.3). */
@Injectable()
export class CancellationsService {
  constructor(
    private readonly operations: OperationsRepository,
    private readonly contributions: Contributions,
    private readonly database: Database,
  ) {}

  /** Throws 405 when this kind cannot be canceled, 409 when the operation has ended. */
  async cancel(operation: Operation, caller: Caller): Promise<Operation> {
    if (!operation.canCancel) {
      throw methodNotAllowed();
    }
    const undo = this.contributions.to(OperationUndo).find(({ kind }) => kind === operation.kind);
    await (undo ? this.takeBack(operation, undo, caller) : this.stop(operation));
    return (await this.operations.find(operation.id)) ?? operation;
  }

  /**
   * Cancels an operation that has not begun, for an {@link OperationUndo}; false when it has begun, or cannot be
   * canceled.
   */
  cancelScheduled(_tx: Tx, operationId: string): Promise<boolean> {
    return this.operations.cancelScheduled(operationId);
  }

  private takeBack(operation: Operation, undo: OperationUndo, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      if (!(await this.operations.cancelScheduled(operation.id))) {
        const now = await this.operations.find(operation.id);
        throw now?.state === 'running' ? methodNotAllowed() : hasEnded();
      }
      await undo.undo(tx, operation, caller);
    });
  }

  private async stop(operation: Operation): Promise<void> {
    if (!(await this.operations.requestCancel(operation.id))) {
      throw hasEnded();
    }
  }
}

const hasEnded = () => conflict('The operation has ended');
