import { fieldOfRole } from '../../model/cases/case-kind.ts'
import { areAlike } from '../../model/cases/compare-values.ts'
import type { Lang } from '../../model/kit/fields.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import { type ExistingRecord, findExisting } from '../import/rows/existing-records.ts'
import type { Item } from '../import/rows/item.ts'
import { nameKey } from '../import/rows/references/name-key.ts'
import { keptOf } from '../import/profile.ts'
import { seenOf } from '../import/rows/permission.ts'
import type { Plan } from '../import/table.ts'
import { inWords } from '../import/trial/stored.ts'
import type { Context, RowValues } from '../records/context.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { fieldOf } from '../records/registry.ts'
import type { Line } from './line.ts'

/** A row of a list with its case, as the caller sees it */
export type Met = { item: Item; about: string; sid: string | undefined }
export type Comparing = { model: Model; plan: Plan; agency: string }

const TOGETHER = 500

/**
 * Finds the cases of the rows as an import does; where the numbers of a row find none, by the agency's own number. `perhaps`: the cases of which
 * a row may mean any.
 */
export async function meetCases(
  ctx: Context,
  { model, agency }: Comparing,
  items: readonly Item[],
): Promise<{ met: Met[]; lines: Line[]; perhaps: string[] }> {
  const [met, lines, perhaps]: [Met[], Line[], string[]] = [[], [], []]
  for (let at = 0; at < items.length; at += TOGETHER) {
    const some = items.slice(at, at + TOGETHER)
    const { there, unclear, among } = await findExisting(ctx, model, some)
    const seen = await seenOf(ctx, model, [...there.values()].map(({ sid }) => sid)) // oxfmt-ignore
    const byRef = await byAgencyRef(ctx, { model, agency }, some.filter((item) => !there.has(item) && !unclear.has(item))) // oxfmt-ignore
    perhaps.push(...[...among.values()].flat())
    for (const item of some) {
      const about = aboutOf(model, item)
      const fault = unclear.get(item)
      if (fault) lines.push({ result: 'UNCLEAR', row_no: item.row.at, about, says: fault.words })
      else met.push({ item, about, sid: sidOf(there.get(item), seen) ?? byRef.get(item) })
    }
  }
  return { met, lines, perhaps }
}

const sidOf = (record: ExistingRecord | undefined, seen: ReadonlySet<string>) => (record && seen.has(record.sid) ? record.sid : undefined)

function aboutOf(model: Model, { values, row }: Item): string {
  const said = [fieldOfRole(model, 'application_no'), 'agency_ref', fieldOfRole(model, 'case_no'), fieldOfRole(model, 'title')]
  return said.flatMap((code) => (code && typeof values[code] === 'string' ? values[code] : [])).slice(0, 2).join(' ') || `#${row.at}` // oxfmt-ignore
}

const anyOf = (code: string, values: readonly string[]): Condition => ({
  kind: 'in',
  path: [code],
  at: 1,
  negated: false,
  values: values.map((value) => ({ kind: 'text', value, at: 1 })),
})
const allOf = (...of: Condition[]): Condition => ({ kind: 'and', of })

async function byAgencyRef(ctx: Context, { model, agency }: Pick<Comparing, 'model' | 'agency'>, items: readonly Item[]): Promise<Map<Item, string>> {
  const field = fieldOfRole(model, 'agency')
  const asked = items.filter(({ values }) => typeof values.agency_ref === 'string')
  if (!field || !fieldOf(model, 'agency_ref') || asked.length === 0) return new Map()
  const where = visible(ctx, model, allOf(anyOf(field, [agency]), anyOf('agency_ref', [...new Set(asked.map(({ values }) => String(values.agency_ref)))]))) // oxfmt-ignore
  const rows = await readPage(ctx, model, ['sid', 'agency_ref'], { ...(where && { where }), order: [] }, { start: 0, rows: 2 * TOGETHER })
  const found = Map.groupBy(rows, ({ agency_ref }) => String(agency_ref))
  return new Map(
    asked.flatMap((item): [Item, string][] => {
      const [one, ...more] = found.get(String(item.values.agency_ref)) ?? []
      return one && more.length === 0 ? [[item, String(one.sid)]] : []
    }),
  )
}

