import { sql } from 'kysely'
import { belowOf, childrenOf, lineOf } from '../../model/kit/tree.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { warnAt } from '../records/write/checks/warnings.ts'

export type Place = 'company' | 'department'

/** Before a company or department moves, shows its children, and the number of people who then see more or less. */
export async function warnOfMoves(ctx: Context, place: Place, drafts: readonly (DraftOf<'company'> | DraftOf<'department'>)[]) {
  if (!ctx.warnings && !ctx.confirmed) return
  for (const draft of drafts) {
    const from = draft.before?.parent_sid
    const joins = place === 'department' && draft.changed.has('company_sid')
    if (!draft.before || !(draft.changed.has('parent_sid') || joins)) continue
    const { below, gained, lost } = await linesOf(ctx, place, { sid: draft.sid, from: from ?? null, to: draft.row.parent_sid })
    const people = await peopleIn(ctx, place, [draft.sid, ...below])
    const [gaining, losing] = [await seersFrom(ctx, place, gained), await seersFrom(ctx, place, lost)]
    if (below.length + people + gaining + losing === 0) continue
    const [what, own] = place === 'company' ? (['公司', 'company'] as const) : (['部门', 'department'] as const)
    const follows = joins
      ? (['；下级部门随之改属新公司，人员所属公司不变', '; those below change company as well, its people keep theirs'] as const)
      : ['', '']
    const words = [
      `下级${what} ${below.length} 个、在职人员 ${people} 人一并移动；在可以看到“本${what}及下级”的人员中，${gaining} 人将新看到其数据，${losing} 人将不再看到${follows[0]}`,
      `moves together with what is below it (${below.length}) and its people (${people}); of those who see their own ${own} and what is below, ${gaining} more will see its records and ${losing} no longer${follows[1]}`,
    ] as const
    warnAt(modelNamed(ctx.tenant.models, place), draft, { code: 'moved_sight', field: 'parent_sid', words, asks: true })
  }
}

type Move = { sid: string; from: string | null; to: string | null }

/** Records below the moved node, and the ancestors that it gains and loses */
export async function linesOf({ db }: Context, place: Place, { sid, from, to }: Move) {
  const rows = await db.selectFrom(place).select(['sid', 'parent_sid as parent']).where('deleted_at', 'is', null).execute()
  const parents = new Map(rows.map((row) => [row.sid, row.parent]))
  const lineTo = (end: string | null) => (end ? (lineOf(end, (one) => parents.get(one)) ?? []) : [])
  const [before, after] = [lineTo(from), lineTo(to)]
  return {
    below: belowOf(sid, childrenOf(rows)),
    gained: after.filter((one) => !before.includes(one)),
    lost: before.filter((one) => !after.includes(one)),
  }
}

async function peopleIn({ db }: Context, place: Place, sids: readonly string[]): Promise<number> {
  const row = await db
    .selectFrom('user_info')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where(place === 'company' ? 'company_sid' : 'department_sid', 'in', [...sids])
    .where('person_status', '=', 'EMPLOYED')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Number of people in these places whose roles see their own place and those below it */
async function seersFrom({ db }: Context, place: Place, sids: readonly string[]): Promise<number> {
  if (sids.length === 0) return 0
  const row = await db
    .selectFrom('user_info as p')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where(place === 'company' ? 'p.company_sid' : 'p.department_sid', 'in', [...sids])
    .where('p.person_status', '=', 'EMPLOYED')
    .where('p.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('role_grant as g')
          .innerJoin('role as r', 'r.sid', 'g.role_sid')
          .select('g.sid')
          .where('g.data_scope', '=', place === 'company' ? 'COMPANY_SUB' : 'DEPT_SUB')
          .where('g.denies', 'is not', true)
          .where('g.deleted_at', 'is', null)
          .where('g.valid', 'is not', false)
          .where('r.status', '=', '1')
          .where('r.deleted_at', 'is', null)
          .where(sql<boolean>`r.sid = any(p.role_sids)`),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
