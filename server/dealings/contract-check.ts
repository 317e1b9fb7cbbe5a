import { HEAD } from '../../model/cases/head-fields.ts'
import { type CheckedLine, type CheckedRight, checkRights, MAX_CHECKED } from '../../model/dealings/dealing-actions.ts'
import { UNPAID } from '../../model/fees/unpaid.ts'
import { dayIn } from '../../model/kit/days/day-text.ts'
import { labelOf, wordIn, type Words } from '../../model/kit/fields.ts'
import { ENDED, type Phase } from '../../model/kit/model.ts'
import { formatMoney } from '../../model/kit/money/money.ts'
import { refuse } from '../errors.ts'
import { outcomeOf } from '../records/abilities.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { search } from '../records/query/search.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'

/** One report on many rights before a contract. Each line is read with the permissions of this person, and names its record. */
export const contractCheck: Part = { actions: perform(checkRights, check) }

type Found = Record<string, unknown> & { sid: string }
/** The context in which this person reads a model; undefined if they may not */
export type Reading = (model: string) => Context | undefined
type Right = { sid: string; kind?: unknown }
type Ref = { sid: string; name: string }
type Lines = ReadonlyMap<string, readonly CheckedLine[]>
/** One topic of the report: the lines of each right; absent where this person may not read what it needs. */
export type Topic = { topic: string; words: Words; lines: Lines | undefined; none: Words }

async function check({ ctx, body: { case_sids = [] } }: Call<typeof checkRights>) {
  const sids = [...new Set(case_sids)]
  if (sids.length === 0) refuse('rule', { summary_zh: '请选择权利', summary_en: 'Choose at least one right' })
  if (sids.length > MAX_CHECKED) refuse('out_of_range', { key: 'case_sids', min: 1, max: MAX_CHECKED })
  const fl = ['case_no', 'title', 'kind', 'country', 'status', 'phase', 'applicant_sids']
  const read = seenBy(ctx)
  const order = accessOf(ctx, modelNamed(ctx.tenant.models, HEAD)).mayRead('case_no') ? ' ORDER BY case_no' : ''
  const rights = ((await readAll(read, HEAD, { fl, iql: `sid IN (${listed(sids)})${order}` })) ?? []).filter(({ kind }) => !ctx.tenant.models.kinds.get(String(kind))?.dealing)
  const topics = rights.length === 0 ? [] : [owners(ctx, rights), states(ctx, rights), ...(await burdens(ctx, read, rights))]
  const kinds = fieldOf(modelNamed(ctx.tenant.models, HEAD), 'kind')
  const record = rights.map(
    (one): CheckedRight => ({
      sid: one.sid,
      name: `${String(one.case_no ?? '')} ${String(one.title ?? '')}`,
      kind: optionWord(ctx, kinds, one.kind),
      lines: topics.flatMap((topic) => linesOf(ctx, topic, one.sid)),
    }),
  )
  return { record }
} // oxfmt-ignore

const seenBy =
  (ctx: Context): Reading =>
  (name) =>
    outcomeOf(() => authorize(ctx, modelNamed(ctx.tenant.models, name), 'search')).allowed ? ctx : undefined

/** Annuities, dealings and families of these rights */
export async function burdens(ctx: Context, read: Reading, rights: readonly Right[]): Promise<Topic[]> {
  const sids = rights.map(({ sid }) => sid)
  return [await annuities(ctx, read, sids), ...(await dealings(ctx, read, sids)), await families(ctx, read, rights)]
}

const listed = (sids: readonly string[]) => sids.map((sid) => `'${sid}'`).join(', ')

type Rows = { fl: readonly string[]; iql: string; needed?: readonly string[] }

/** All rows, read page by page; undefined without permission, or if a needed field is hidden */
async function readAll(read: Reading, name: string, { fl, iql, needed = [] }: Rows): Promise<Found[] | undefined> {
  const ctx = read(name)
  if (!ctx) return undefined
  const model = modelNamed(ctx.tenant.models, name)
  const head = accessOf(ctx, modelNamed(ctx.tenant.models, HEAD))
  const mayRead = (path: string) => {
    const [code = '', further] = path.split('.')
    return accessOf(ctx, model).mayRead(code) && (further === undefined || head.mayRead(further))
  }
  if (!needed.every(mayRead)) return undefined
  const shown = fl.filter(mayRead)
  const found: Found[] = []
  for (let start = 0; ; start += PAGE) {
    const { record } = await search(ctx, model, { fl: shown, iql, start, rows: PAGE, total: 'none' }, { most: PAGE })
    found.push(...(record as Found[])) // every row has its sid
    if (record.length < PAGE) return found
  }
}

