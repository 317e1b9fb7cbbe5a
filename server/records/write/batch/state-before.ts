import type { Model, Transition } from '../../../../model/kit/model.ts'
import type { Context, RowValues } from '../../context.ts'
import { transitionsNow } from '../states.ts'

type Change = { field: string; old: unknown; new: unknown }

/** The state to which the transition takes each of these records. */
export async function targetsOf(
  ctx: Context,
  model: Model,
  { to, returns, until }: Pick<Transition, 'to' | 'returns' | 'until'>,
  rows: readonly RowValues[],
): Promise<(sid: unknown) => string> {
  if (until) {
    const early = new Set(rows.filter((row) => String(row[until.day] ?? '') >= ctx.today).map(({ sid }) => String(sid)))
    return (sid) => (early.has(String(sid)) ? until.to : to)
  }
  if (!returns || rows.length === 0) return () => to
  const before = await statesBefore(ctx, model, rows)
  return (sid) => before.get(String(sid)) ?? to
}

/** The transitions that this person may take from the record's current state, each with the state to which it takes this record. */
export async function offeredNow(ctx: Context, model: Model, record: RowValues) {
  const offered = transitionsNow(ctx, model, record)
  const toNow = async (one: (typeof offered)[number]) => {
    const step = model.states?.transitions[one.code]
    return step?.returns || step?.until ? { ...one, to: (await targetsOf(ctx, model, step, [record]))(record.sid) } : one
  }
  return Promise.all(offered.map(toNow))
}

/** The last state before the present one, by record; a closed one is none to return to. */
async function statesBefore({ db }: Context, { name, states }: Model, rows: readonly RowValues[]): Promise<ReadonlyMap<string, string>> {
  const field = states?.field ?? ''
  const lines = await db
    .selectFrom('change_log')
    .select(['record_sid', 'changes'])
    .where(
      'record_sid',
      'in',
      rows.map(({ sid }) => String(sid)),
    ) // oxfmt-ignore
    .where('entity', '=', name)
    .where('action', 'in', ['TRANSITION', 'UPDATE', 'UNDO'])
    .orderBy('created_at', 'desc')
    .orderBy('sid', 'desc')
    .execute()
  const last = new Map<string, Change>()
  for (const { record_sid, changes } of lines) {
    const step = (changes as Change[]).find((one) => one.field === field) // written by writeHistory
    if (step && !last.has(String(record_sid))) last.set(String(record_sid), step)
  }
  const known = rows.flatMap(({ sid, [field]: now }): [string, string][] => {
    const step = last.get(String(sid))
    const isOpen = typeof step?.old === 'string' && step.new === now && !states?.closed.includes(step.old)
    return isOpen ? [[String(sid), String(step.old)]] : []
  })
  return new Map(known)
}
