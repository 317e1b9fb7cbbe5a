import type { Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { fieldOf } from '../../records/registry.ts'
import type { Context, Draft } from '../../records/context.ts'
import { ruleFault } from '../../cases/rule-fault.ts'

type Pair = { first: string; then: string; only?: (row: Draft['row']) => boolean }

/** The order of dates; equal days pass. */
const ORDER: readonly Pair[] = [
  ...['submission_date', 'publication_date', 'grant_date', 'se_entered_date', 'entry_date', 'register_date', 'close_date'].map((then) => ({
    first: 'filing_date',
    then,
  })),
  { first: 'publication_date', then: 'grant_date', only: ({ country, patent_type }) => country === 'CN' && patent_type === 'INVENTION' },
  { first: 'pct_filing_date', then: 'pct_pub_date' },
  { first: 'pct_filing_date', then: 'entry_date' },
]

const PREPARED = ['DRAFTING', 'REVIEWING', 'READY', 'PREPARING', 'ENTRY_PREPARING']

export function checkDates(ctx: Context, model: Model, draft: Draft) {
  const { row, changed } = draft
  for (const { first, then, only } of ORDER) {
    const [one, other] = [row[first], row[then]]
    if (!one || !other || one <= other || !(changed.has(first) || changed.has(then)) || only?.(row) === false) continue
    ruleFault(ctx, draft, ...(changed.has(then) ? misplaced(model, then, 'before', first, row) : misplaced(model, first, 'after', then, row)))
  }
  checkComing(ctx, model, draft)
}

const WORD = { before: ['早于', 'is before the'], after: ['晚于', 'is after the'] } as const

/** The fault at the field that was edited, in terms of the other one. */
function misplaced(model: Model, edited: string, where: keyof typeof WORD, other: string, row: Draft['row']): [Words, Words, string] {
  const [own, beside] = [fieldOf(model, edited), fieldOf(model, other)]
  const [zh, en] = WORD[where]
  const words = [`${row[edited]} ${zh}${beside?.zh ?? other} ${row[other]}`, `${row[edited]} ${en} ${beside?.en ?? other} ${row[other]}`] as const
  return [[own?.zh ?? edited, own?.en ?? edited], words, edited]
}

/** Acts that are recorded when they are done; the office announces other days, such as that of the grant, ahead. */
const ACTS = ['filing_date', 'submission_date', 'sub_exam_date', 'se_entered_date'] as const

function checkComing(ctx: Context, model: Model, draft: Draft) {
  const { row, changed } = draft
  if (PREPARED.includes(String(row.status))) return
  for (const code of ACTS) {
    const day = row[code]
    if (typeof day !== 'string' || day <= ctx.today || !(changed.has(code) || changed.has('status'))) continue
    if (code === 'submission_date' && day === row.filing_date) continue // it follows the filing date, where the fault is
    const { zh, en } = fieldOf(model, code) ?? { zh: code, en: code }
    const words = [`已递交案件的${zh} ${day} 不能晚于今天`, `${day} is in the future, but the case has been filed`] as const
    ruleFault(ctx, draft, [zh, en], words, code)
  }
}