const PAGE = 500

function linesOf({ lang }: Context, { topic, words, lines, none }: Topic, sid: string): CheckedLine[] {
  const label = wordIn(words, lang)
  if (!lines) return [{ topic, label, level: 'UNSEEN', text: wordIn(UNSEEN, lang) }]
  const own = lines.get(sid) ?? []
  return own.length > 0 ? [...own] : [{ topic, label, level: 'OK', text: wordIn(none, lang) }]
}

const UNSEEN: Words = ['无权查看，未核查', 'Not checked: no permission to see it']

function optionWord({ lang }: Context, field: ReturnType<typeof fieldOf>, code: unknown): string {
  const words = field?.type === 'option' ? field.options[String(code)] : undefined
  return words ? wordIn(words, lang) : String(code ?? '')
}

const refsIn = (value: unknown): Ref[] => (Array.isArray(value) ? (value as Ref[]) : []) // references as they are read
const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'sid' in value

const fromRight = ({ sid, kind, case_no }: Found) => ({ from: { model: String(kind), sid, name: String(case_no ?? '') } })

/** Undefined where one of these fields of rights is hidden. */
const unlessHidden = (ctx: Context, codes: readonly string[]) => codes.every(accessOf(ctx, modelNamed(ctx.tenant.models, HEAD)).mayRead) || undefined

const OWNERS: Words = ['权利人', 'Owners']

function owners(ctx: Context, rights: readonly Found[]): Topic {
  const line = (right: Found): CheckedLine => {
    const names = refsIn(right.applicant_sids).map(({ name }) => name)
    const several = ctx.lang === 'zh' ? `共有（${names.length}）：${names.join('、')}` : `${names.length} co-owners: ${names.join(', ')}`
    const text = names.length > 1 ? several : (names[0] ?? wordIn(['未记录权利人', 'No owner on record'], ctx.lang))
    return { topic: 'OWNERS', label: wordIn(OWNERS, ctx.lang), level: names.length === 1 ? 'OK' : 'WARN', text, ...fromRight(right) }
  }
  return {
    topic: 'OWNERS',
    words: OWNERS,
    none: OWNERS,
    lines: unlessHidden(ctx, ['applicant_sids']) && new Map(rights.map((right) => [right.sid, [line(right)]])),
  }
}

const STATUS: Words = ['状态', 'Status']

function states(ctx: Context, rights: readonly Found[]): Topic {
  const line = (right: Found): CheckedLine => {
    const kind = modelNamed(ctx.tenant.models, String(right.kind))
    const text = optionWord(ctx, fieldOf(kind, kind.states?.field ?? ''), right.status)
    return { topic: 'STATUS', label: wordIn(STATUS, ctx.lang), level: right.phase === 'GRANTED' ? 'OK' : 'WARN', text, ...fromRight(right) }
  }
  return {
    topic: 'STATUS',
    words: STATUS,
    none: STATUS,
    lines: unlessHidden(ctx, ['status', 'phase']) && new Map(rights.map((right) => [right.sid, [line(right)]])),
  }
}

const ANNUITIES: Words = ['年费', 'Annuities']
const UNPAID_FEES: Words = ['未缴', 'Unpaid']

async function annuities(ctx: Context, read: Reading, sids: readonly string[]): Promise<Topic> {
  const where = `case_sid IN (${listed(sids)}) AND fee_class = 'ANNUITY' AND status IN (${listed(UNPAID)})`
  const needed = ['case_sid', 'fee_class', 'status', 'due_date']
  const rows = await readAll(read, 'fee', { fl: ['name', 'name_en', 'amount', 'currency', ...needed], iql: `${where} ORDER BY due_date`, needed })
  const line = (fee: Found): CheckedLine => ({
    topic: 'ANNUITIES',
    label: wordIn(ANNUITIES, ctx.lang),
    level: String(fee.due_date) < ctx.today ? 'WARN' : 'INFO',
    text: [wordIn(UNPAID_FEES, ctx.lang), (ctx.lang === 'en' && fee.name_en) || fee.name, amountIn(fee), dayIn(String(fee.due_date), ctx.lang)].filter(Boolean).join(' '),
    from: { model: 'fee', sid: fee.sid, name: String((ctx.lang === 'en' && fee.name_en) || (fee.name ?? '')) },
  })
  return { topic: 'ANNUITIES', words: ANNUITIES, none: ['没有未缴年费', 'No unpaid annuity'], lines: byCase(rows, 'case_sid', line) }
} // oxfmt-ignore

