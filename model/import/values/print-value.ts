import { type Field, type Lang, labelOf, wordIn } from '../../kit/fields.ts'
import { printRows } from './child-rows.ts'

/** A value as a cell shows it: what is printed here, readValue reads back. */
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
      return printList((value as string[]).map((code) => (field.options ? optionWord(field.options, code, lang) : code))) // a list, as rows hold it
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

/** One word with a comma in it ends with the sign that parts words, so that the comma does not. */
const printList = (words: readonly string[]) => (words.length === 1 && /[,，、]/.test(words[0] ?? '') ? `${words[0]};` : words.join('; '))

function optionWord(options: Readonly<Record<string, readonly [string, string]>>, code: string, lang: Lang) {
  const words = Object.hasOwn(options, code) ? options[code] : undefined
  return words ? wordIn(words, lang) : code
}

/** A reference is read as {sid, name}. */
const nameOf = (value: unknown) => (typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : String(value))
