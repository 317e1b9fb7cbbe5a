import { labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import { BASE, type Model } from '../../../model/kit/model.ts'
import { exportColumns, isExportable } from '../../export/columns.ts'
import { fitted, sheetColumns, sheetRow } from '../../export/export-cells.ts'
import type { Batch, FileCell, Sheet } from '../../export/sheet.ts'
import type { Context } from '../../records/context.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { limitsOf } from '../../records/settings/limits.ts'
import { count, readIql } from '../../records/query/search.ts'
import { streamRows } from '../../records/query/stream.ts'
import { fieldOf, fieldsOf, modelNamed } from '../../records/registry.ts'
import type { Filed } from './documents.ts'
import { portfolioSheet } from './portfolio.ts'
import { among, exporting, type Left, NOT_EXPORTED, type Rights } from './rights.ts'

/** `where`: the rows of each condition, one after another; `by`: the fields that these name. */
type Wish = { model: string; where: readonly string[]; by?: readonly string[]; codes: readonly string[]; order?: readonly string[] }

/** Contracts and disputes that bind a right or its owner. */
const BINDING = ['transfer', 'licence', 'pledge', 'dispute'] as const
const BINDING_LIST = BINDING.map((name) => `'${name}'`).join(', ')

const OWNERS = ['case_sid', 'effective_date', 'former_owners', 'new_owners', 'document', 'transfer_sid'] as const
const LINKED = ['case_sid', 'dealing_sid'] as const
const BOUND = ['case_sid', 'dealing_sid', 'dealing_sid.kind', 'note'] as const
const FEES = ['case_sid', 'name', 'fee_class', 'annuity_year', 'currency', 'amount', 'surcharge', 'due_date', 'grace_end', 'status', 'pay_date', 'paid_amount', 'voucher_no'] as const // oxfmt-ignore
const DATES = ['case_sid', 'name', 'kind', 'official_due', 'grace_end', 'final_due', 'status'] as const

/** The sheets of the workbook; `left` gets the omitted models. */
export async function sheetsOf(ctx: Context, rights: Rights, files: readonly Filed[] | undefined, left: Left[]): Promise<Sheet[]> {
  const cases = [...rights.values()].flat()
  const ofCases = among('case_sid', cases)
  const told = (model: string, sids: readonly string[]): Wish => ({
    model,
    where: amongEach(sids),
    codes: toldOf(modelNamed(ctx.tenant.models, model)),
  })
  const wishes: Wish[] = [
    ...[...rights].map(([model, sids]) => told(model, sids)),
    { model: 'owner_change', where: [ofCases], by: ['case_sid'], codes: OWNERS, order: ['case_sid', 'effective_date'] },
    { model: 'dealt_right', where: [`${ofCases} AND dealing_sid.kind IN (${BINDING_LIST})`], by: LINKED, codes: BOUND, order: ['case_sid'] },
    ...(await bindingOf(ctx, cases)).map(([model, sids]) => told(model, sids)),
    { model: 'fee', where: [ofCases], by: ['case_sid'], codes: FEES, order: ['case_sid', 'due_date'] },
    { model: 'deadline', where: [`${ofCases} AND status = 'OPEN'`], by: ['case_sid', 'status'], codes: DATES, order: ['official_due'] },
  ]
  const most = (await limitsOf(ctx)).exported_rows
  const tables: Sheet[] = []
  const missing = new Set<string>()
  for (const wish of wishes) {
    const table = await tableOf(ctx, wish, { left, most })
    if (table) tables.push(table)
    else missing.add(wish.model)
  }
  const portfolio = await portfolioSheet(ctx, rights, missing)
  return [portfolio, ...tables, ...(files ? [documentsSheet(ctx, files)] : [])]
}

/** As many as one condition may name. */
const NAMED = 1000

const amongEach = (sids: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(sids.length / NAMED) }, (_, at) => among('sid', sids.slice(at * NAMED, (at + 1) * NAMED)))

/** Columns of the list, without internal ones: the handler, the valuation, and the decisions. */
const toldOf = (model: Model): string[] =>
  fieldsOf(model).flatMap(([code, field]) =>
    field.list && isExportable(field) && !OWN_GROUPS.has(field.group ?? '') && !OWN_ROLES.has(field.role ?? '') && !(code in BASE) ? [code] : [],
  )
const OWN_GROUPS: ReadonlySet<string> = new Set(['manage', 'fees'])
const OWN_ROLES: ReadonlySet<string> = new Set(['owner', 'co_owners', 'department', 'agency', 'secrecy', 'annuity_decision'])

