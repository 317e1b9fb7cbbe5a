// What the people of the company do every month: they pay what is due, and act on what is due.
import type { Row } from '../harness/cases/cases.ts'
import type { World } from './world.ts'

/** Pays all fees of these cases that the office takes by now, or all that are due soon and not held back, by lists in each currency. */
export async function payFees(world: World, { only, except = new Set() }: { only?: readonly string[]; except?: ReadonlySet<string> }) {
  const which = only ? ` AND case_sid IN (${only.map((sid) => `'${sid}'`).join(', ')})` : ''
  const iql = `status IN ('PLANNED', 'TO_PAY', 'DUE', 'OVERDUE')${only ? which : ` AND due_date <= '${world.after('45d')}'`} ORDER BY due_date ASC`
  const payable = (await all(world, 'fee', iql, 'sid,case_sid,currency,window_from')).filter(
    (fee) => !except.has(sidOf(fee.case_sid)) && (!fee.window_from || String(fee.window_from) <= world.today),
  )
  for (const [, fees] of Map.groupBy(payable, ({ currency }) => String(currency))) {
    const list = await world.done('payment/do/from_fees', { fee_sids: fees.map(({ sid }) => sid), payee: '虚构收款人' })
    await world.done('payment/do/pay', { sid: list.sid, pay_date: world.today, amounts_confirmed: true })
  }
  return payable.length
}

/** Completes what is due within the month and follows no notice: copies, requests, reviews. A life answers the notices. */
export async function actOnDue(world: World, except: ReadonlySet<string>) {
  const iql = `status = 'OPEN' AND kind NOT IN ('ANNUITY', 'TERM') AND official_due <= '${world.after('31d')}' AND trigger_event_sid IS EMPTY ORDER BY official_due ASC`
  const mine = (await all(world, 'deadline', iql, 'sid,case_sid,rule_id,name,official_due,kind')).filter(
    ({ case_sid }) => !except.has(sidOf(case_sid)),
  )
  for (const { sid } of mine) await world.done('deadline/do/transition', { sid, transition: 'complete', done_date: world.today })
  return mine
}

/** A reference is its sid, or a record with its words. */
export const sidOf = (value: unknown) => (typeof value === 'string' ? value : String((value as { sid: unknown }).sid)) // as search gives it

async function all({ done }: World, model: string, iql: string, fl: string): Promise<Row[]> {
  const found: Row[] = []
  for (let start = 0; start === found.length; start += 100)
    found.push(...(await done<{ record: Row[] }>(`${model}/do/search`, { iql, fl, start, rows: 100 })).record)
  return found
}
