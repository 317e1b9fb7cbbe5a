import type { Field, Words } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { codesIn, isFew } from '../../../records/words/code-words.ts'
import type { Context } from '../../../records/context.ts'
import { fieldsOf } from '../../../records/registry.ts'
import type { Item } from '../item.ts'
import { nameKey } from './name-key.ts'

/** A file may have the names of models, of kinds of case and of their fields, in either language: the codes take their place. */
export function readCodeWords(ctx: Context, model: Model, items: readonly Item[]) {
  for (const [code, field] of fieldsOf(model)) {
    const codes = codesOf(ctx, field)
    if (codes) for (const { values, read } of items) putCodes({ values, read, fault: code }, code, codes)
    for (const [part, of] of field.type === 'rows' ? Object.entries(field.of) : []) {
      const own = codesOf(ctx, of)
      if (own) for (const { values, read } of items) for (const row of rowsIn(values[code])) putCodes({ values: row, read, fault: code }, part, own)
    }
  }
  for (const [code, { fields_of: named }] of fieldsOf(model)) {
    if (named === undefined) continue
    const byModel = new Map<unknown, Codes>()
    for (const item of items) {
      const name = item.values[named]
      const codes = byModel.get(name) ?? codesByWord(fieldWords(ctx, name))
      byModel.set(name, codes)
      putCodes({ ...item, fault: code }, code, codes)
    }
  }
}

const rowsIn = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : []) // oxfmt-ignore

/** The codes, and by each word those that it means. */
type Codes = { own: ReadonlySet<string>; said: ReadonlyMap<string, ReadonlySet<string>> }

function codesOf(ctx: Context, { code_of: of }: Field): Codes | undefined {
  return isFew(of) ? codesByWord((['zh', 'en'] as const).flatMap((lang) => [...codesIn({ ...ctx, lang }, of)])) : undefined
}

function codesByWord(words: readonly (readonly [code: string, word: string])[]): Codes {
  const said = new Map<string, Set<string>>()
  for (const [code, word] of words) said.set(nameKey(word), (said.get(nameKey(word)) ?? new Set()).add(code))
  return { own: new Set(words.map(([code]) => code)), said }
}

function fieldWords({ tenant }: Context, name: unknown): [string, string][] {
  const model = tenant.models.all.get(String(name))
  return model ? fieldsOf(model).flatMap(([code, { zh, en, internal }]): [string, string][] => (internal ? [] : [[code, zh], [code, en]])) : [] // oxfmt-ignore
}

/** A text that is neither a word nor a code is kept, and the check of the record refuses it. */
function putCodes({ values, read, fault }: Pick<Item, 'values' | 'read'> & { fault: string }, field: string, codes: Codes) {
  const meant = (text: unknown) => {
    if (typeof text !== 'string' || codes.own.has(text)) return text
    const [one, ...others] = codes.said.get(nameKey(text)) ?? []
    if (one === undefined || others.length === 0) return one ?? text
    read.faults.push({ field: fault, words: severalSaid(text, [one, ...others]) })
    return text
  }
  const value = values[field]
  if (Array.isArray(value)) values[field] = [...new Set(value.map(meant))]
  else if (value !== undefined) values[field] = meant(value)
}

const severalSaid = (text: string, codes: readonly string[]): Words => [
  `“${text.slice(0, 40)}”有多个含义，请填写代码：${codes.join('、')}`,
  `“${text.slice(0, 40)}” has more than one meaning; enter the code: ${codes.join(', ')}`,
]
