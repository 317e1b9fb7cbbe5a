import { date, integer, boolean, string, text } from '../../model/kit/fields.ts'
import { HEAD } from '../../model/cases/head-fields.ts'
import { both, refuse } from '../errors.ts'
import { modelNamed } from '../records/registry.ts'
import { get } from '../records/query/get.ts'
import { UUID } from '../records/write/values.ts'
import { type Answered, type Asking, callVerb, type Facts, ifAllowed, modelAsked, named, readable, type Tool } from './tool.ts'

export const KIND = string('种类', 'Kind', {
  max: 60,
  help: ['case 为各类案件；或一类，如 patent、trademark', 'case: cases of all kinds; or one kind, such as patent or trademark'],
})
export const WHERE = text('查询语句', 'Query', {
  max: 3000,
  help: [
    "IQL，如 country = 'CN' AND filing_date >= '2020-01-01' ORDER BY filing_date DESC；字段见 list_fields",
    "IQL, such as country = 'CN' AND filing_date >= '2020-01-01' ORDER BY filing_date DESC; list_fields names the fields",
  ],
})
const LIMIT = integer('最多条数', 'Most rows', { min: 1, max: 50, default: 20 })
const ABOUT = ['sid', 'kind', 'case_no', 'title', 'country', 'status', 'application_no', 'filing_date', 'owner_sid', 'next_due']

const searchCases: Tool = {
  name: 'search_cases',
  says: [
    '查找案件：按号码或名称（text），或按条件（where）。两者只用其一',
    'Find cases by a number or by words of the title (text), or by conditions (where); one of the two',
  ],
  args: {
    text: string('号码或名称', 'A number in any form, or words', { max: 300 }),
    where: WHERE,
    kind: KIND,
    fields: string('字段', 'Fields', { max: 1000, help: ['逗号分隔的字段代码', 'Codes of fields, separated by commas'] }),
    limit: LIMIT,
    from: integer('起始行', 'First row', { min: 0, max: 100_000, default: 0 }),
  },
  async run(asking, { text: sought, where, kind, fields, limit, from }) {
    const { ctx } = asking
    const model = modelAsked(ctx, kind, { cases: true })
    if (sought !== undefined && where !== undefined)
      refuse('bad_request', both('why', ['text 与 where 只能用一个', 'give either text or where']))
    const fl = typeof fields === 'string' ? fields.split(',') : readable(ctx, model, ABOUT)
    const page =
      sought === undefined
        ? await callVerb(asking, model.name, 'search', { fl, ...(where !== undefined && { iql: where }), rows: limit, start: from, total: 'capped' })
        : await callVerb(asking, model.name, 'find', { text: sought, rows: limit })
    const rows = (page.record as Facts[]).map((record) => named(ctx, model, record)) // as both answer
    return { found: { total: page.total, ...(page.total_capped === true && { total_is_at_least: true }), cases: rows }, entity: model.name, records: rows.length }
  },
} // oxfmt-ignore

/** Records listed with a case, most useful first */
const LISTED = {
  deadlines: { model: 'deadline', fl: ['name', 'name_en', 'status', 'official_due', 'extended_due', 'internal_due', 'grace_end', 'done_date', 'owner_sid', 'certainty'], order: 'status DESC, official_due' },
  fees: { model: 'fee', fl: ['name', 'name_en', 'status', 'currency', 'amount', 'surcharge', 'due_date', 'grace_end', 'pay_date', 'paid_amount'], order: 'due_date DESC' },
  documents: { model: 'document', fl: ['file_name', 'doc_type', 'issue_date', 'receive_date', 'set_due', 'size', 'content_state'], order: 'issue_date DESC' },
  official_events: { model: 'official_event', fl: ['doc_type', 'issue_date', 'receive_date', 'event_date', 'status', 'remark'], order: 'created_at DESC' },
} as const // oxfmt-ignore
const MAX_LISTED = 50

const readCase: Tool = {
  name: 'read_case',
  says: [
    '一件案件的全部信息：字段、期限、费用、文件（只列文件信息，正文用 read_document_text）、官方事件',
    'One case: its fields, deadlines, fees, facts of its documents (read_document_text reads their text) and official events',
  ],
  args: { case: string('案件', 'Case', { required: true, max: 300, help: ['sid，或任何写法的案号、申请号', 'sid, or a case or application number in any form'] }) },
  async run(asking, { case: given }) {
    const { ctx } = asking
    const { sid, kind } = await caseNamed(asking, String(given))
    const model = modelNamed(ctx.tenant.models, kind)
    const { transitions: _, explanation: __, ...record } = await get(ctx, model, sid)
    const lists = Object.entries(LISTED).map(async ([name, { model: of, fl, order }]) => {
      const listed = modelNamed(ctx.tenant.models, of)
      const body = { fl: readable(ctx, listed, fl), iql: `case_sid = '${sid}' ORDER BY ${order}`, rows: MAX_LISTED }
      const page = await ifAllowed(asking, () => callVerb(asking, of, 'search', body))
      if (!('record' in page)) return [name, page] as const
      return [name, { total: page.total, rows: (page.record as Facts[]).map((one) => named(ctx, listed, one)) }] as const // as a search answers
    })
    return { found: { kind, case: named(ctx, model, record), ...Object.fromEntries(await Promise.all(lists)) }, entity: kind, record_sid: sid }
  },
} // oxfmt-ignore

