import { FILING_PLANS, INDEXINGS, LIBRARIES, MATTERS } from '../../../seed/demo/matters.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import type { Context } from '../../records/context.ts'
import { modelNamed } from '../../records/registry.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { add } from '../rows.ts'

type Around = { company: string; department: string | undefined; owners: readonly string[] }
type Matter = Readonly<Record<string, unknown>> & { rights: number }

/** Disputes, risks, projects and searches of the demo company about its rights in force. */
export async function seedMatters(ctx: Context, { company, department, owners }: Around) {
  const us = await ctx.db.selectFrom('applicant').select('sid').where('name', '=', '虚构科技集团有限公司').executeTakeFirst()
  if (!us) return
  const rows = await ctx.db.selectFrom('case').select('sid').where('kind', '=', 'patent').where('phase', '=', 'GRANTED').where('company_sid', '=', company).orderBy('case_no').limit(20).execute() // oxfmt-ignore
  let at = 0
  for (const [name, matters] of Object.entries<readonly Matter[]>(MATTERS))
    for (const [nth, { rights, ...one }] of matters.entries()) {
      const owner = owners[nth % owners.length] ?? ''
      const record = {
        ...meant(one, { us: us.sid, me: owner, today: ctx.today }),
        company_sid: company,
        department_sid: department,
        owner_sid: owner,
      }
      await docketTogether(ctx, async () => {
        const [dealing_sid] = await add(ctx, name, [record])
        const named = Array.from({ length: rights }, () => rows[at++ % rows.length]?.sid)
        await add(ctx, 'dealt_right', named.map((case_sid) => ({ dealing_sid, case_sid }))) // oxfmt-ignore
      })
    }
  for (const one of LIBRARIES) {
    const record = meant({ ...one }, { us: us.sid, me: owners[0] ?? '', today: ctx.today })
    await add(ctx, 'search_library', [{ ...record, company_sid: company, department_sid: department, manager_sid: owners[0] }])
  }
  await seedIndexings(ctx, { company, department, owners })
  for (const one of FILING_PLANS) {
    const [sid = ''] = await add(ctx, 'filing_plan', [{ ...meant({ ...one }, { us: us.sid, me: '', today: ctx.today }), company_sid: company }])
    await ctx.db
      .updateTable('filing_plan')
      .set({ created_by: owners[0] ?? null })
      .where('sid', '=', sid)
      .execute()
  }
}

/** People of the department index, and the person in charge decides. */
async function seedIndexings(ctx: Context, { company, department, owners }: Around) {
  const library = await ctx.db.selectFrom('search_library').select('sid').orderBy('created_at').executeTakeFirst()
  const [owner, ...others] = owners
  if (!library || !owner) return
  for (const { people, ...one } of INDEXINGS) {
    const record = meant({ ...one }, { us: '', me: owner, today: ctx.today })
    const indexers = others.slice(0, people).map((user_sid) => ({ user_sid }))
    const of = { company_sid: company, department_sid: department, owner_sid: owner, library_sid: library.sid }
    const [sid = ''] = await add(ctx, 'indexing_task', [{ ...record, ...of, indexers }])
    if (indexers.length === people) await takeTransition(ctx, modelNamed(ctx.tenant.models, 'indexing_task'), sid, 'assign', {})
  }
}

type Meaning = { us: string; me: string; today: string }

/** The values in which `@…` stands for a day, the company or a person. */
function meant(row: Readonly<Record<string, unknown>>, by: Meaning): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([code, value]) => [code, valueOf(value, by)]))
}

function valueOf(value: unknown, by: Meaning): unknown {
  if (Array.isArray(value)) return value.map((one) => valueOf(one, by))
  if (typeof value === 'object' && value !== null) return meant(value as Record<string, unknown>, by) // a part of a row
  if (typeof value !== 'string' || !value.startsWith('@')) return value
  if (value === '@us') return by.us
  if (value === '@me') return by.me
  return `${Temporal.PlainDate.from(by.today).subtract(Temporal.Duration.from(value.slice(1).toUpperCase().replace(/^(-?)/, '$1P')))}`
}
