import { CRITERION_CODES, type Sheet, USUAL_SHEET } from '../../../model/rights/proposals/criteria.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/checks/validate.ts'

/** Weights total 100, and each grade begins above the next. */
export const scoreSheets: Part = { hooks: [{ model: 'score_sheet', check }] }

function check(ctx: Context, drafts: readonly DraftOf<'score_sheet'>[]) {
  const model = modelNamed(ctx.tenant.models, 'score_sheet')
  for (const draft of drafts) {
    const { row } = draft
    const total = CRITERION_CODES.reduce((sum, code) => sum + (row[code] ?? 0), 0)
    if (total !== 100)
      faultAt(ctx, model, draft, 'novelty_score', [`五项权重合计应为 100，现为 ${total}`, `the five weights total 100, not ${total}`])
    const [a, b, c] = [Number(row.a_from), Number(row.b_from), Number(row.c_from)]
    if (!(a > b && b > c)) faultAt(ctx, model, draft, 'a_from', ['等级起点须依次降低', 'each grade must begin above the next'])
  }
}

/** That of the type, or that of all types, of the company or of one above it. */
export async function sheetFor({ db }: Context, type: string | null): Promise<Sheet> {
  const rows = await db.selectFrom('score_sheet').selectAll().where('deleted_at', 'is', null).orderBy('created_at').execute()
  const row = rows.find(({ proposal_type }) => proposal_type === type) ?? rows.find(({ proposal_type }) => proposal_type === null)
  if (!row) return USUAL_SHEET
  const { novelty_score, inventive_score, practical_score, market_score, detect_score } = row
  const weights = { novelty_score: novelty_score ?? 0, inventive_score: inventive_score ?? 0, practical_score: practical_score ?? 0, market_score: market_score ?? 0, detect_score: detect_score ?? 0 } // oxfmt-ignore
  return { weights, from: { A: Number(row.a_from), B: Number(row.b_from), C: Number(row.c_from) } }
}
