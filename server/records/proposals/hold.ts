// With two people for changes of an area, a transaction that makes one is rolled back and proposed as a whole.
import { sql } from 'kysely'
import type { Model } from '../../../model/kit/model.ts'
import { both, refuse } from '../../errors.ts'
import { type Context, type Draft, type Hooks, type RowValues, TakenBack } from '../context.ts'
import type { Part } from '../modules.ts'
import { fieldsOf, modelNamed, nameOf } from '../registry.ts'
import { faultAt } from '../write/checks/validate.ts'
import { collectedOf, forgetCollected, goAlong, type HeldWrite, hold, type Holding, isHeldElsewhere, isHolding } from './holding.ts'
import { keepProposal } from './keep.ts'

/** Writes of an entity that wait */
export type Held = {
  /** The fields whose change waits; '*' is every field. */
  fields: readonly string[] | '*'
  /** Whether a new record must wait by itself. */
  isNewHeld(row: RowValues): boolean
  /** Whether deleting and restoring wait. */
  removal: boolean
  /** Only the changed fields are compared with their former values, since others may change meanwhile. */
  byChangedFields?: true
  /** A field that is proposed whenever it is given, changed or not. */
  given?: string
}

export const heldWrites = (holding: Holding, entities: Readonly<Record<string, Held>>): Part => ({
  hooks: Object.entries(entities).map(([model, held]) => ({ model: [model], ...hooksOf(holding, model, held) })),
  beforeCommit: (ctx) => proposeCollected(ctx, holding),
})

function hooksOf(holding: Holding, name: string, held: Held): Hooks {
  const isHeld = ({ before, row, changed }: Draft) =>
    before ? [...changed].some((code) => held.fields === '*' || held.fields.includes(code)) : held.isNewHeld(row)
  const removed = (action: 'DELETE' | 'RESTORE') => async (ctx: Context, rows: readonly RowValues[]) => {
    if (!held.removal || !(await isHolding(ctx, holding))) return
    const model = modelNamed(ctx.tenant.models, name)
    for (const row of rows) hold(ctx, holding, { ...writeOf(model, row), action, former: valuesOf(model, row), proposed: {} })
  }
  return {
    async check(ctx, drafts) {
      const waiting = ctx.source === 'import' ? drafts.filter(isHeld) : []
      if (waiting.length === 0 || !(await isHolding(ctx, holding))) return
      const model = modelNamed(ctx.tenant.models, name)
      for (const draft of waiting) faultAt(ctx, model, draft, [...draft.changed][0] ?? '', holding.words.byFile)
    },
    async written(ctx, drafts) {
      if (!(await isHolding(ctx, holding))) return
      const model = modelNamed(ctx.tenant.models, name)
      for (const draft of drafts) {
        const write = changeOf(model, draft, held)
        if (isHeld(draft)) hold(ctx, holding, write)
        else if (Object.keys(write.proposed).length > 0) goAlong(ctx, holding, write)
      }
    },
    deleted: removed('DELETE'),
    restored: removed('RESTORE'),
  }
}

function changeOf(model: Model, { before, row, changed, given }: Draft, held: Held): HeldWrite {
  const proposed = valuesOf(model, row)
  if (!before) return { ...writeOf(model, row), action: 'CREATE', former: {}, proposed }
  const isOwn = (code: string) => changed.has(code) || (code === held.given && given?.has(code) === true)
  const own = Object.fromEntries(Object.entries(proposed).filter(([code]) => isOwn(code)))
  const former = valuesOf(model, before)
  const compared = held.byChangedFields ? Object.fromEntries(Object.entries(former).filter(([code]) => changed.has(code))) : former
  return { ...writeOf(model, before), action: 'UPDATE', former: compared, proposed: own }
}

const writeOf = (model: Model, row: RowValues) => ({ entity: model.name, record_sid: String(row.sid), name: nameOf(model, row) })

/** Values that people enter: neither computed fields nor the columns that every record has */
function valuesOf(model: Model, row: RowValues): RowValues {
  const codes = fieldsOf(model).flatMap(([code, { computed }]) => (computed || KEPT_BY_ENGINE.has(code) ? [] : [code]))
  return Object.fromEntries(codes.map((code) => [code, row[code] ?? null]))
}

const KEPT_BY_ENGINE: ReadonlySet<string> = new Set([
  'sid',
  'version',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'company_sid',
  'is_system',
])

/** At the end of a transaction, proposes the omitted writes; if the transaction must wait, it is rolled back and proposed as a whole. */
async function proposeCollected(ctx: Context, holding: Holding) {
  const { writes, beside, isHeld } = collectedOf(ctx, holding)
  if (!isHeld && beside.length === 0) return
  // One rollback undoes the writes of both areas, and each proposal contains only those of its own area.
  if (isHeldElsewhere(ctx, holding)) refuse('rule', SEPARATELY)
  if (!isHeld) {
    forgetCollected(ctx, holding)
    return void (await keepProposal(ctx, holding, await told(ctx, holding, beside)))
  }
  await sql`select 1`.execute(ctx.db) // a write that was sent last reports its fault
  // In words while its records are in their tables, and proposed after they are not.
  const proposal = await told(ctx, holding, [...writes, ...beside])
  const compared = await holding.compared?.(ctx)
  throw new TakenBack(async (own) => {
    const lines = [...proposal.lines, ...((await compared?.(own)) ?? [])]
    const { about, about_en } = await keepProposal(own, holding, { ...proposal, lines })
    return refuse('waits_for_second', { ...both('about', [about, about_en]), ...both('second', holding.words.second) })
  })
}

const told = async (ctx: Context, holding: Holding, writes: readonly HeldWrite[]) => ({
  writes,
  lines: await holding.linesOf(ctx, writes),
  beside: (await holding.besideOf?.(ctx, writes)) ?? {},
})

const SEPARATELY = {
  summary_zh: '权限变更和法律变更都须两人：请分开提交',
  summary_en: 'Two people are asked for changes of permissions and of the law: make them separately',
}
