import { FILING_FACTS, type FilingFact } from '../../model/notices/notice-intake-actions.ts'
import type { Words } from '../../model/kit/fields.ts'
import { columnsOfTransitions, leadsTo, moveByEvents, waits } from '../docketing/events/event-transitions.ts'
import { tell } from '../docketing/events/told.ts'
import { readRecord } from '../docketing/read-cases.ts'
import { type Refusal, refuse } from '../errors.ts'
import type { Context } from '../records/context.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { tentatively } from '../records/tentative.ts'
import { leaves } from '../records/write/states.ts'
import { updateRow } from '../records/write/update.ts'

type Notice = { case_sid: string; doc_type: string } & Partial<Record<FilingFact, string | null | undefined>>

/** The facts that the step of the notice requires and that the case lacks; none where the case is past that step. */
export async function askedOf(ctx: Context, notice: Notice): Promise<FilingFact[]> {
  return (await lackedBy(ctx, notice))?.asked ?? []
}

type Facts = Partial<Record<FilingFact, string | null | undefined>>

/**
 * Enters the confirmed facts in the case before the event, so that the triggered step finds them.
 * Returns the facts that a case does not take while it is being approved.
 */
export async function enterFilingFacts(ctx: Context, notice: Notice): Promise<Facts> {
  if (!FILING_FACTS.some((fact) => notice[fact])) return {}
  const lacked = await lackedBy(ctx, notice)
  const given = (lacked?.asked ?? []).filter((fact) => notice[fact])
  if (!lacked || given.length === 0) return {}
  const { fields, model } = lacked
  const changes = Object.fromEntries(given.map((fact) => [fields[fact], notice[fact]]))
  const refusal = await tentatively<Refusal | undefined>(
    ctx,
    (own) => updateRow(own, model, notice.case_sid, changes, { verb: 'update' }).then(() => undefined, whileHeld),
    (found) => !found,
  )
  if (!refusal) return {}
  tellNotEntered(ctx, refusal)
  return Object.fromEntries(given.map((fact) => [fact, notice[fact]]))
}

/** Enters the facts that the case lacks, then takes the step that required them. */
export async function enterLater(ctx: Context, notice: Notice & { issue_date: string }) {
  const lacked = await lackedBy(ctx, notice)
  if (!lacked) return refuse('rule', NO_STEP)
  const changes = Object.fromEntries(lacked.lacking.flatMap((fact) => (notice[fact] ? [[lacked.fields[fact], notice[fact]]] : [])))
  if (Object.keys(changes).length > 0) await updateRow(ctx, lacked.model, notice.case_sid, changes, { verb: 'update' })
  await moveByEvents(ctx, [{ code: lacked.code, case_sid: notice.case_sid, event_date: notice.issue_date }])
}

const NO_STEP = {
  summary_zh: '这份通知书不改变其案件的状态，申请号、申请日未填入：如不需填入，请选择“不填入”',
  summary_en:
    'This notice brings about no step of its case, so the application no. and filing date were not entered. If they are not needed, choose “Do not enter”',
}

/** What is wrong in a fact is for the person to correct; a case that is being approved keeps its own values, and the person is told. */
function whileHeld(error: unknown): Refusal {
  const refusal = waits(error)
  if (refusal.errors) throw refusal
  return refusal
}

const tellNotEntered = (ctx: Context, refusal: Refusal) => {
  const words: Words = [
    `申请号、申请日未填入案件：${refusal.words('zh')}。之后请在“通知书收件”中填入`,
    `The application no. and filing date were not entered in the case: ${refusal.words('en')}. Enter them in “Notices received” after that`,
  ]
  tell(ctx, words)
}

async function lackedBy(ctx: Context, { case_sid, doc_type }: Notice) {
  const type = await ctx.db
    .selectFrom('document_type')
    .select(['code', 'transition', 'case_kind'])
    .where('sid', '=', doc_type)
    .where('direction', '=', 'IN')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const code = type?.transition
  if (!code) return undefined
  const found = await readRecord(ctx, case_sid, (kind) => [...columnsOfTransitions(kind), ...Object.values(fieldsIn(kind.roles))])
  if (!found || (type.case_kind ? found.kind.name !== type.case_kind : !found.kind.default_law)) return undefined
  const { row, kind } = found
  const model = modelNamed(ctx.tenant.models, kind.name)
  const wanted = model.states?.transitions[code]
  if (!wanted || !model.states) return undefined
  const state = String(row[model.states.field])
  const isAhead = leaves(model, wanted, state, row) || kind.docketing?.catch_up?.some((one) => leadsTo(model, one, wanted, { state, row }))
  const fields = fieldsIn(kind.roles)
  const lacks = (fact: FilingFact) => {
    const field = fields[fact]
    return field !== undefined && fieldOf(model, field)?.required_at?.includes(code) && (row[field] ?? null) === null
  }
  const lacking = FILING_FACTS.filter(lacks)
  return { model, fields, code: type.code, lacking, asked: isAhead ? lacking : [] }
}

/** The fields of a kind of case that hold the facts. */
const fieldsIn = (roles: Partial<Record<string, string>>): Partial<Record<FilingFact, string>> =>
  Object.fromEntries(FILING_FACTS.flatMap((fact) => (roles[fact] ? [[fact, roles[fact]]] : [])))
