import { type Field, type Lang, labelOf, wordIn } from '../../kit/fields.ts'
import { printRows } from './child-rows.ts'

/** Prints a value for a cell; readValue parses it back. */
export function printValue(field: Field, value: unknown, lang: Lang): string | number | null {
  if (value === null || value === undefined) return null
  switch (field.type) {
    case 'integer':
      return Number(value)
    case 'boolean':
      return wordIn(value ? ['是', 'Yes'] : ['否', 'No'], lang)
    case 'option':
      return optionWord(field.options, String(value), lang)
    case 'options':
      return printList((value as string[]).map((code) => (field.options ? optionWord(field.options, code, lang) : code))) // a list in row format
    case 'reference':
      return nameOf(value)
    case 'references':
      return (value as unknown[]).map(nameOf).join('; ') // as above
    case 'rows': {
      const print = (part: Field, one: unknown) => String(printValue(part, one, lang) ?? '')
      return printRows(field, value as Record<string, unknown>[], (part) => labelOf(part, lang), print) // as above
    }
    case 'attachment':
      return (value as unknown[]).map(nameOf).join('; ') // as above
    case 'json':
      return JSON.stringify(value)
    default:
      return String(value)
  }
}

/** A single word with a comma ends with the list separator, so that the comma does not separate. */
const printList = (words: readonly string[]) => (words.length === 1 && /[,，、]/.test(words[0] ?? '') ? `${words[0]};` : words.join('; '))

function optionWord(options: Readonly<Record<string, readonly [string, string]>>, code: string, lang: Lang) {
  const words = Object.hasOwn(options, code) ? options[code] : undefined
  return words ? wordIn(words, lang) : code
}

/** A reference has the form {sid, name}. */
const nameOf = (value: unknown) => (typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value))
