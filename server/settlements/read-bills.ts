import type { FastifyRequest } from 'fastify'
import { HEAD } from '../../model/cases/head-fields.ts'
import { searchKeys } from '../../model/cases/numbers/search-keys.ts'
import {
  amountsIn,
  type BillableFee,
  BILL_COLUMNS,
  type BillColumn,
  type BillFault,
  feeNamed,
  isTotal,
  MAX_BILL_LINES,
  type StatedLine,
  wordsOfColumn,
} from '../../model/fees/settlements/bill-lines.ts'
import type { ReadBill, ReadBillLine } from '../../model/fees/settlements/settlement-routes.ts'
import { type Cell, textOf } from '../../model/import/values/cell.ts'
import { wordIn } from '../../model/kit/fields.ts'
import { sumMoney } from '../../model/kit/money/money.ts'
import type { Context } from '../records/context.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { withKeys } from '../records/query/conditions/by-number.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'
import { amountIn, type Row, sentRows } from './read-rows.ts'

const NEEDED: readonly BillColumn[] = ['fee', 'amount']

/** The bills in a table, each line with the case and the fee that it names; nothing is recorded. */
export async function readBills(ctx: Context, request: FastifyRequest): Promise<{ record: ReadBill[] }> {
  const rows = await sentRows<BillColumn>(ctx, request, { columns: BILL_COLUMNS, needed: NEEDED })
  const lines = rows.filter(({ cells }) => !isTotal(cells.map(textOf))).map(lineOf)
  const cases = await casesNamed(ctx, lines)
  const fees = await feesOf(ctx, [...new Set([...cases.values()].flatMap((own) => own.map(({ sid }) => sid)))])
  const groups = Map.groupBy(lines, ({ bill }) => bill)
  return { record: [...groups].map(([invoice_no, own]) => billOf(ctx, invoice_no, own.map((line) => readLine(ctx, line, { cases, fees })))) } // oxfmt-ignore
}

const COLUMNS = Object.keys(BILL_COLUMNS) as BillColumn[] // its own keys

function lineOf(row: Row<BillColumn>): StatedLine {
  const texts = Object.fromEntries(COLUMNS.map((code) => [code, textOf(row[code])])) as Record<BillColumn, string> // by the same keys
  return { ...texts, row: row.at, amount: amountOf(row.amount), tax: amountOf(row.tax) }
}

/** A comma before the last two digits stands for the decimal point elsewhere: nothing is guessed. */
const amountOf = (cell: Cell) => (/,\d{1,2}$/.test(textOf(cell)) ? textOf(cell) : amountIn(cell))

type Case = { sid: string; name: string }
type Known = { cases: ReadonlyMap<string, readonly Case[]>; fees: ReadonlyMap<string, readonly BillableFee[]> }

/** Fees in the currency of the line come first: the same year may be due in two. */
function ofCurrency(fees: readonly BillableFee[], currency: string): readonly BillableFee[] {
  const same = fees.filter((fee) => fee.currency === currency)
  return same.length > 0 ? same : fees
}

function readLine(ctx: Context, line: StatedLine, { cases, fees }: Known): ReadBillLine {
  const { currency, amount, tax, faults } = amountsIn(line)
  const ref = line.case_no || line.number
  const own = [line.case_no, line.number].map((number) => cases.get(number) ?? []).find(({ length }) => length > 0) ?? []
  const [found] = own
  if (own.length > 1) faults.push({ field: 'case_no', words: [`“${ref}”对应多个案件`, `“${ref}” is of several cases`] })
  const { fee, fault } = found && own.length === 1 ? feeNamed(line, ofCurrency(fees.get(found.sid) ?? [], currency)) : {}
  if (fault) faults.push(fault)
  return {
    row: line.row,
    case_sid: found?.sid ?? null,
    case_name: found?.name ?? null,
    case_ref: ref.slice(0, 60),
    fee_sid: fee?.sid ?? null,
    service: fee ? null : withYear(ctx, line).slice(0, 60),
    stated: line.fee,
    description: line.description.slice(0, 255) || null,
    currency,
    amount,
    tax,
    faults: faults.map((one) => told(ctx, one)),
  }
}

/** The file has a column for the year; the line of a bill has none. */
const withYear = ({ lang }: Context, { fee, year }: StatedLine) =>
  /^\d{1,2}$/.test(year) && !/\d/.test(fee) ? `${fee} ${lang === 'zh' ? `第${year}年` : `year ${year}`}` : fee

const told = ({ lang }: Context, { field, words }: BillFault) => ({ field, label: wordIn(wordsOfColumn(field), lang), reason: wordIn(words, lang) })

