import { DefaultNamingStrategy } from 'typeorm';

const snake = (text: string): string => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `isAdmin` is stored as `is_admin`; tables are named by their entities. */
export class SnakeNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snake(propertyName);
  }
}