/** Differences between each row and the recorded fields of its case. Equal differences of several rows of one case count once. */
export async function compareFields(ctx: Context, comparing: Comparing, met: readonly Met[]): Promise<Line[]> {
  const codes = comparedIn(ctx, comparing)
  const lines: Line[] = []
  for (let at = 0; at < met.length; at += TOGETHER) {
    const some = met.slice(at, at + TOGETHER).filter(({ sid }) => sid !== undefined)
    lines.push(...(await differencesIn(ctx, comparing, codes, some)))
  }
  return [...new Map(lines.map((line) => [[line.case_sid, line.field, line.theirs].join(' '), line])).values()]
}

/** Fields for which the list has a column: not the numbers by which the parties call the case, nor what says where a row is from. */
function comparedIn(ctx: Context, { model, plan }: Comparing): string[] {
  const left = new Set([...keptOf(ctx, model), fieldOfRole(model, 'agency'), 'remark', 'case_no', 'company_sid'])
  const given = plan.columns.flatMap(({ field }) => (field && fieldOf(model, field) && !left.has(field) ? field : []))
  const state = model.states?.field
  const isStated = state && plan.columns.some(({ field }) => field === state || field === 'legal_status')
  const { mayRead, masks } = accessOf(ctx, model)
  const codes = [...given.filter((code) => code !== 'legal_status'), ...(isStated ? [state] : [])]
  return [...new Set(codes)].filter((code) => mayRead(code) && !masks(code))
}

async function differencesIn(ctx: Context, { model }: Comparing, codes: readonly string[], met: readonly Met[]): Promise<Line[]> {
  if (met.length === 0 || codes.length === 0) return []
  const country = fieldOfRole(model, 'country')
  const wanted = [...new Set([...codes, ...(country ? [country] : [])])]
  const sids = [...new Set(met.flatMap(({ sid }) => sid ?? []))] // each is seen by whoever compares
  const rows: RowValues[] = await anyTable(ctx.db).selectFrom(model.name).select(['sid', ...wanted]).where('sid', 'in', sids).execute() // oxfmt-ignore
  const own = new Map(rows.map((row) => [String(row.sid), row]))
  const said = met.map(({ item }) => item.values)
  const words = async (lang: Lang) => {
    const own = await inWords({ ...ctx, lang }, model, rows)
    return { ours: new Map(own.map((one, at) => [rows[at], one])), theirs: await inWords({ ...ctx, lang }, model, said) }
  }
  const [zh, en] = [await words('zh'), await words('en')]
  return met.flatMap(({ item, about, sid }, at) => {
    const row = own.get(sid ?? '')
    const office = String(row?.[country ?? ''] ?? '')
    return codes.flatMap((code): Line[] => {
      const [field, value] = [fieldOf(model, code), item.values[code]]
      if (!row || !field || value === undefined || value === null) return []
      const of = ({ theirs, ours }: typeof zh) => ({ theirs: theirs[at]?.[code] ?? String(value), ours: ours.get(row)?.[code] ?? null })
      const [said, english] = [of(zh), of(en)]
      if (NAMING.has(field.type) ? namesIn(said.theirs) === namesIn(said.ours) : isSame({ model, code, office }, row[code], item)) return []
      return [
        {
          result: 'DIFFERENT',
          row_no: item.row.at,
          about,
          case_sid: sid ?? null,
          field: code,
          label: [field.zh, field.en],
          ...said,
          ...{ theirs_en: english.theirs, ours_en: english.ours },
          read: { value, own: row[code] ?? null },
        },
      ]
    })
  })
}

const NAMING: ReadonlySet<string> = new Set(['rows', 'references', 'reference'])

