import { DEALINGS, PARTIES } from '../../../seed/demo/dealings.ts'
import { docketTogether } from '../../docketing/case-hooks.ts'
import type { Context } from '../../records/context.ts'
import { add } from '../rows.ts'

type Around = { company: string; department: string | undefined; owners: readonly string[] }
type Payment = { amount: string; ago: string; receipts?: readonly { amount: string; ago: string }[] }
type Deal = Readonly<Record<string, unknown>> & {
  ago: Readonly<Record<string, string>>
  sides: Readonly<Record<string, 'us' | number>>
  rights: number
  royalties?: readonly Payment[]
}

/** Contracts of the demo company about its rights in force; each names others, so that none contradicts another. */
export async function seedDealings(ctx: Context, { company, department, owners }: Around) {
  const us = await ctx.db.selectFrom('applicant').select('sid').where('name', '=', '虚构科技集团有限公司').executeTakeFirst()
  if (!us) return
  const parties = await add(ctx, 'applicant', PARTIES.map((name) => ({ name, country: 'CN' }))) // oxfmt-ignore
  const sideOf = (side: 'us' | number) => [{ applicant_sid: side === 'us' ? us.sid : parties[side] }]
  const left = (await ctx.db.selectFrom('case').select('sid').where('phase', '=', 'GRANTED').where('country', '=', 'CN').where('company_sid', '=', company).orderBy('case_no').execute()).map(({ sid }) => sid) // oxfmt-ignore
  const dayOf = daysBefore(ctx.today)
  for (const [name, deals] of Object.entries<readonly Deal[]>(DEALINGS))
    for (const [at, { ago, sides, rights, royalties, ...one }] of deals.entries()) {
      const record = {
        ...one,
        ...Object.fromEntries(Object.entries(ago).map(([code, span]) => [code, dayOf(span)])),
        ...Object.fromEntries(Object.entries(sides).map(([code, side]) => [code, sideOf(side)])),
        ...(royalties && {
          royalties: royalties.map(({ amount, ago: due }) => ({ due_date: dayOf(due), amount, currency: 'CNY' })),
          receipts: royalties.flatMap(({ receipts, ago: due }) => (receipts ?? []).map((one) => ({ received_date: dayOf(one.ago), amount: one.amount, currency: 'CNY', due_date: dayOf(due) }))), // oxfmt-ignore
        }),
        company_sid: company,
        department_sid: department,
        owner_sid: owners[at % owners.length],
      }
      await docketTogether(ctx, async () => {
        const [dealing_sid] = await add(ctx, name, [record])
        await add(ctx, 'dealt_right', left.splice(0, rights).map((case_sid) => ({ dealing_sid, case_sid }))) // oxfmt-ignore
      })
    }
}

const daysBefore = (today: string) => (span: string) =>
  `${Temporal.PlainDate.from(today).subtract(Temporal.Duration.from(span.toUpperCase().replace(/^(-?)/, '$1P')))}`
