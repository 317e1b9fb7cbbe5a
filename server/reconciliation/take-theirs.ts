import type { Model } from '../../model/kit/model.ts'
import type { RowRead } from '../../model/import/row.ts'
import { docketTogether, keptDuring } from '../docketing/case-hooks.ts'
import { refuse, refuseFaults } from '../errors.ts'
import { changeAll, UPDATING } from '../import/rows/change-records.ts'
import { importRows } from '../import/rows/import-rows.ts'
import type { Item, Rejected } from '../import/rows/item.ts'
import { waitsForSecond } from '../import/rows/outcomes/outcomes.ts'
import { resolveNames } from '../import/rows/references/references.ts'
import type { Context, DraftOf, RowValues } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { updateRow } from '../records/write/update.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { lockRows } from '../records/write/write.ts'
import { isSameWork } from '../../model/reconciliation/same-deadline.ts'
import { sameValue } from '../records/write/checks/same-value.ts'
import { noteOnLine } from './note-on-line.ts'
import { refuseUnlessOpen } from './open-list.ts'
import type { NamedDeadline } from './line.ts'

type LineDraft = DraftOf<'docket_line'>
type Taken = { waits?: boolean; case_sid?: string; deadline_sid?: string }
/** `moves`: the accepted value may make deadlines of its case later. */
type Written = Taken & { moves?: boolean }

/** Records the deciding person and the day; reopening a question clears both. */
export async function decide(ctx: Context, drafts: readonly LineDraft[]) {
  await refuseUnlessOpen(ctx, drafts.flatMap(({ transition, row }) => (transition ? String(row.list_sid) : []))) // oxfmt-ignore
  for (const draft of drafts) {
    if (!draft.transition || draft.transition === 'ask') continue
    const isOpen = draft.transition === 'reopen'
    setValue(draft, 'decided_by', isOpen ? null : ctx.actor.sid)
    setValue(draft, 'decided_on', isOpen ? null : ctx.today)
    if (isOpen) setValue(draft, 'decision_reason', null)
  }
}

/** An accepted value is the person's own change of the case, with permissions, history, deadlines, fees and the second person. */
export async function takeTheirs(ctx: Context, drafts: readonly LineDraft[]) {
  const accepted = drafts.filter(({ transition }) => transition === 'accept')
  if (accepted.length === 0) return
  const taken: [LineDraft, Written][] = []
  const take = async () => {
    for (const draft of accepted) taken.push([draft, await takeOne(ctx, draft)])
  }
  const kept = await keptDuring(ctx, () => docketTogether(ctx, take, { finds: true }))
  for (const [{ sid, row }, { moves, ...values }] of taken) {
    const waits = values.waits || (moves && kept.has(values.case_sid ?? row.case_sid ?? ''))
    await noteOnLine(ctx, sid, { ...values, ...(waits && { waits }) })
  }
}

async function takeOne(ctx: Context, { row }: LineDraft): Promise<Written> {
  const list = await ctx.db.selectFrom('docket_list').select(['kind', 'agency_sid']).where('sid', '=', row.list_sid).executeTakeFirst()
  const model = modelNamed(ctx.tenant.models, list?.kind ?? '')
  if (row.result === 'NOT_OURS') return makeCase(ctx, model, row, list?.agency_sid ?? null)
  if (!row.case_sid) return refuse('not_found')
  if (row.field === 'deadline') return takeDeadline(ctx, row)
  return takeField(ctx, model, row)
}

const EMPTY_READ: RowRead = { values: {}, faults: [], notes: [], priorities: [], said: [] }

async function takeField(ctx: Context, model: Model, { row_no, field, read, case_sid, about, what, what_en }: LineDraft['row']): Promise<Written> {
  const kept = read as { value: unknown; own?: unknown } // as the comparison keeps it
  if ('own' in kept)
    await refuseChanged(ctx, model, String(case_sid), (now) =>
      [kept.own ?? null, kept.value].some((value) => sameValue(now[field ?? ''] ?? null, value)),
    )
  const values = { [field ?? '']: kept.value }
  const item: Item = { row: { at: row_no ?? 0, cells: [] }, read: { ...EMPTY_READ, values, is_state_stated: true }, values }
  await resolveNames(ctx, model, [item])
  if (item.read.faults.length > 0) refuseRejected([{ row: item.row, reasons: item.read.faults.map(({ words: [zh, en] }) => ({ field: field ?? '', label: (ctx.lang === 'zh' ? what : what_en) ?? '', reason: ctx.lang === 'zh' ? zh : en })) }]) // oxfmt-ignore
  const known = { item, record: { sid: case_sid ?? '', name: about ?? '' } }
  const { failed, unseen, drafts, isChanged, isWaiting } = await changeAll(ctx, model, [known], UPDATING)
  if (failed.length > 0) refuseRejected(failed)
  if (unseen.length > 0) refuse('not_found')
  if (field === model.states?.field && !isChanged(0))
    refuse('rule', { summary_zh: '状态由案件自己的步骤变更，请在案件中办理', summary_en: 'The state changes by a step of the case: take it there' })
  const moves = ctx.tenant.declared.kinds.get(model.name)?.drives.has(field ?? '') ?? false
  return { moves, ...(drafts[0] && (isWaiting(0) || waitsForSecond(drafts[0])) && { waits: true }) }
}

