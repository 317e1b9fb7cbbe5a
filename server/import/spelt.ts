import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Wording } from '../records/words/wording.ts'

/** What the tenant calls the options of a model, by field and code. It is kept with the plan, so that all rows of a file are read alike. */
export type Spelt = Readonly<Record<string, readonly string[]>>

const spelt = new WeakMap<Spelt, Model>()

/** The model whose options have these words beside those of the product. */
export function speltIn(model: Model, words: Spelt | undefined): Model {
  if (!words) return model
  const known = spelt.get(words)
  if (known) return known
  const fields = Object.entries<Field>(model.fields).map(([code, field]) => [code, withWords(code, field, words)])
  const made = { ...model, fields: Object.fromEntries(fields) }
  spelt.set(words, made)
  return made
}

/** `each`: the words of each language. */
export function speltOf({ name, fields }: Model, each: readonly Wording[]): Spelt | undefined {
  const keys = Object.entries<Field>(fields).flatMap(([code, field]) => optionKeys(code, field))
  const words = keys.map((key) => [key, each.flatMap((own) => own[`${name}.${key}`] ?? [])] as const)
  const own = words.filter(([, some]) => some.length > 0)
  return own.length > 0 ? Object.fromEntries(own) : undefined
}

function optionKeys(key: string, field: Field): string[] {
  if (field.type === 'rows') return Object.entries<Field>(field.of).flatMap(([code, part]) => optionKeys(`${key}.${code}`, part))
  return field.type === 'option' || field.type === 'options' ? Object.keys(field.options ?? {}).map((code) => `${key}.${code}`) : []
}

function withWords(key: string, field: Field, words: Spelt): Field {
  if (field.type === 'rows') {
    const of = Object.entries<Field>(field.of).map(([code, part]) => [code, withWords(`${key}.${code}`, part, words)])
    return { ...field, of: Object.fromEntries(of) }
  }
  if ((field.type !== 'option' && field.type !== 'options') || !field.options) return field
  const options = Object.entries(field.options).map(([code, known]) => [code, [...known, ...(words[`${key}.${code}`] ?? [])]])
  return { ...field, options: Object.fromEntries(options) }
}
