import { Column } from 'typeorm';

/** A moment with milliseconds, as every time on the wire has them (contract: conventions §4). */
export const TimeColumn = (options: { nullable?: boolean; default?: () => string } = {}): PropertyDecorator =>
  Column({ type: 'timestamp with time zone', precision: 3, ...options });

/** When the row was made or last changed, filled in by the database. */
export const NowColumn = (): PropertyDecorator => TimeColumn({ default: () => 'now()' });

export const OptionalText = (): PropertyDecorator => Column('text', { nullable: true });