/** By its sid, or by a number that leads to one case. */
async function caseNamed(asking: Asking, given: string): Promise<{ sid: string; kind: string }> {
  const sought = given.trim()
  const head = modelNamed(asking.ctx.tenant.models, HEAD)
  const page = UUID.test(sought)
    ? await callVerb(asking, HEAD, 'search', { fl: ['kind'], iql: `sid = '${sought}'`, rows: 1 })
    : await callVerb(asking, HEAD, 'find', { text: sought, rows: 5 })
  const rows = (page.record as Facts[]).filter(({ matched = 'number' }) => matched === 'number') // as both answer
  const [one] = rows
  if (!one) return refuse('not_found')
  if (rows.length > 1) {
    const names = rows.map((row) => `${String(row.case_no ?? '')} ${String(row.sid)}`.trim()).join('; ')
    refuse('bad_request', both('why', [`有多件案件，请用其中一件的 sid：${names}`, `several cases have it; give the sid of one: ${names}`]))
  }
  return { sid: String(one.sid), kind: kindOf(named(asking.ctx, head, one)) }
}

const kindOf = ({ kind }: Facts) => String((kind as { code?: string } | undefined)?.code ?? kind)

const DUE = ['name', 'name_en', 'case_sid', 'case_sid.case_no', 'case_sid.title', 'case_sid.country', 'status', 'official_due', 'extended_due', 'internal_due', 'grace_end', 'final_due', 'owner_sid', 'certainty'] // oxfmt-ignore

const listDue: Tool = {
  name: 'list_due',
  says: ['到期的期限：已逾期和在所给日期前到期的，最早的在前', 'Open deadlines that are due: the missed ones and those until a day, earliest first'],
  args: {
    until: date('截至', 'Until', { help: ['不填为 30 天后', '30 days from today unless given'] }),
    from: date('起', 'From', { help: ['不填则含已逾期的', 'Unless given, missed ones are included'] }),
    mine: boolean('只看本人负责的', 'Only those of which the owner of the token is in charge'),
    limit: LIMIT,
  },
  async run(asking, { until, from, mine, limit }) {
    const { ctx } = asking
    const model = modelNamed(ctx.tenant.models, 'deadline')
    const end = String(until ?? Temporal.PlainDate.from(ctx.today).add({ days: 30 }))
    const conditions = [
      `official_due <= '${end}'`,
      ...(from === undefined ? [] : [`official_due >= '${String(from)}'`]),
      ...(mine === true ? ['owner_sid = me()'] : []),
      "status IN ('OPEN', 'MISSED')",
    ]
    const fl = DUE.filter((code) => code.includes('.') || readable(ctx, model, [code]).length > 0).filter(seen(asking))
    const body = { fl, iql: `${conditions.join(' AND ')} ORDER BY official_due`, rows: limit, total: 'capped' }
    const page = await callVerb(asking, 'deadline', 'search', body)
    const rows = (page.record as Facts[]).map((one) => named(ctx, model, one)) // as a search answers
    return { found: { today: ctx.today, until: end, total: page.total, deadlines: rows }, entity: 'deadline', records: rows.length }
  },
}

/** A field of the case as far as this person may read it there. */
const seen = ({ ctx }: Asking) => {
  const head = modelNamed(ctx.tenant.models, HEAD)
  return (code: string) => !code.startsWith('case_sid.') || readable(ctx, head, [code.slice('case_sid.'.length)]).length > 0
}

const explainDate: Tool = {
  name: 'explain_date',
  says: ['说明一个期限的日期是怎样算出来的，以及法律依据', 'Why a deadline falls on its day, step by step, and its legal basis'],
  args: { deadline: string('期限', 'Deadline', { required: true, max: 36, help: ['期限的 sid', 'The sid of the deadline'] }) },
  async run({ ctx }, { deadline: sid }): Promise<Answered> {
    const model = modelNamed(ctx.tenant.models, 'deadline')
    const record = await get(ctx, model, String(sid))
    const { why, explanation: _, transitions: __, extensions: ___, ...facts } = record
    return { found: { deadline: named(ctx, model, facts), why }, entity: 'deadline', record_sid: String(sid) }
  },
}

export const CASE_TOOLS: readonly Tool[] = [searchCases, readCase, listDue, explainDate]
