import { contextSlot } from '../../records/slots.ts'

/**
 * Set during writes with which deadlines end although no value on record is corrected: a relation that is entered, a transition that is
 * undone. Elsewhere the course of a case replaces one deadline by another.
 */
export const endings = contextSlot<true>()
