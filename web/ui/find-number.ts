import { findActionsOf, type FoundCase } from '../../model/cases/find-actions.ts'
import { act } from '../api/api.ts'

const { find: findCases } = findActionsOf('case')

/** Four digits make a number; words are searched in a list. */
export const isNumber = (text: string) => /\d{4}/.test(text) && !/\s.*\s.*\s/.test(text)

/** The single case of a number, queried at once: a pasted number with Enter needs no list. */
export async function caseOfNumber(text: string): Promise<FoundCase | undefined> {
  const { record } = await act(findCases, { text })
  const named = record.filter((one) => [one.case_no, one.application_no].some((number) => number && plain(number) === plain(text)))
  const [only] = named.length > 0 ? named : record
  return named.length === 1 || record.length === 1 ? only : undefined
}

const plain = (number: string) => number.replace(/[\s./,-]/g, '').toUpperCase()
