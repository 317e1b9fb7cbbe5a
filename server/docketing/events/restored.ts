import { sql } from 'kysely'
import type { DEADLINE_STATUS } from '../../../model/docketing/deadline.ts'
import type { Rule } from '../../../model/docketing/rules/rule.ts'
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { ENDED, type Model } from '../../../model/kit/model.ts'
import type { Context, Draft, RowValues } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { isAsBefore } from '../../records/write/batch/as-before.ts'
import { writeCounted } from '../../records/write/counted.ts'
import { wrote } from '../../records/write/write.ts'
import { lawFor } from '../law/law.ts'

/** A restored right: the missed deadline is restored, and no restoration request remains. */
export async function settleRestored(ctx: Context, kind: CaseKind, drafts: readonly Draft[]) {
  const back = drafts.filter((draft) => isRestored(draft, kind.model)).map((draft) => draft.sid)
  const undone = drafts.filter((draft) => isUndone(ctx, draft, kind.model)).map((draft) => draft.sid)
  if (back.length === 0 && undone.length === 0) return
  const { law } = await lawFor(ctx)
  const { notices = [], offices = [] } = kind.docketing?.restores ?? {}
  const lost = law.rules.filter(
    ({ office, restoration }) => restoration && (offices.includes(office) || restoration.notices?.some((notice) => notices.includes(notice))),
  )
  const requests = [...new Set(lost.flatMap(({ restoration }) => restoration?.rule ?? []))]
  await settle(ctx, back, idsOf(lost), 'RESTORED', ['MISSED'])
  await settle(ctx, back, requests, 'DONE', ['OPEN', 'MISSED'])
  await reopen(ctx, undone, idsOf(lost), ['RESTORED', 'MISSED'])
  await reopen(ctx, undone, requests, ['DONE', 'OPEN'])
}

/** A transition by which an office restores a lost right. */
const isRestored = ({ transition, before, row }: Draft, model: Model) =>
  transition !== undefined && before !== undefined && isEnded(before, model) && !isEnded(row, model)

/** The undo of such a transition. */
const isUndone = (ctx: Context, { transition, before, row }: Draft, model: Model) =>
  isAsBefore(ctx) && transition === undefined && before !== undefined && !isEnded(before, model) && isEnded(row, model)

function isEnded(of: RowValues, { states }: Model): boolean {
  const phase = states?.facts?.[String(of[states.field])]?.phase
  return phase !== undefined && ENDED.has(phase)
}

type Status = keyof typeof DEADLINE_STATUS

const idsOf = (rules: readonly Rule[]) => [...new Set(rules.map(({ id }) => id))]

async function settle(ctx: Context, cases: readonly string[], rules: readonly string[], status: Status, from: readonly Status[]) {
  if (cases.length === 0 || rules.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const settled = sql`update deadline set status = ${status}, handled = true, done_by = 'PERSON', done_date = ${ctx.today}
    where case_sid = any(${[...cases]}::uuid[]) and rule_id = any(${[...rules]}) and status = any(${[...from]}) and deleted_at is null`
  await writeCounted(ctx.db, model, settled, ['status'])
  wrote(ctx, model, ['status', 'handled', 'done_by', 'done_date'])
}

/** Reopens deadlines that a restoration settled; one that a person settled with a reason stays settled. */
async function reopen(ctx: Context, cases: readonly string[], rules: readonly string[], [from, to]: readonly [Status, Status]) {
  if (cases.length === 0 || rules.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const opened = sql`update deadline set status = ${to}, handled = false, done_by = null, done_date = null
    where case_sid = any(${[...cases]}::uuid[]) and rule_id = any(${[...rules]}) and status = ${from} and handled and done_by = 'PERSON'
      and handled_reason is null and deleted_at is null`
  await writeCounted(ctx.db, model, opened, ['status'])
  wrote(ctx, model, ['status', 'handled', 'done_by', 'done_date'])
}