/** The contracts and disputes themselves, by kind. */
async function bindingOf(ctx: Context, cases: readonly string[]): Promise<[model: string, sids: readonly string[]][]> {
  const model = modelNamed(ctx.tenant.models, 'dealt_right')
  const links = exporting(ctx, model)
  if (!links || !LINKED.every(accessOf(links, model).mayRead)) return [] // that the list of them is left out says it
  const found = new Map<string, Set<string>>()
  for await (const batch of streamRows(links, model, ['dealing_sid', 'dealing_sid.kind'], readIql(among('case_sid', cases))))
    for (const row of batch) {
      const kind = String(row['dealing_sid.kind'])
      found.set(kind, (found.get(kind) ?? new Set()).add(String((row.dealing_sid as { sid?: unknown } | null)?.sid))) // a link
    }
  return BINDING.flatMap((name): [model: string, sids: readonly string[]][] => {
    const sids = [...(found.get(name) ?? [])]
    return sids.length > 0 || !exporting(ctx, modelNamed(ctx.tenant.models, name)) ? [[name, sids]] : []
  })
}

const HIDDEN: Words = ['您的角色看不到这些栏', 'Your roles hide these fields']

const KEY_HIDDEN: Words = ['您的角色看不到其案件或状态栏，无法选出', 'Your roles hide the case or the status of them, by which they are chosen']

const tooMany = (most: number): Words => [`超过一次可导出的 ${most} 行`, `Beyond the limit of ${most} exported rows`]

/** The wanted columns, as far as this person may export them; nothing where they may not, or not so many rows. */
async function tableOf(
  asked: Context,
  { model: name, where, by = [], codes, order = [] }: Wish,
  { left, most }: { left: Left[]; most: number },
): Promise<Sheet | undefined> {
  const model = modelNamed(asked.tenant.models, name)
  const label = labelOf(model, asked.lang)
  const ctx = exporting(asked, model)
  const isHidden = (code: string) => !ctx || !accessOf(ctx, model).mayRead(code.split('.')[0] ?? '')
  const shown = codes.filter((code) => !isHidden(code))
  const without = (why: Words) => void left.push({ what: label, why })
  if (!ctx || shown.length === 0) return without(NOT_EXPORTED)
  if (by.some(isHidden)) return without(KEY_HIDDEN)
  const max = Math.min(most, accessOf(ctx, model).exportable ?? most)
  let total = 0
  for (const iql of where) total += (await count(ctx, model, { iql })).total
  if (total > max) return without(tooMany(max))
  const hidden = codes.filter(isHidden)
  if (hidden.length > 0) left.push({ what: `${label}: ${hidden.map((code) => labelOfCode(model, code, asked)).join(', ')}`, why: HIDDEN })
  const columns = exportColumns(ctx, model, shown)
  const sorted = order.filter((code) => !isHidden(code))
  const queries = where.map((one) => readIql(sorted.length > 0 ? `${one} ORDER BY ${sorted.join(', ')}` : one))
  return { name: label, columns: sheetColumns(columns), batches: rowsOf(ctx, model, { columns, queries }) }
}

const labelOfCode = (model: Model, code: string, { lang }: Context) => {
  const field = fieldOf(model, code.split('.')[0] ?? '')
  return field ? labelOf(field, lang) : code
}

type Asked = { columns: ReturnType<typeof exportColumns>; queries: ReturnType<typeof readIql>[] }

async function* rowsOf(ctx: Context, model: Model, { columns, queries }: Asked): AsyncGenerator<Batch> {
  const codes = columns.map(({ code }) => code)
  for (const query of queries)
    for await (const batch of streamRows(ctx, model, codes, query)) yield batch.map((row) => sheetRow(columns, row, ctx.lang))
}

const DOCUMENT_COLUMNS: readonly (readonly [Words, number])[] = [
  [['案件', 'Case'], 40],
  [['文件名', 'File name'], 40],
  [['文件类型', 'Document type'], 20],
  [['发文日', 'Issue date'], 12],
  [['在本包中的位置', 'Place in this package'], 60],
  [['未包含的原因', 'Why it is left out'], 30],
]

function documentsSheet({ lang }: Context, files: readonly Filed[]): Sheet {
  const name = (value: unknown) => String((value as { name?: unknown } | null | undefined)?.name ?? '') // a link
  const cells = ({ row, path, why }: Filed): FileCell[] =>
    [name(row.case_sid), String(row.file_name ?? ''), name(row.doc_type), String(row.issue_date ?? ''), why ? null : path, why ? wordIn(why, lang) : null].map((cell) => fitted(cell, lang)) // oxfmt-ignore
  return {
    name: wordIn(['文件', 'Documents'], lang),
    columns: DOCUMENT_COLUMNS.map(([words, width]) => ({ heading: wordIn(words, lang), width })),
    batches: once(files.map(cells)),
  }
}

export async function* once(batch: Batch): AsyncGenerator<Batch> {
  yield batch
}
