import { pastedNumbers } from '../../../model/cases/numbers/pasted.ts'

/** The numbers in a pasted text, without duplicates and without the quotes of some exports. */
export const valuesIn = (text: string): string[] => pastedNumbers(text.replaceAll(/["“”]/g, ''))
