import type { RowFault } from '../../../../model/import/row.ts'
import { Refusal } from '../../../errors.ts'
import type { Item } from '../item.ts'
import { isHeld } from './write-errors.ts'

export const NOT_TO_MAKE: RowFault = { field: '', words: ['没有相同的记录，而您无权新建', 'does not exist, and you may not create it'] }

/** The record is hidden from this person. */
export const HIDDEN: RowFault = { field: '', words: ['号码已被占用，您无权修改', 'the number is already in use, and you may not change that record'] }

const NOT_STORABLE: RowFault = {
  field: '',
  words: ['不能保存：与已有数据冲突，或有无法存储的值', 'cannot be saved: it conflicts with existing data or contains a value that cannot be stored'],
}

/** The refusal of a rule between records has words; an error of PostgreSQL has none for a person. */
export const refusedFor = (error: unknown): RowFault =>
  error instanceof Refusal && (error.name === 'rule' || isHeld(error)) ? { field: '', words: [error.words('zh'), error.words('en')] } : NOT_STORABLE

/** For a record hidden from this person, the message only says that the number is taken. */
export function alreadyThere(item: Item, name: string): RowFault {
  const row = item.said_before
  if (row !== undefined)
    return { field: '', words: [`与本表第 ${row} 行重复${name && `：${name}`}`, `duplicate of row ${row} of this file${name && `: ${name}`}`] }
  if (name === '') return { field: '', words: ['号码已被占用', 'the number is already in use'] }
  return { field: '', words: [`已有记录：${name}`, `existing record: ${name}`] }
}