/** Their value replaces only what it was compared with. */
async function refuseChanged(ctx: Context, model: Model, sid: string, isAsCompared: (now: RowValues) => boolean): Promise<RowValues> {
  const [now] = await lockRows(ctx, model, [sid])
  if (!now) return refuse('not_found')
  if (!isAsCompared(now))
    refuse('rule', {
      summary_zh: '核对之后本方数据已变更，请重新上传清单核对，或在案件中修改',
      summary_en: 'What is recorded has changed since the list was compared: upload the list again, or change it in the case',
    })
  return now
}

async function takeDeadline(ctx: Context, { deadline_sid, case_sid, due, theirs, read }: LineDraft['row']): Promise<Taken> {
  const model = modelNamed(ctx.tenant.models, 'deadline')
  if (deadline_sid) {
    const compared = read as { own?: string } | null // as the comparison keeps it
    const now = await refuseChanged(ctx, model, deadline_sid, (own) => !compared?.own || (own.extended_due ?? own.official_due) === compared.own)
    if (now.status !== 'OPEN' && now.status !== 'MISSED')
      refuse('rule', {
        summary_zh: '本方该期限已不再待办：如对方正确，请在案件中重新打开该期限',
        summary_en: 'This deadline is no longer open with us: if they are right, reopen it in the case',
      })
    const draft = await updateRow(ctx, model, deadline_sid, { official_due: due }, { verb: 'update' })
    return waitsForSecond(draft) ? { waits: true } : {}
  }
  authorize(ctx, model, 'create')
  const name = (theirs ?? '').replace(due ?? '', '').trim() || '代理机构清单中的期限'
  return { deadline_sid: await createRow(ctx, model, { case_sid, name: name.slice(0, 255), official_due: due }) }
}

/** As an import of this one row would make the case, with the agency of the list. */
async function makeCase(ctx: Context, model: Model, { read, row_no }: LineDraft['row'], agency: string | null): Promise<Written> {
  authorize(ctx, model, 'create')
  const kept = read as Pick<RowRead, 'values' | 'priorities' | 'said'> & { deadline?: NamedDeadline } // as the comparison keeps it
  const whole: RowRead = { ...EMPTY_READ, ...kept, values: { ...kept.values, agency_sid: agency } }
  const item: Item = { row: { at: row_no ?? 0, cells: [] }, read: whole, values: whole.values }
  const { rejected, waiting } = await importRows(ctx, model, [item], { mode: 'report', isOurs: async () => new Set() })
  if (rejected.length > 0) refuseRejected(rejected)
  if (!item.became) return refuse('unforeseen')
  return {
    case_sid: item.became,
    moves: true,
    ...(waiting > 0 && { waits: true }),
    ...(kept.deadline && { deadline_sid: await addNamed(ctx, item.became, kept.deadline) }),
  }
}

/** The deadline that their list names for a new case, unless the law has already given the case that deadline. */
async function addNamed(ctx: Context, case_sid: string, { name, due }: NamedDeadline): Promise<string> {
  const own = ctx.db.selectFrom('deadline').select(['sid', 'name', 'name_en']).where('case_sid', '=', case_sid)
  const sameDay = await own.where('official_due', '=', due).where('deleted_at', 'is', null).execute()
  const known = sameDay.find((one) => isSameWork(name, [one.name, one.name_en]))
  if (known) return known.sid
  const model = modelNamed(ctx.tenant.models, 'deadline')
  authorize(ctx, model, 'create')
  return createRow(ctx, model, { case_sid, name: name.slice(0, 255), official_due: due })
}

const refuseRejected = (rejected: readonly Rejected[]): never => refuseFaults(rejected.flatMap(({ reasons }) => reasons))
