import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** A number that the database alone gives out. */
export const IdColumn = (): PropertyDecorator =>
  PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' });

/** TypeORM reads times as Date; lean statements read them as the wire has them, and so do entities. */
const AS_TEXT = {
  from: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
  to: (value: unknown) => value,
};

/** A moment with milliseconds, as every time on the wire has them: ISO text (contract: conventions §4). */
export const TimeColumn = (options: { nullable?: boolean; default?: () => string } = {}): PropertyDecorator =>
  Column({ type: 'timestamp with time zone', precision: 3, transformer: AS_TEXT, ...options });

/** When the row was made or last changed, filled in by the database. */
export const NowColumn = (): PropertyDecorator => TimeColumn({ default: () => 'now()' });

export const OptionalText = (): PropertyDecorator => Column('text', { nullable: true });
