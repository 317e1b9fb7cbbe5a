import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { type DeriveActions, deriveActionsOf } from '../../../model/cases/derive-actions.ts'
import { type OFFICES, officeWords } from '../../../model/cases/offices.ts'
import type { Derivation, Notice } from '../../../model/cases/relations/relation-rules.ts'
import { roll } from '../../../model/docketing/calendar/calendar.ts'
import { wordIn } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { anyTable } from '../../database/pool.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import { lawFor } from '../../docketing/law/law.ts'
import { refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import { type Action, type Context, inTransaction, lockKey, type RowValues } from '../../records/context.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { createRow, refuseUnlessObject } from '../../records/write/create.ts'
import { takeConfirmed } from '../../records/write/checks/warnings.ts'
import { keepInReach } from '../../records/write/write.ts'

/** Creates cases from an earlier one, with the values taken over and the relation, in one transaction. */
export function deriveActions({ name, relations }: CaseKind): readonly Action[] {
  if (!relations?.derives) return []
  const declared = deriveActionsOf(name)
  return [...perform(declared.ways, listWays), ...perform(declared.derive, derive)]
}

type Office = keyof typeof OFFICES

const waysOf = ({ tenant }: Context, { name }: Model) => Object.entries(tenant.models.kinds.get(name)?.relations?.derives ?? {})

/** The ways of this case; offices that have such a case already are not proposed. */
async function listWays({ ctx, model, body: { sid } }: Call<DeriveActions['ways']>) {
  const earlier = await earlierOf(ctx, model, sid)
  const ways = await Promise.all(
    waysOf(ctx, model)
      .filter(([, { from }]) => from(earlier))
      .map(async ([way, one]) => {
        const proposed = one.countries?.(earlier) ?? []
        const taken = one.once ? await takenBy(ctx, model, earlier, one, placesOf(one, earlier, proposed)) : []
        if (one.where === 'own' && taken.length > 0) return []
        const countries = proposed.filter((country) => !taken.includes(country)) as Office[] // offices of the declaration
        const [place = String(earlier.country)] = placesOf(one, earlier, countries)
        const { company_sid: _, ...values } = carried(ctx, model, one, earlier)
        const sets = { ...one.of(earlier, place).values, ...(one.where === 'own' && { country: place }) }
        return [{ way, label: wordIn(one.words, ctx.lang), several: one.where === 'several', countries, takes: Object.keys(values), sets }]
      }),
  )
  return { ways: ways.flat() }
}

/** The whole row, as rules read it, of a case that this person sees. */
async function earlierOf(ctx: Context, model: Model, sid: string): Promise<RowValues> {
  await get(ctx, model, sid)
  const row = await anyTable(ctx.db).selectFrom(model.name).selectAll().where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  return row ?? refuse('not_found')
}

const placesOf = ({ where }: Derivation, { country }: RowValues, countries: readonly string[]) => (where === 'own' ? [String(country)] : countries)

/** Those of the offices where this way has led before. */
async function takenBy(ctx: Context, model: Model, earlier: RowValues, way: Derivation, places: readonly string[]): Promise<string[]> {
  const types = [...new Set(places.map((country) => way.of(earlier, country).type))]
  if (types.length === 0) return []
  const rows = await ctx.db
    .selectFrom('related_case as r')
    .innerJoin('case as c', 'c.sid', 'r.later_sid')
    .select('c.country')
    .where('r.earlier_sid', '=', String(earlier.sid))
    .where('r.relation_type', 'in', types)
    .where('r.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where('c.kind', '=', model.name)
    .execute()
  const there = new Set(rows.map(({ country }) => country))
  return places.filter((country) => there.has(country as Office)) // compared as text
}

type Body = Pick<Call<DeriveActions['derive']>['body'], 'sid' | 'way' | 'countries' | 'title' | 'values'>

async function derive({ ctx, model, body }: Call<DeriveActions['derive']>) {
  const { confirmed } = takeConfirmed(ctx, { confirm: body.confirm })
  const cases = await inTransaction({ ...ctx, warnings: [], confirmed }, async (tx) => {
    await lockKey(tx, 'related_case') // two people at once make each phase once
    return docketTogether(tx, () => deriveCases(tx, model, body), { finds: true })
  })
  return { cases }
}

/** `unfiled`: the earlier case is in preparation itself; `values`: further values of the new case of an office. */
type More = { unfiled?: boolean; values?: (country: string) => RowValues }

/** The cases of one way, in the order of the offices that are named; within a transaction in which the relations are locked. */
export async function deriveCases(ctx: Context, model: Model, body: Body, more: More = {}): Promise<string[]> {
  const earlier = await earlierOf(ctx, model, body.sid)
  const [way, places] = await asked(ctx, model, earlier, body, more)
  return makeAll(ctx, model, { earlier, way, places, title: body.title, given: body.values, values: more.values })
}

/** The way and the offices, or the reason against them. */
async function asked(ctx: Context, model: Model, earlier: RowValues, { way: code, countries = [] }: Body, { unfiled = false }: More) {
  const way = waysOf(ctx, model).find(([own, { from }]) => own === code && from(earlier))?.[1]
  if (!way) refuse('rule', { summary_zh: '本案不能以这种方式衍生新案', summary_en: 'No new case comes from this case in this way' })
  const filed = ctx.tenant.models.kinds.get(model.name)?.roles.filing_date
  if (!unfiled && !earlier[filed ?? ''])
    refuse('rule', { summary_zh: '在先案没有申请日，请先填写', summary_en: 'The earlier case has no filing date; enter it first' })
  const own = String(earlier.country)
  if (way.where === 'several' && countries.length === 0)
    refuse('rule', { summary_zh: '请选择国家/地区', summary_en: 'Choose at least one country or office' })
  if (way.where === 'own' && countries.some((country) => country !== own))
    refuse('rule', { summary_zh: `新案只能在${officeWords(own)[0]}`, summary_en: `The new case can only be in ${officeWords(own)[1]}` })
  const places = placesOf(way, earlier, [...new Set(countries)])
  if (way.once) {
    const taken = (await takenBy(ctx, model, earlier, way, places)).map(officeWords)
    const [zh, en] = [taken.map(([word]) => word).join('、'), taken.map(([, word]) => word).join(', ')]
    if (taken.length > 0) refuse('rule', { summary_zh: `已有这样的案件：${zh}`, summary_en: `There is such a case already: ${en}` })
  }
  const { calendars } = (await lawFor(ctx)).law
  const rollAt = (country: string) => (date: string) => `${roll(Temporal.PlainDate.from(date), country, calendars).date}`
  settle(
    ctx,
    places.flatMap((country) => way.check?.(earlier, country, { today: ctx.today, roll: rollAt(country) }) ?? []),
  )
  return [way, places] as const
}

/** A block refuses; a doubt is confirmed before anything is written. */
function settle({ lang, confirmed }: Context, notices: readonly Notice[]) {
  const of = (which: Notice['level']) => notices.filter(({ level }) => level === which)
  const [blocks, doubts] = [of('block'), of('warning').filter(({ code }) => confirmed && !confirmed.has(code))]
  const all = (key: 'zh' | 'en') => [...new Set(blocks.map((one) => one[key]))].join(key === 'zh' ? '；' : '; ')
  if (blocks.length > 0) refuse('rule', { summary_zh: all('zh'), summary_en: all('en') })
  const warnings = [...new Map(doubts.map((one) => [one.code, { code: one.code, field: '', label: '', reason: one[lang] }])).values()]
  if (warnings.length > 0) refuse('unconfirmed', { count: warnings.length }, { warnings })
}

type Making = {
  title: string | undefined
  earlier: RowValues
  way: Derivation
  places: readonly string[]
  given: Body['values']
  values: More['values']
}

async function makeAll(ctx: Context, model: Model, { earlier, way, places, title, given, values: further }: Making) {
  refuseUnlessObject(given ?? {})
  // A new title drops the English title of the earlier case, unless a new one is given too.
  const taken = { ...carried(ctx, model, way, earlier), ...(title && titled(ctx, model, title)), ...given }
  const made: string[] = []
  for (const country of places) {
    const { type, values } = way.of(earlier, country)
    const sid = await createRow(ctx, model, present({ ...taken, ...values, ...further?.(country), country }))
    // The person may relate cases; their permissions may not include a case of another owner.
    await createRow(onBehalfOf(ctx), modelNamed(ctx.tenant.models, 'related_case'), {
      earlier_sid: earlier.sid,
      later_sid: sid,
      relation_type: type,
      claimed: true,
    })
    made.push(sid)
  }
  await keepInReach(ctx, model, made)
  return made
}

/** Values for the new case: fields that this person may read on the earlier case and may write. */
function carried(ctx: Context, model: Model, { carries }: Derivation, earlier: RowValues): RowValues {
  const access = accessOf(ctx, model)
  const may = (code: string) => access.mayRead(code) && access.mayWrite(code) && !access.masks(code)
  const family = ctx.tenant.models.kinds.get(model.name)?.family
  const codes = [...carries, ...(family ? [family] : [])].filter((code) => fieldOf(model, code) && may(code))
  return present({ ...Object.fromEntries(codes.map((code) => [code, earlier[code]])), company_sid: earlier.company_sid })
}

const present = (values: Readonly<Record<string, unknown>>): RowValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

function titled(ctx: Context, { name }: Model, title: string): RowValues {
  const roles = ctx.tenant.models.kinds.get(name)?.roles
  return { [roles?.title ?? '']: title, ...(roles?.title_en && { [roles.title_en]: null }) }
}
