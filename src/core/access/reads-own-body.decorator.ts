import { SetMetadata } from '@nestjs/common';

export const READS_OWN_BODY = Symbol('reads own body');

/** The body of this route is no parameters: the route reads it itself, as a stream or as bytes. */
export const ReadsOwnBody = () => SetMetadata(READS_OWN_BODY, true);