/** People and what else is named, without shares, which a list of an agency has not. */
const namesIn = (words: string | null) =>
  (words ?? '')
    .replace(/\s*\[[^\]]*\]/g, '')
    .split(/\n|;/)
    .map(nameKey)
    .toSorted()
    .join('\n')

type Of = { model: Model; code: string; office: string }

/** The cases that the list has and we record with another agency, or with none. */
export async function elsewhere(ctx: Context, { model, agency }: Comparing, met: readonly Met[]): Promise<Line[]> {
  const code = fieldOfRole(model, 'agency')
  const [field, { mayRead, masks }] = [code && fieldOf(model, code), accessOf(ctx, model)]
  if (!code || !field || !mayRead(code) || masks(code)) return []
  const first = new Map(met.toReversed().flatMap((one): [string, Met][] => (one.sid ? [[one.sid, one]] : []))) // each is seen by whoever compares
  const lines: Line[] = []
  const sids = [...first.keys()]
  for (let at = 0; at < sids.length; at += TOGETHER) {
    const some = sids.slice(at, at + TOGETHER)
    const rows: RowValues[] = await anyTable(ctx.db).selectFrom(model.name).select(['sid', code]).where('sid', 'in', some).execute()
    const others = rows.filter((row) => row[code] !== agency)
    const words = await inWords(ctx, model, [{ [code]: agency }, ...others.map((row) => ({ [code]: row[code] }))])
    for (const [n, row] of others.entries()) {
      const one = first.get(String(row.sid))
      const said = { theirs: words[0]?.[code] ?? null, ours: words[n + 1]?.[code] ?? null }
      const read = { value: agency, own: row[code] ?? null }
      if (one) lines.push({ ...{ result: 'DIFFERENT', row_no: one.item.row.at, about: one.about, case_sid: String(row.sid) }, field: code, label: [field.zh, field.en], ...said, read }) // oxfmt-ignore
    }
  }
  return lines
}

/** A state is compared by its phase: lists name states in many words. */
function isSame({ model, code, office }: Of, ours: unknown, { values, read }: Item): boolean {
  const theirs = values[code]
  if (code !== model.states?.field) return areAlike({ model, code, office }, ours, theirs)
  const facts = model.states.facts ?? {}
  return !read.is_state_stated || facts[String(ours)]?.phase === facts[String(theirs)]?.phase
}

/** Our live cases with this agency that have no row in the list */
export async function missingThere(ctx: Context, { model, agency }: Comparing, met: ReadonlySet<string>): Promise<Line[]> {
  const field = fieldOfRole(model, 'agency')
  const states = Object.entries(model.states?.facts ?? {}).flatMap(([code, { phase }]) => (LIVE.has(phase) ? code : []))
  if (!field || !model.states || states.length === 0) return []
  const where = visible(ctx, model, allOf(anyOf(field, [agency]), anyOf(model.states.field, states)))
  const lines: Line[] = []
  for (let start = 0; ; start += TOGETHER) {
    const order = [{ path: ['sid'], at: 1, desc: false }]
    const rows = await readPage(ctx, model, ['sid', ...model.display], { ...(where && { where }), order }, { start, rows: TOGETHER })
    for (const row of rows) if (!met.has(String(row.sid))) lines.push(missing(model, row))
    if (rows.length < TOGETHER) return lines
  }
}

const LIVE: ReadonlySet<string> = new Set(['PENDING', 'GRANTED', 'GRACE'])

const missing = (model: Model, row: RowValues): Line => ({
  result: 'NOT_THEIRS',
  case_sid: String(row.sid),
  about: model.display.map((code) => row[code] ?? '').join(' '),
})

/** Only what an import would take over again is kept with the line. */
export const readOfItem = ({ read }: Item) => ({
  values: Object.fromEntries(Object.entries(read.values).filter(([, value]) => value !== undefined)),
  priorities: read.priorities,
  said: read.said,
})
