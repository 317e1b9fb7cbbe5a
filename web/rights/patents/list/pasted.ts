import { pastedNumbers } from '../../../../model/cases/numbers/pasted.ts'

/** The numbers in a pasted text, each once; the quotes that some exports put around them are no part of them. */
export const valuesIn = (text: string): string[] => pastedNumbers(text.replaceAll(/["“”]/g, ''))
