import { sql } from 'kysely'
import { ALIKE, CLOSE, likeness, sharedWords, termsOf } from '../../../model/rights/proposals/alike.ts'
import { lookAlikes, titleAlikes } from '../../../model/rights/proposals/actions.ts'
import { type Call, perform } from '../../records/actions.ts'
import type { Context } from '../../records/context.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Part } from '../../records/modules.ts'
import { allOf, anyOf, GIVEN } from '../../records/permission/conditions.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { rowsAmong } from '../../records/query/conditions/among.ts'
import { get } from '../../records/query/get.ts'
import { readPage } from '../../records/query/page.ts'
import { lexemesOf } from '../../records/query/words/words.ts'
import { modelNamed } from '../../records/registry.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import type { Drafts } from './people.ts'

/** The submitter learns that the idea may exist already; reviewers see the similar proposals and the reasons. */
export const proposalAlikes: Part = {
  hooks: [{ model: 'proposal', check: warn }],
  actions: [...perform(lookAlikes, list), ...perform(titleAlikes, listForTitle)],
}

type Alike = { sid: string; likeness: number; shared: string[] }

const CANDIDATES = 5000
const MAX_SHOWN = 10

/** Proposals and patents with the most similar titles, also those hidden from the caller */
async function alikesOf({ db }: Context, sid: string, title: string): Promise<Alike[]> {
  const query = lexemesOf(title).query.replaceAll(' & ', ' | ')
  if (!query) return []
  const { rows } = await sql<{ sid: string; title: string }>`select c.sid, c.title from "case" as c
    where c.kind in ('proposal', 'patent') and c.sid <> ${sid}::uuid and c.deleted_at is null and c.lexemes @@ ${query}::tsquery limit ${sql.lit(CANDIDATES)}`.execute(db) // oxfmt-ignore
  return rows
    .map((row) => ({ sid: row.sid, likeness: likeness(title, row.title), shared: sharedWords(title, row.title) }))
    .filter((one) => one.likeness >= ALIKE)
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, MAX_SHOWN)
}

/** Those that this person may see, with their names. */
async function shownAmong(ctx: Context, alikes: readonly Alike[]) {
  const sids = alikes.map(({ sid }) => sid)
  const records = await rowsAmong(ctx, modelNamed(ctx.tenant.models, 'case'), 'sid', sids, {
    codes: ['sid', 'kind', 'case_no', 'title'],
    most: MAX_SHOWN,
  })
  const known = new Map(records.map((record) => [record.sid, record]))
  return alikes.flatMap(({ sid, ...one }) => {
    const record = known.get(sid)
    return record ? [{ ...one, sid, kind: String(record.kind), case_no: String(record.case_no), title: String(record.title) }] : []
  })
}

/** It names what this person may see, and only counts the rest. */
async function warn(ctx: Context, drafts: Drafts) {
  for (const draft of drafts.filter(({ transition }) => transition === 'submit')) {
    const alikes = await alikesOf(ctx, draft.sid, draft.row.title ?? '')
    if (alikes.length === 0) continue
    const shown = await shownAmong(ctx, alikes)
    const names = shown.slice(0, 3).map(({ case_no, title, shared }) => `${case_no} ${title}（${shared.join('、')}）`)
    const others = alikes.length - names.length
    const [zh, en] = [[...names, ...(others ? [`另有 ${others} 件`] : [])], [...names, ...(others ? [`${others} that you may not see or that are less similar`] : [])]]
    warnAt(modelNamed(ctx.tenant.models, 'proposal'), draft, {
      code: 'look_alike',
      field: 'title',
      words: [`与已有提案或专利相似，请说明区别：${zh.join('；')}`, `is similar to disclosures or patents that exist; say what differs: ${en.join('; ')}`],
      asks: true,
    })
  }
} // oxfmt-ignore

async function list({ ctx, model, body: { sid } }: Call<typeof lookAlikes>) {
  const { title } = await get(ctx, model, sid)
  const own = await ctx.db.selectFrom('proposal').select('result_case_sids').where('sid', '=', sid).executeTakeFirst()
  const alikes = await alikesOf(ctx, sid, String(title ?? ''))
  const found = await shownAmong(ctx, alikes.filter((one) => !own?.result_case_sids?.includes(one.sid))) // oxfmt-ignore
  return { record: found.map(({ sid: case_sid, likeness: how, ...one }) => ({ ...one, case_sid, likeness: how.toFixed(2) })) }
}

/** Maximum compared records of each kind with a word in common, the latest first */
const COMPARED = 400

/** Only what this person may see is compared at all. */
async function listForTitle({ ctx, body: { title, sid: own } }: Call<typeof titleAlikes>) {
  const found = [...(await comparedTo(ctx, 'proposal', title)), ...(await comparedTo(ctx, 'patent', title))]
    .filter((one) => one.case_sid !== own && one.how >= CLOSE)
    .toSorted((one, other) => other.how - one.how)
    .slice(0, MAX_SHOWN)
  return { record: found.map(({ how, ...one }) => ({ ...one, likeness: how.toFixed(2), shared: sharedWords(title, one.title) })) }
}

async function comparedTo(ctx: Context, kind: 'proposal' | 'patent', title: string) {
  const model = modelNamed(ctx.tenant.models, kind)
  const access = accessOf(ctx, model)
  const terms = [...termsOf(title)].filter((term) => term.length > 1).slice(0, MAX_TERMS)
  if (!(access.verbs.has('search') || access.verbs.has('*')) || !access.mayRead('title') || terms.length === 0) return []
  const words = anyOf(terms.map((value): Condition => ({ kind: 'contains', path: ['title'], at: GIVEN, negated: false, value: { kind: 'text', value, at: GIVEN } }))) // oxfmt-ignore
  const where = allOf([access.rows, words].filter((one) => one !== undefined))
  const order = [{ path: ['created_at'], desc: true, at: GIVEN }]
  const rows = await readPage(ctx, model, ['sid', 'case_no', 'title'], { where, order }, { start: 0, rows: COMPARED })
  return rows.map((row) => ({ kind, case_sid: String(row.sid), case_no: String(row.case_no ?? ''), title: String(row.title ?? ''), how: likeness(title, String(row.title ?? '')) })) // oxfmt-ignore
}

const MAX_TERMS = 24
