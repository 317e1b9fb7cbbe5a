import { fieldOfRole } from '../../../model/cases/case-kind.ts'
import { optionsTogether } from '../../../model/cases/head-fields.ts'
import { OFFICES } from '../../../model/cases/offices.ts'
import { COUNTRIES } from '../../../model/kit/identity/countries.ts'
import { conditionWords } from '../../../model/kit/conditions.ts'
import { labelOf, type Field, type Lang, type Options, type When, type Words, wordIn } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../context.ts'

type Few = 'model' | 'kind' | 'subtype' | 'country' | 'office'
const ALL: Words = ['全部', 'All']

/** Models, kinds of case, their subtypes, countries and offices are few and known here; the records of another model are asked for. */
export const isFew = (of: Field['code_of']): of is Few => of !== undefined && Object.hasOwn(CODES, of)

/** The codes that such a field holds, with their words. */
export const codesIn = (ctx: Context, of: Few): ReadonlyMap<string, string> => CODES[of](ctx)

const CODES: Readonly<Record<Few, (ctx: Context) => ReadonlyMap<string, string>>> = {
  model: ({ tenant, lang }) => new Map([['*', wordIn(ALL, lang)], ...labels(tenant.models.all.values(), lang)]),
  kind: ({ tenant, lang }) => new Map(labels([...tenant.models.kinds.values()].map(({ name }) => tenant.models.all.get(name) ?? []).flat(), lang)),
  subtype: ({ tenant, lang }) => {
    const rights = [...tenant.models.kinds.values()].filter(({ dealing }) => !dealing)
    const words = optionsTogether(rights.map(({ name }) => subtypesOf(tenant.models.all.get(name))))
    return new Map(Object.entries(words).map(([code, said]) => [code, wordIn(said, lang)]))
  },
  country: ({ lang }) => inWords(COUNTRY_WORDS, lang),
  office: ({ lang }) => inWords(Object.entries<Words>(OFFICES), lang),
}

/** A country is called as its office is; those with one come first. */
const COUNTRY_WORDS: readonly (readonly [code: string, words: Words])[] = [
  ...Object.entries<Words>(OFFICES).filter(([code]) => COUNTRIES.has(code)),
  ...[...COUNTRIES].filter(([code]) => !Object.hasOwn(OFFICES, code)),
]

/** A condition in words, with countries and offices by name. */
export const conditionSays = (when: When, fields: Readonly<Record<string, Field>>, lang: Lang) => conditionWords(when, fields, lang, nameOf)

const NAMED = { country: new Map(COUNTRY_WORDS), office: new Map(Object.entries<Words>(OFFICES)) }
const nameOf = ({ code_of: of }: Field, value: string) => (of === 'country' || of === 'office' ? NAMED[of].get(value) : undefined)

const inWords = (words: readonly (readonly [string, Words])[], lang: Context['lang']) =>
  new Map(words.map(([code, said]) => [code, wordIn(said, lang)]))

const labels = (models: Iterable<Model>, lang: Context['lang']) => [...models].map((model) => [model.name, labelOf(model, lang)] as const)

/** The subtypes of this kind of case. */
export function subtypesOf(model: Model | undefined): Options {
  const code = model && fieldOfRole(model, 'subtype')
  const field = code === undefined ? undefined : model?.fields[code]
  return field?.type === 'option' ? field.options : {}
}
