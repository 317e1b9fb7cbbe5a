import { checkCreditCode, checkOrganisationCode } from '../../model/kit/identity/company-codes.ts'
import { CLOSED } from '../../model/rights/patents/lifecycle/states.ts'
import type { Draft, DraftOf } from '../records/hooks.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/validate.ts'
import type { Module } from '../records/modules.ts'
import { lockKey, type Context } from '../records/context.ts'

/** Companies and departments are trees: each keeps its path, and moving one rewrites all below it in the same transaction. */
export const organisation: Module = {
  name: 'organisation',
  hooks: [
    ...(['company', 'department'] as const).map((model) => ({
      model,
      check: (ctx: Context, drafts: readonly Draft[]) => placeNodes(ctx, model, drafts),
      written: (ctx: Context, drafts: readonly Draft[]) => movePaths(ctx, model, drafts),
    })),
    { model: 'department', check: checkDepartments },
    { model: 'company', check: async (ctx, drafts) => checkCodes(ctx, drafts) },
  ],
}

function checkCodes(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'company')
  for (const draft of drafts) {
    for (const [code, check] of [
      ['uscc', checkCreditCode],
      ['org_code', checkOrganisationCode],
    ] as const) {
      const text = draft.row[code]
      if (!draft.changed.has(code) || typeof text !== 'string') continue
      for (const { level, zh, en } of check(text)) if (level === 'error') faultAt(ctx, model, draft, code, [zh, en])
    }
  }
}

async function checkDepartments(ctx: Context, drafts: readonly DraftOf<'department'>[]) {
  const model = modelNamed(ctx.tenant.models, 'department')
  for (const draft of drafts) {
    const { parent_sid, company_sid, status } = draft.row
    if (parent_sid && (draft.changed.has('parent_sid') || draft.changed.has('company_sid'))) {
      const parent = await ctx.db.selectFrom('department').select('company_sid').where('sid', '=', parent_sid).executeTakeFirst()
      if (parent && parent.company_sid !== company_sid)
        faultAt(ctx, model, draft, 'parent_sid', ['上级部门属于另一公司', 'belongs to another company'])
    }
    if (!draft.before || !draft.changed.has('status') || status !== '0') continue
    const employed = await ctx.db
      .selectFrom('user_info')
      .select('sid')
      .where('department_sid', '=', draft.sid)
      .where('person_status', '=', 'EMPLOYED')
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (employed) faultAt(ctx, model, draft, 'status', ['部门中仍有在职人员，不能停用', 'cannot be closed: people are employed in it'])
    const open = await ctx.db
      .selectFrom('patent')
      .select('sid')
      .where('department_sid', '=', draft.sid)
      .where('status', 'not in', CLOSED)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (open) faultAt(ctx, model, draft, 'status', ['部门中仍有未结案件，不能停用', 'cannot be closed: it has open cases'])
  }
}

type Node = { sid: string; parent_sid: string | null; path: string | null; path_map: string | null; name: string }
const NAME = { company: 'company_name', department: 'name' } as const
type Kind = keyof typeof NAME

async function nodesOf({ db }: Context, kind: Kind): Promise<Map<string, Node>> {
  const rows = await db.selectFrom(kind).selectAll().where('deleted_at', 'is', null).execute()
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return new Map(
    rows.map((row) => [
      String(row.sid),
      { sid: String(row.sid), parent_sid: text(row.parent_sid), path: text(row.path), path_map: text(row.path_map), name: String(row[NAME[kind]]) },
    ]),
  )
}

async function placeNodes(ctx: Context, kind: Kind, drafts: readonly Draft[]) {
  const placed = drafts.filter((draft) => !draft.before || draft.changed.has('parent_sid') || draft.changed.has(NAME[kind]))
  if (placed.length === 0) return
  // Two moves at once could close a circle that neither sees.
  if (ctx.db.isTransaction) await lockKey(ctx, `tree ${kind}`)
  const nodes = await nodesOf(ctx, kind)
  const model = modelNamed(ctx.tenant.models, kind)
  for (const draft of placed) {
    const way: Node[] = []
    for (let up = draft.row.parent_sid as string | null; up; up = nodes.get(up)?.parent_sid ?? null) {
      if (up === draft.sid || way.length > 50) {
        faultAt(ctx, model, draft, 'parent_sid', ['不能移到自己的下级之下', 'must not lie below itself'])
        break
      }
      const node = nodes.get(up)
      if (node) way.unshift(node)
    }
    setValue(draft, 'path', `/${[...way.map((node) => node.sid), draft.sid].join('/')}/`)
    if (kind === 'company') setValue(draft, 'path_map', `/${[...way.map((node) => node.name), String(draft.row[NAME[kind]])].join('/')}/`)
  }
}

async function movePaths(ctx: Context, kind: Kind, drafts: readonly Draft[]) {
  for (const { before, row, sid, changed } of drafts) {
    if (!before || !(changed.has('path') || changed.has('path_map'))) continue
    const nodes = await nodesOf(ctx, kind)
    for (const node of nodes.values()) {
      if (node.sid === sid || !before.path || !node.path?.startsWith(String(before.path))) continue
      const path = String(row.path) + node.path.slice(String(before.path).length)
      const path_map =
        before.path_map && node.path_map?.startsWith(String(before.path_map))
          ? String(row.path_map) + node.path_map.slice(String(before.path_map).length)
          : node.path_map
      await ctx.db
        .updateTable(kind)
        .set(kind === 'company' ? { path, path_map } : { path })
        .where('sid', '=', node.sid)
        .execute()
    }
  }
}
