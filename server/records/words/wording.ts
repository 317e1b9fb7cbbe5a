import { type Field, labelOf } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { WireField, WireSchema } from '../../../model/kit/wire/wire.ts'
import type { FurtherLanguage } from '../../../model/settings/languages/languages.ts'
import { later, type Context, type Tenant } from '../context.ts'
import { keepSetting, readSetting } from '../settings/settings.ts'

/** A tenant's own words by key: `patent`, `patent.country`, `patent.country.CN`, `patent:grant`. */
export type Wording = Readonly<Record<string, string>>

const kept = new WeakMap<Tenant, Map<string, Promise<unknown>>>()
const LANGUAGES = 'i18n.languages'
const settingOf = (language: string) => `i18n.${language}`

/** Cached in the process until it is changed in this or another process. */
function keptSetting(tenant: Tenant, key: string): Promise<unknown> {
  const own = kept.get(tenant) ?? new Map<string, Promise<unknown>>()
  if (!kept.has(tenant)) {
    kept.set(tenant, own)
    for (const topic of ['wording', 'refresh']) tenant.pubsub.subscribe(topic, () => own.clear())
  }
  const known = own.get(key) ?? readSetting(tenant, key)
  own.set(key, known)
  known.catch(() => own.delete(key))
  return known
}

/** In one of our languages, or in a further one of the tenant. */
export const wordingOf = async ({ tenant }: Pick<Context, 'tenant'>, language: string) =>
  ((await keptSetting(tenant, settingOf(language))) ?? {}) as Wording // only keepWording writes it

/** The languages that the tenant has added. */
export const languagesOf = async (tenant: Tenant) => ((await keptSetting(tenant, LANGUAGES)) ?? []) as readonly FurtherLanguage[] // only keepLanguages writes it

/** As this transaction sees it. */
export const readWording = async ({ db }: Pick<Context, 'db'>, language: string) =>
  ((await readSetting({ db }, settingOf(language))) ?? {}) as Wording // only keepWording writes it
export const readLanguages = async ({ db }: Pick<Context, 'db'>) => ((await readSetting({ db }, LANGUAGES)) ?? []) as readonly FurtherLanguage[] // only keepLanguages writes it

export const keepWording = (ctx: Context, language: string, wording: Wording) => keepAndTell(ctx, settingOf(language), wording)
export const keepLanguages = (ctx: Context, languages: readonly FurtherLanguage[]) => keepAndTell(ctx, LANGUAGES, languages)

async function keepAndTell(ctx: Context, key: string, value: unknown) {
  await keepSetting(ctx, key, value)
  later(ctx, (tenant) => {
    kept.get(tenant)?.clear()
    tenant.pubsub.publish('wording', null)
  })
}

/** The same context, whose labels of fields are in the words of the tenant. */
export async function inOwnWords(ctx: Context): Promise<Context> {
  const own_words = await ownWords(ctx)
  return own_words ? { ...ctx, own_words } : ctx
}

/** The label of a field as the tenant words it, where the context has its words. */
export const labelIn = (ctx: Context, { name }: Model, [code, field]: readonly [string, Field]): string =>
  ctx.own_words?.(`${name}.${code}`) ?? labelOf(field, ctx.lang)

/** The field with its options, and those of its rows, in the words of the tenant; `key`: such as `patent.country`. */
export function wordedOptions(ctx: Context, key: string, field: Field): Field {
  const say = ctx.own_words
  if (!say) return field
  if (field.type === 'rows')
    return {
      ...field,
      of: Object.fromEntries(Object.entries<Field>(field.of).map(([code, part]) => [code, wordedOptions(ctx, `${key}.${code}`, part)])),
    }
  if ((field.type !== 'option' && field.type !== 'options') || !field.options) return field
  const own = Object.entries(field.options).map(([code, words]) => {
    const word = say(`${key}.${code}`)
    return [code, word === undefined ? words : ([word, word] as const)]
  })
  return { ...field, options: Object.fromEntries(own) }
}

/** The name of a model, likewise. */
export const nameIn = (ctx: Context, model: Model): string => ctx.own_words?.(model.name) ?? labelOf(model, ctx.lang)

/** Wording of the tenant, first in the further language of the caller, then in its fallback */
async function ownWords(ctx: Context): Promise<Context['own_words']> {
  const own = await wordingOf(ctx, ctx.lang)
  const further = ctx.further === undefined ? {} : await wordingOf(ctx, ctx.further)
  if (Object.keys(own).length === 0 && Object.keys(further).length === 0) return undefined
  return (key) => further[key] ?? own[key]
}

/** The schema as this tenant words it. */
export async function worded(ctx: Context, schema: WireSchema): Promise<WireSchema> {
  const say = await ownWords(ctx)
  if (!say) return schema
  const labelled = <T extends { label: string }>(one: T, key: string): T => {
    const word = say(key)
    return word === undefined ? one : { ...one, label: word, ...(ctx.lang in one && { [ctx.lang]: word }) }
  }
  const field = (one: WireField, of: string): WireField => {
    const key = `${of}.${one.code}`
    const [target, help] = [one.to === undefined ? undefined : say(one.to), one.help && say(`help:${key}`)]
    return {
      ...labelled(one, key),
      ...(help && { help }),
      ...(one.options && { options: one.options.map((option) => labelled(option, `${key}.${option.code}`)) }),
      ...(one.rows && { rows: one.rows.map((part) => field(part, key)) }),
      ...(target !== undefined && { to_label: target }),
    }
  }
  const { states } = schema
  return {
    ...labelled(schema, schema.model),
    fields: schema.fields.map((one) => field(one, schema.model)),
    groups: schema.groups.map((one) => labelled(one, `${schema.model}:group.${one.code}`)),
    ...(schema.lists && { lists: schema.lists.map((one) => labelled(one, one.model)) }),
    ...(states && { states: { ...states, transitions: states.transitions.map((one) => labelled(one, `${schema.model}:${one.code}`)) } }),
  }
}