const amountIn = ({ amount, currency }: Found) => (amount ? formatMoney(String(amount), String(currency ?? 'CNY')) : '')

function byCase(rows: readonly Found[] | undefined, code: string, line: (row: Found) => CheckedLine): Lines | undefined {
  if (!rows) return undefined
  const groups = Map.groupBy(rows, (row) => (isRef(row[code]) ? row[code].sid : ''))
  return new Map([...groups].map(([sid, own]) => [sid, own.map(line)]))
}

/** Work of our own on a right, which nothing of a contract turns on. */
const OWN_WORK: ReadonlySet<string> = new Set(['indexing_task', 'retrieval_request'])

/** Contracts and disputes of each kind; ended ones are listed without a warning. */
async function dealings(ctx: Context, read: Reading, sids: readonly string[]): Promise<Topic[]> {
  const fl = ['case_sid', 'dealing_sid', 'dealing_sid.kind', 'dealing_sid.status', 'dealing_sid.phase']
  const needed = ['case_sid', 'dealing_sid.kind']
  const rows = await readAll(read, 'dealt_right', { fl, iql: `case_sid IN (${listed(sids)}) ORDER BY created_at`, needed })
  const kinds = [...ctx.tenant.models.kinds.values()].filter(({ name, dealing }) => dealing && !OWN_WORK.has(name))
  return kinds.map(({ name }): Topic => {
    const model = modelNamed(ctx.tenant.models, name)
    const words: Words = [model.zh, model.en]
    const own = read(name) ? rows?.filter((row) => row['dealing_sid.kind'] === name) : undefined
    const line = (row: Found): CheckedLine => {
      const deal = isRef(row.dealing_sid) ? row.dealing_sid : { sid: '', name: '' }
      const state = optionWord(ctx, fieldOf(model, model.states?.field ?? ''), row['dealing_sid.status'])
      const isOver = ENDED.has(row['dealing_sid.phase'] as Phase) // the head's phase
      return { topic: name, label: labelOf(model, ctx.lang), level: isOver ? 'INFO' : 'WARN', text: [deal.name, state].filter(Boolean).join(': '), from: { model: name, sid: deal.sid, name: deal.name } }
    }
    return { topic: name, words, none: ['无', 'None'], lines: byCase(own, 'case_sid', line) }
  })
} // oxfmt-ignore

const FAMILY: Words = ['同族', 'Family']

/** The other members of the family of each right. */
async function families(ctx: Context, read: Reading, rights: readonly Right[]): Promise<Topic> {
  const lines = new Map<string, CheckedLine[]>()
  const label = wordIn(FAMILY, ctx.lang)
  const hide = (own: readonly Right[]) => own.forEach(({ sid }) => lines.set(sid, [{ topic: 'FAMILY', label, level: 'UNSEEN', text: wordIn(UNSEEN, ctx.lang) }]))
  for (const [name, own] of Map.groupBy(rights, ({ kind }) => String(kind))) {
    const family = ctx.tenant.models.kinds.get(name)?.family
    if (!family) continue
    const needed = [family, 'case_no']
    const known = await readAll(read, name, { fl: [family], iql: `sid IN (${listed(own.map(({ sid }) => sid))})`, needed })
    const familyOf = new Map(known?.flatMap((row) => (isRef(row[family]) ? [[row.sid, row[family].sid] as const] : [])))
    if (!known) hide(own)
    if (familyOf.size === 0) continue
    const members = (await readAll(read, name, { fl: ['title', ...needed], iql: `${family} IN (${listed([...new Set(familyOf.values())])}) ORDER BY case_no` })) ?? []
    for (const right of own)
      lines.set(right.sid, members.filter((one) => one.sid !== right.sid && isRef(one[family]) && one[family].sid === familyOf.get(right.sid)).map((one) => {
        const text = [one.case_no, one.title].filter(Boolean).join(' ')
        return { topic: 'FAMILY', label, level: 'INFO', text, from: { model: name, sid: one.sid, name: String(one.case_no ?? '') } }
      }))
  }
  return { topic: 'FAMILY', words: FAMILY, none: ['没有其他同族', 'No other member'], lines }
} // oxfmt-ignore