/** A bill is in one currency. */
function billOf(ctx: Context, invoice_no: string, lines: readonly ReadBillLine[]): ReadBill {
  const currency = lines[0]?.currency ?? 'CNY'
  const read = lines.map((line, at): ReadBillLine => {
    const faults: BillFault[] = []
    if (line.currency !== currency) faults.push({ field: 'currency', words: [`与账单第一行的 ${currency} 不同`, `differs from the ${currency} of the first line of the bill`] }) // oxfmt-ignore
    if (at === MAX_BILL_LINES)
      faults.push({ field: 'bill', words: [`一张账单最多 ${MAX_BILL_LINES} 行`, `a bill has at most ${MAX_BILL_LINES} lines`] })
    return { ...line, faults: [...line.faults, ...faults.map((one) => told(ctx, one))] }
  })
  const amounts = read.filter((line) => line.currency === currency).flatMap(({ amount, tax }) => [amount, tax ?? '0'])
  return { invoice_no: invoice_no.slice(0, 60), currency, total: sumMoney(amounts, currency), lines: read }
}

const MAX_CASES = 10_000

/** The cases that this person sees, by each number as it is written. */
async function casesNamed(ctx: Context, lines: readonly StatedLine[]): Promise<ReadonlyMap<string, readonly Case[]>> {
  const numbers = [...new Set(lines.flatMap(({ case_no, number }) => [case_no, number]).filter((one) => one !== ''))]
  const keys = new Map(numbers.map((number) => [number, searchKeys(number)]))
  const model = modelNamed(ctx.tenant.models, HEAD)
  const found = await withKeys(ctx, model, [...new Set([...keys.values()].flat())], MAX_CASES)
  const names = new Map<string, Case & { numbers: string[] }>()
  const sids = [...new Set(found.map(({ sid }) => sid))]
  for (const row of await pages(ctx, HEAD, ['sid', 'case_no', 'title', 'application_no'], sids, 'sid'))
    names.set(String(row.sid), { sid: String(row.sid), name: [row.case_no, row.title].filter(Boolean).join(' '), numbers: [row.case_no, row.application_no].map(String) }) // oxfmt-ignore
  return new Map(
    numbers.map((number) => {
      const own = keys.get(number) ?? []
      const all = [...new Set(found.filter(({ key }) => own.includes(key)).map(({ sid }) => sid))].flatMap((sid) => names.get(sid) ?? [])
      const exact = all.filter((one) => one.numbers.includes(number))
      return [number, exact.length > 0 ? exact : all]
    }),
  )
}

const FEE = ['sid', 'case_sid', 'fee_no', 'name', 'name_en', 'fee_type', 'annuity_year', 'currency', 'status', 'invoice_sid'] as const
const OVER = ['CANCELLED', 'ABANDONED', 'REFUNDED', 'EXPIRED']

/** Fees of these cases that a bill may claim, for people who see fees */
async function feesOf(ctx: Context, cases: readonly string[]): Promise<ReadonlyMap<string, readonly BillableFee[]>> {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, 'fee'))
  if (!verbs.has('search') && !verbs.has('*')) return new Map()
  const rows = await pages(ctx, 'fee', FEE, cases, 'case_sid')
  return Map.groupBy(
    rows.map((row) => ({
      case_sid: sidIn(row.case_sid),
      sid: String(row.sid),
      fee_no: String(row.fee_no ?? ''),
      names: [row.name, row.name_en, row.fee_type].filter(Boolean).map(String),
      year: row.annuity_year === null ? null : Number(row.annuity_year),
      currency: String(row.currency),
      rank: OVER.includes(String(row.status)) ? 2 : row.invoice_sid === null ? 0 : 1,
    })),
    ({ case_sid }) => case_sid,
  )
}

const sidIn = (value: unknown): string => (typeof value === 'object' && value !== null && 'sid' in value ? String(value.sid) : String(value ?? ''))

const PER_QUESTION = 100
const MAX_ROWS = 5000

/** Visible records whose field is among these, a hundred at a time. */
async function pages(ctx: Context, name: string, fl: readonly string[], sids: readonly string[], by: string) {
  const model = modelNamed(ctx.tenant.models, name)
  const found: Record<string, unknown>[] = []
  for (let at = 0; at < sids.length; at += PER_QUESTION) {
    const among = sids.slice(at, at + PER_QUESTION).map((sid) => `'${sid}'`).join(', ') // oxfmt-ignore
    const { where, order } = readIql(`${by} IN (${among})`)
    found.push(...(await readPage(ctx, model, [...fl], { where: visible(ctx, model, where), order }, { start: 0, rows: MAX_ROWS })))
  }
  return found
}
