import type { FastifyRequest } from 'fastify'
import { BANK_COLUMNS, type BankColumn, type BankLine, type BankList, bankStateOf, isPaidIn } from '../../model/fees/settlements/bank-lines.ts'
import { MAX_LISTS, type ReadBankLine } from '../../model/fees/settlements/settlement-routes.ts'
import { textOf } from '../../model/import/values/cell.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Context } from '../records/context.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import { visible } from '../records/permission/permission.ts'
import { readPage } from '../records/query/page.ts'
import { modelNamed } from '../records/registry.ts'
import { refuseUnlessRead } from '../records/permission/readable.ts'
import { amountIn, daysOf, type Row, sentTable } from './read-rows.ts'

const NEEDED: readonly BankColumn[] = ['reference', 'payee', 'amount', 'result']

/** Compares the payments of the bank with the payment lists that this person sees; nothing is recorded. */
export async function readBank(ctx: Context, request: FastifyRequest): Promise<{ record: ReadBankLine[]; asks_day_order: boolean }> {
  refuseUnlessRead(ctx, modelNamed(ctx.tenant.models, 'payment'), FL)
  const { rows, fields } = await sentTable<BankColumn>(ctx, request, { columns: BANK_COLUMNS, needed: NEEDED })
  const { days, asks } = daysOf(rows.map(({ paid_on }) => paid_on), fields['day_order']) // oxfmt-ignore
  const lines = rows.map((row, at) => lineOf(row, days[at] ?? null))
  const lists = await listsNamed(ctx, [...new Set(lines.map(({ reference }) => reference))])
  const record = lines.map((line): ReadBankLine => {
    const list = lists.get(line.reference)
    return { ...line, state: bankStateOf(line, lists, lines), payment_sid: list?.sid ?? null, bills: list?.bills ?? 0, totals: list?.totals ?? [] }
  })
  return { record, asks_day_order: asks }
}

const lineOf = (row: Row<BankColumn>, paid_on: string | null): BankLine => ({
  reference: textOf(row.reference),
  payee: textOf(row.payee),
  amount: amountIn(row.amount),
  currency: textOf(row.currency).toUpperCase(),
  done: isPaidIn(textOf(row.result)),
  paid_on,
  serial: textOf(row.serial).slice(0, 60),
})

type Known = BankList & { bills: number }
const FL = ['sid', 'payment_no', 'payment_type', 'payee', 'totals', 'status', 'bill_count'] as const

async function listsNamed(ctx: Context, numbers: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  if (numbers.length === 0) return new Map()
  const model = modelNamed(ctx.tenant.models, 'payment')
  const values = numbers.map((value) => ({ kind: 'text', value, at: GIVEN }) as const)
  const named: Condition = { kind: 'in', path: ['payment_no'], at: GIVEN, negated: false, values }
  const rows = await readPage(ctx, model, [...FL], { where: visible(ctx, model, named), order: [] }, { start: 0, rows: MAX_LISTS * 10 }, true)
  return new Map(
    rows
      .filter(({ payment_type }) => payment_type === 'TO_AGENCY')
      .map(({ sid, payment_no, payee, totals, status, bill_count }) => [
        String(payment_no),
        {
          sid: String(sid),
          payment_no: String(payment_no),
          payee: String(payee ?? ''),
          totals: Array.isArray(totals) ? (totals as BankList['totals']) : [], // as the model declares them
          open: status === 'DRAFT' || status === 'APPROVED',
          bills: Number(bill_count ?? 0),
        },
      ]),
  )
}
