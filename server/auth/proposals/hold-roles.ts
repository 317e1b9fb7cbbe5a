// With two people for permission changes, the roles of a person wait, while the rest of the write is done: people are also entered by files and by the HR system.
import type { RowOf } from '../../database/tables.ts'
import type { Context, DraftOf, Write } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { modelNamed } from '../../records/registry.ts'
import { setValue } from '../../records/write/validate.ts'
import { warnAt } from '../../records/write/warnings.ts'
import { type HeldWrite, isHolding } from './collected.ts'
import { proposeAlso } from './keep.ts'

export const heldRoles: Part = { hooks: [{ model: 'user_info', check: takeFromNew, updating: takeFromKnown, written: proposeForNew }] }

type Drafts = readonly DraftOf<'user_info'>[]

const WAITS = {
  code: 'waits_for_second',
  field: 'role_sids',
  words: [
    '已提出，待另一管理员在“权限变更的确认”中确认后生效；此前角色不变',
    'were proposed and take effect when a second administrator confirms them under “Permission changes to confirm”; until then they stay as they are',
  ],
} as const

/** The roles of people who are not in their table yet. */
const wanted = new WeakMap<DraftOf<'user_info'>, readonly string[]>()

async function takeFromNew(ctx: Context, drafts: Drafts) {
  const asked = drafts.filter(({ changed }) => changed.has('role_sids'))
  if (asked.length === 0 || !(await isHolding(ctx))) return
  const model = modelNamed(ctx.tenant.models, 'user_info')
  for (const draft of asked) {
    warnAt(model, draft, WAITS)
    if (draft.before) continue
    wanted.set(draft, draft.row.role_sids ?? [])
    setValue(draft, 'role_sids', null)
  }
}

async function proposeForNew(ctx: Context, drafts: Drafts) {
  const writes = drafts.flatMap((draft) => {
    const roles = wanted.get(draft)
    return roles ? [writeOf(draft.row, null, roles)] : []
  })
  if (writes.length > 0) await proposeAlso(ctx, writes)
}

async function takeFromKnown(ctx: Context, drafts: Drafts, write: Write) {
  const asked = drafts.filter(({ before, changed }) => before && changed.has('role_sids'))
  const isHeld = asked.length > 0 && (await isHolding(ctx))
  const writes = isHeld ? asked.map(({ row, before }) => writeOf(row, before?.role_sids ?? null, row.role_sids)) : []
  if (isHeld) for (const draft of asked) setValue(draft, 'role_sids', draft.before?.role_sids ?? null)
  await write(ctx)
  if (writes.length > 0) await proposeAlso(ctx, writes)
}

const writeOf = (person: RowOf<'user_info'>, was: readonly string[] | null, is: readonly string[] | null): HeldWrite => ({
  entity: 'user_info',
  record_sid: person.sid,
  action: 'UPDATE',
  name: String(person.name),
  former: { role_sids: was },
  proposed: { role_sids: is },
})
