import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** An id that only the database assigns. */
export const IdColumn = (): PropertyDecorator =>
  PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' });

/** TypeORM reads times as Date; entities have them as text, like plain statements and the wire. */
const AS_TEXT = {
  from: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
  to: (value: unknown) => value,
};

/** A time with milliseconds, like every time on the wire: ISO text (contract: conventions §4). */
export const TimeColumn = (options: { nullable?: boolean; default?: () => string } = {}): PropertyDecorator =>
  Column({ type: 'timestamp with time zone', precision: 3, transformer: AS_TEXT, ...options });

/** When the row was created or last changed, set by the database. */
export const NowColumn = (): PropertyDecorator => TimeColumn({ default: () => 'now()' });

export const OptionalText = (): PropertyDecorator => Column('text', { nullable: true });
