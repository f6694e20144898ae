import type { Content } from '../deletions/deletion-preview.js';
import type { Figure } from './project-figures.js';

/** Answers one figure of many projects in one statement, by project id; a project that is left out has 0. */
export type FigureSource = (projectIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** The contents of projects of one kind, contributed by the module that stores them (contract: core §6, §15.2). */
export abstract class ProjectHoldings {
  /** Bytes, or commits. */
  readonly figures: Readonly<Partial<Record<Figure, FigureSource>>> = {};
  /** The contents that are counted instead of measured. */
  readonly contents: Readonly<Partial<Record<Content, FigureSource>>> = {};
}
