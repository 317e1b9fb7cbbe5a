import { type CaseRole, labelOf, type Words, wordIn } from '../../../model/kit/fields.ts'
import { modelNamed, fieldOf } from '../../records/registry.ts'
import { exportColumns, type ExportColumn } from '../../export/columns.ts'
import { fitted, sheetCell } from '../../export/export-cells.ts'
import type { Batch, FileCell, Sheet } from '../../export/sheet.ts'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { Context } from '../../records/context.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { readIql } from '../../records/query/search.ts'
import { streamRows } from '../../records/query/stream.ts'
import { burdens, type Topic } from '../contract-check.ts'
import { among, exporting, type Rights } from './rights.ts'

type Column = { words: Words; of(kind: CaseKind): string | undefined; isDate?: true; width?: number }
const byRole = (role: CaseRole, words: Words, more: Pick<Column, 'isDate' | 'width'> = {}): Column => ({
  words,
  of: ({ roles }) => roles[role],
  ...more,
})
const DAY = { isDate: true, width: 12 } as const

/** Columns common to rights of every kind */
const COLUMNS: readonly Column[] = [
  byRole('case_no', ['案号', 'Case no.']),
  byRole('title', ['名称', 'Title'], { width: 40 }),
  byRole('country', ['国家/地区', 'Country']),
  byRole('application_no', ['申请号', 'Application no.']),
  byRole('filing_date', ['申请日', 'Filing date'], DAY),
  byRole('grant_date', ['授权/注册日', 'Granted or registered'], DAY),
  { words: ['届满或续展至', 'Ends or is renewed until'], of: ({ roles, renewed_until }) => roles.expiry_date ?? renewed_until, ...DAY },
  { words: ['状态', 'Status'], of: ({ model }) => model.states?.field },
  { words: ['阶段', 'Phase'], of: ({ model }) => (fieldOf(model, 'phase') ? 'phase' : undefined) },
  byRole('applicants', ['权利人', 'Owners'], { width: 40 }),
  byRole('next_annuity_due', ['下次年费/续展期限', 'Next annuity or renewal'], DAY),
]

/** Topics of the contract check that others may see; risk evaluations and internal work are excluded. */
const OPEN_TOPICS: ReadonlySet<string> = new Set(['ANNUITIES', 'FAMILY', 'licence', 'pledge', 'dispute', 'transfer'])

/** All rights in one table, with their annuities, families and dealings. `missing`: models omitted from the package. */
export async function portfolioSheet(ctx: Context, rights: Rights, missing: ReadonlySet<string>): Promise<Sheet> {
  const topics = await topicsOf(ctx, rights, missing)
  const isDay = (at: number) => COLUMNS[at]?.isDate === true
  return {
    name: wordIn(['权利总表', 'Portfolio'], ctx.lang),
    columns: [
      { heading: wordIn(['种类', 'Kind'], ctx.lang), width: 16 },
      ...COLUMNS.map(({ words, width = 20 }, at) => ({
        heading: wordIn(words, ctx.lang),
        width,
        ...(isDay(at) && { format: 'yyyy-mm-dd', isDate: true }),
      })),
      ...topics.map(({ words }) => ({ heading: wordIn(words, ctx.lang), width: 40 })),
    ],
    batches: rowsOf(ctx, rights, topics),
  }
}

/** Enough that a query names the rights at once. */
const CHUNK = 200

type Joined = Pick<Topic, 'words' | 'none'> & { lines: Map<string, string> | undefined }

async function topicsOf(ctx: Context, rights: Rights, missing: ReadonlySet<string>): Promise<Joined[]> {
  const all = [...rights].flatMap(([kind, sids]) => sids.map((sid) => ({ sid, kind })))
  const read = (name: string) => (missing.has(name) ? undefined : exporting(ctx, modelNamed(ctx.tenant.models, name)))
  const joined = new Map<string, Joined>()
  for (let at = 0; at < all.length; at += CHUNK)
    for (const { topic, words, none, lines } of await burdens(ctx, read, all.slice(at, at + CHUNK))) {
      if (!OPEN_TOPICS.has(topic)) continue
      const known = joined.get(topic) ?? { words, none, lines: lines && new Map<string, string>() }
      for (const [sid, own] of lines ?? []) known.lines?.set(sid, own.map(({ text }) => text).join('\n')) // oxfmt-ignore
      joined.set(topic, known)
    }
  return [...joined.values()]
}

async function* rowsOf(asked: Context, rights: Rights, topics: readonly Joined[]): AsyncGenerator<Batch> {
  const { lang, tenant } = asked
  const said = (sid: string) => topics.map(({ lines, none }) => (lines ? lines.get(sid) || wordIn(none, lang) : wordIn(UNSEEN, lang)))
  for (const [name, sids] of rights) {
    const model = modelNamed(tenant.models, name)
    const kind = tenant.models.kinds.get(name)
    const ctx = exporting(asked, model)
    if (!kind || !ctx) continue
    const columns = COLUMNS.map((column) => columnOf(ctx, kind, column))
    const codes = ['sid', ...columns.flatMap((column) => (column ? [column.code] : []))]
    const order = kind.roles.case_no && accessOf(ctx, model).mayRead(kind.roles.case_no) ? ` ORDER BY ${kind.roles.case_no}` : ''
    for await (const batch of streamRows(ctx, model, [...new Set(codes)], readIql(among('sid', sids) + order)))
      yield batch.map((row): FileCell[] =>
        [labelOf(model, lang), ...columns.map((column) => (column ? sheetCell(column, row[column.code], lang) : null)), ...said(String(row.sid))].map(
          (cell) => fitted(cell, lang),
        ),
      )
  }
}

const UNSEEN: Words = ['无权导出，未列出', 'Not told: no permission to export it']

function columnOf(ctx: Context, kind: CaseKind, { of }: Column): ExportColumn | undefined {
  const model = modelNamed(ctx.tenant.models, kind.name)
  const code = of(kind)
  if (code === undefined || !accessOf(ctx, model).mayRead(code) || fieldOf(model, code)?.exportable === false) return undefined
  return exportColumns(ctx, model, [code]).find((column) => column.code === code)
}
