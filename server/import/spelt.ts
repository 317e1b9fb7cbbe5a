import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Context, Tenant } from '../records/context.ts'
import type { Wording } from '../records/words/wording.ts'

const spelt = new WeakMap<Tenant, Map<string, Model>>()

/** The model whose options have the words of the tenant beside those of the product, as they were when a table was last opened. */
export const speltIn = ({ tenant }: Context, model: Model): Model => spelt.get(tenant)?.get(model.name) ?? model

/** `words`: of each language. */
export function spell({ tenant }: Context, model: Model, words: readonly Wording[]) {
  const fields = Object.entries<Field>(model.fields).map(([code, field]) => [code, withWords(`${model.name}.${code}`, field, words)])
  const known = spelt.get(tenant) ?? new Map<string, Model>()
  spelt.set(tenant, known.set(model.name, { ...model, fields: Object.fromEntries(fields) }))
}

function withWords(key: string, field: Field, words: readonly Wording[]): Field {
  if (field.type === 'rows') {
    const of = Object.entries<Field>(field.of).map(([code, part]) => [code, withWords(`${key}.${code}`, part, words)])
    return { ...field, of: Object.fromEntries(of) }
  }
  if ((field.type !== 'option' && field.type !== 'options') || !field.options) return field
  const options = Object.entries(field.options).map(([code, known]) => [code, [...known, ...words.flatMap((each) => each[`${key}.${code}`] ?? [])]])
  return { ...field, options: Object.fromEntries(options) }
}
