// With two people for permission changes, the change of a role, a grant or the roles of a menu is rolled back and proposed as a whole.
import { sql } from 'kysely'
import type { Model } from '../../../model/kit/model.ts'
import { type Context, type Draft, type Hooks, type RowValues, TakenBack } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { fieldsOf, modelNamed, nameOf } from '../../records/registry.ts'
import { faultAt } from '../../records/write/validate.ts'
import { refuse } from '../../errors.ts'
import { collected, goAlong, hold, type HeldWrite, isHolding } from './collected.ts'
import { keepProposal } from './keep.ts'
import { linesOf } from './lines.ts'

type Held = {
  /** The fields whose change waits; '*' is every field. */
  fields: readonly string[] | '*'
  /** Whether a new record must wait by itself. */
  isNewHeld(row: RowValues): boolean
  /** Whether deleting and restoring wait. */
  removal: boolean
}

/** A new role gives nobody anything until it has grants, menus and people. Under another name it would be given by mistake. */
const HELD: Readonly<Record<'role' | 'role_grant' | 'rbac_menu' | 'rbac_resource', Held>> = {
  role: { fields: '*', isNewHeld: () => false, removal: true },
  role_grant: { fields: '*', isNewHeld: () => true, removal: true },
  // Removing a restriction gives a function to every role that permits it.
  rbac_resource: {
    fields: ['role_sids', 'endpoints', 'valid'],
    isNewHeld: ({ role_sids }) => Array.isArray(role_sids) && role_sids.length > 0,
    removal: true,
  },
  rbac_menu: { fields: ['role_sids'], isNewHeld: ({ role_sids }) => Array.isArray(role_sids) && role_sids.length > 0, removal: false },
}

export const heldPermissions: Part = {
  hooks: Object.entries(HELD).map(([model, held]) => ({ model: [model], ...hooksOf(model, held) })),
  beforeCommit: proposeCollected,
}

function hooksOf(name: string, held: Held): Hooks {
  const isHeld = ({ before, row, changed }: Draft) =>
    before ? [...changed].some((code) => held.fields === '*' || held.fields.includes(code)) : held.isNewHeld(row)
  const removed = (action: 'DELETE' | 'RESTORE') => async (ctx: Context, rows: readonly RowValues[]) => {
    if (!held.removal || !(await isHolding(ctx))) return
    const model = modelNamed(ctx.tenant.models, name)
    for (const row of rows) hold(ctx, { ...writeOf(model, row), action, former: valuesOf(model, row), proposed: {} })
  }
  return {
    async check(ctx, drafts) {
      const waiting = ctx.source === 'import' ? drafts.filter(isHeld) : []
      if (waiting.length === 0 || !(await isHolding(ctx))) return
      const model = modelNamed(ctx.tenant.models, name)
      for (const draft of waiting) faultAt(ctx, model, draft, [...draft.changed][0] ?? '', BY_HAND)
    },
    async written(ctx, drafts) {
      if (!(await isHolding(ctx))) return
      const model = modelNamed(ctx.tenant.models, name)
      for (const draft of drafts) {
        const write = changeOf(model, draft)
        if (isHeld(draft)) hold(ctx, write)
        else if (Object.keys(write.proposed).length > 0) goAlong(ctx, write)
      }
    },
    deleted: removed('DELETE'),
    restored: removed('RESTORE'),
  }
}

const BY_HAND = [
  '权限变更须两人，不能成批或由文件修改：请逐项在页面上修改，由另一管理员确认',
  'cannot be changed by a file or a job: two people are asked for permission changes. Change it on its page, where it waits for a second administrator',
] as const

function changeOf(model: Model, { before, row, changed }: Draft): HeldWrite {
  const proposed = valuesOf(model, row)
  if (!before) return { ...writeOf(model, row), action: 'CREATE', former: {}, proposed }
  const own = Object.fromEntries(Object.entries(proposed).filter(([code]) => changed.has(code)))
  // A grant or a role is judged as a whole; a menu by its changed fields, since menus are moved and sorted meanwhile.
  const former = valuesOf(model, before)
  const compared =
    model.name === 'rbac_menu' || model.name === 'rbac_resource'
      ? Object.fromEntries(Object.entries(former).filter(([code]) => changed.has(code)))
      : former
  return { ...writeOf(model, before), action: 'UPDATE', former: compared, proposed: own }
}

const writeOf = (model: Model, row: RowValues) => ({ entity: model.name, record_sid: String(row.sid), name: nameOf(model, row) })

/** What a person enters: neither what is computed nor the columns of every record. */
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

/** At the end of a transaction: what it left out is proposed; if it must wait itself, it is taken back and proposed as a whole. */
async function proposeCollected(ctx: Context) {
  const { writes, beside, isHeld } = collected.of(ctx) ?? { writes: [], beside: [], isHeld: false }
  if (!isHeld && beside.length === 0) return
  if (!isHeld) {
    collected.clear(ctx)
    return void (await keepProposal(ctx, { writes: beside, lines: await linesOf(ctx, beside) }))
  }
  await sql`select 1`.execute(ctx.db) // a write that was sent last reports its fault
  // In words while its records are in their tables, and proposed after they are not.
  const all = [...writes, ...beside]
  const lines = await linesOf(ctx, all)
  throw new TakenBack(async (own) => {
    const { about, about_en } = await keepProposal(own, { writes: all, lines })
    return refuse('waits_for_second', { about_zh: about, about_en })
  })
}
