import type { Lang } from '../../model/kit/fields.ts'
import type { WireField, WireSchema } from '../../model/kit/wire.ts'
import { later, type Context, type Tenant } from './context.ts'
import { keepSetting, readSetting } from './settings.ts'

/** A tenant's own words by key: `patent`, `patent.country`, `patent.country.CN`, `patent:grant`. */
export type Wording = Readonly<Record<string, string>>

const kept = new WeakMap<Tenant, Map<Lang, Promise<Wording>>>()
const settingOf = (lang: Lang) => `i18n.${lang}`

/** Cached in the process until it is changed in this or another process. */
export function wordingOf({ tenant }: Pick<Context, 'tenant'>, lang: Lang): Promise<Wording> {
  const own = kept.get(tenant) ?? new Map<Lang, Promise<Wording>>()
  if (!kept.has(tenant)) {
    kept.set(tenant, own)
    for (const topic of ['wording', 'refresh']) tenant.pubsub.subscribe(topic, () => own.clear())
  }
  const known = own.get(lang) ?? readSetting(tenant, settingOf(lang)).then((value) => (value ?? {}) as Wording) // only keepWording writes it
  own.set(lang, known)
  known.catch(() => own.delete(lang))
  return known
}

/** As this transaction sees it. */
export const readWording = async ({ db }: Pick<Context, 'db'>, lang: Lang) => ((await readSetting({ db }, settingOf(lang))) ?? {}) as Wording // only keepWording writes it

export async function keepWording(ctx: Context, lang: Lang, wording: Wording) {
  await keepSetting(ctx, settingOf(lang), wording)
  later(ctx, (tenant) => {
    kept.get(tenant)?.clear()
    tenant.pubsub.publish('wording', null)
  })
}

/** The schema as this tenant words it. */
export async function worded(ctx: Context, schema: WireSchema): Promise<WireSchema> {
  const own = await wordingOf(ctx, ctx.lang)
  if (Object.keys(own).length === 0) return schema
  const labelled = <T extends { label: string }>(one: T, key: string): T =>
    own[key] === undefined ? one : { ...one, label: own[key], ...(ctx.lang in one && { [ctx.lang]: own[key] }) }
  const field = (one: WireField): WireField => {
    const key = `${schema.model}.${one.code}`
    const target = one.to === undefined ? undefined : own[one.to]
    const options = one.options?.map((option) => labelled(option, `${key}.${option.code}`))
    return { ...labelled(one, key), ...(options && { options }), ...(target !== undefined && { to_label: target }) }
  }
  const { states } = schema
  return {
    ...labelled(schema, schema.model),
    fields: schema.fields.map(field),
    ...(states && { states: { ...states, transitions: states.transitions.map((one) => labelled(one, `${schema.model}:${one.code}`)) } }),
  }
}
