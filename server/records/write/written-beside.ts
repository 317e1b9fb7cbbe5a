import { contextSlot } from '../slots.ts'

/** While a transition is written: the models with a change log of which records were written. */
export const writtenBeside = contextSlot<Set<string>>()
