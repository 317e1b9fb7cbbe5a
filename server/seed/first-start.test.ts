import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { sumMoney } from '../../model/kit/money/money.ts'
import { testDatabase } from '../../tests/harness/postgres.ts'
import { readConfig, StartFault } from '../config.ts'
import { takeFirstStart } from './first-start.ts'
import { refuseTakenPort } from '../http/listen.ts'
import { openServer } from '../open.ts'
import { seedTenants } from './seed.ts'

const url = await testDatabase()

/** One start, which ends before it tells the first passwords, or after. */
async function start(demo: '0' | '1', tells: boolean) {
  const server = await openServer(readConfig({ INNOE_DEMO: demo, DATABASE_URL: url, INNOE_SECRET: 'x'.repeat(40) }), url)
  let leave = async () => {}
  try {
    const turn = await takeFirstStart(server)
    leave = turn.leave
    const first = await seedTenants(server)
    await (tells ? turn.complete() : turn.leave())
    return first.map(({ account }) => account)
  } finally {
    await leave()
    await server.close()
  }
}

test('first passwords that were never printed are printed at the next start, and the requested demo is complete', { timeout: 120_000 }, async () => {
  const first = await start('1', false)
  assert.ok(first.includes('admin') && first.length > 5, first.join())
  assert.deepEqual((await start('0', false)).sort(), first.sort())
  assert.deepEqual((await start('1', true)).sort(), first.sort())
  assert.deepEqual(await start('1', true), [])
})

test(
  '[4.06] the demo has bills, payment lists and awards in the states of a month, which agree with the fee schedules and with each other',
  { timeout: 120_000 },
  async () => {
    const server = await openServer(readConfig({ INNOE_DEMO: '0', DATABASE_URL: url, INNOE_SECRET: 'x'.repeat(40) }), url)
    try {
      const { db } = server.tenants.of('localhost')
      const bills = await db.selectFrom('invoice').select(['invoice_no', 'status', 'total', 'undecided', 'outstanding', 'vat_missing', 'attachments']).orderBy('invoice_no').execute() // oxfmt-ignore
      assert.deepEqual(
        bills.map((one) => [one.invoice_no, one.status, one.undecided, one.outstanding, one.vat_missing]),
        [
          ['FICT-HB-0001', 'PAY_REQUESTED', 0, '2810.00', null],
          ['FICT-HB-0002', 'RETURNED', 1, '1995.00', null],
          ['虚构BQ-0001', 'UNPROCESSED', 0, '6360.00', '0.00'],
          ['虚构BQ-0002', 'UNPROCESSED', 3, '5070.00', '4770.00'],
          ['虚构BQ-0003', 'WRITE_OFF', 0, '0.00', '0.00'],
          ['虚构BQ-0004', 'PAID', 0, '0.00', '3180.00'],
          ['虚构BQ-0005', 'PARTLY_PAID', 0, '3360.00', '0.00'],
          ['虚构BQ-0006', 'AUDITED', 0, '6572.00', '6572.00'],
          ['虚构BQ-0007', 'UNPROCESSED', 1, bills.at(-1)?.total, '1590.00'],
        ],
      )
      assert.ok(bills.every(({ attachments }) => attachments?.length === 1), 'each can be approved') // oxfmt-ignore
      const lists = await db.selectFrom('payment').select(['sid', 'payment_type', 'status', 'totals', 'fee_count']).orderBy('payment_no').execute()
      assert.deepEqual(lists.map(({ payment_type, status }) => `${payment_type} ${status}`).toSorted(), [
      'OFFICIAL_BATCH APPROVED', 'OFFICIAL_BATCH DRAFT', 'OFFICIAL_BATCH PAID', 'OFFICIAL_BATCH RECEIPTED', 'REWARD PAID', 'TO_AGENCY DRAFT', 'TO_AGENCY PAID', 'TO_AGENCY PAID', 'TO_AGENCY PAID',
    ]) // oxfmt-ignore
      const fees = await db.selectFrom('fee').select(['payment_sid', 'amount', 'surcharge', 'paid_amount', 'amount_full', 'reduction_pct', 'manual']).where('payment_sid', 'is not', null).execute() // oxfmt-ignore
      assert.ok(fees.every(({ manual, amount, paid_amount, surcharge }) => manual === false && Number(surcharge ?? 0) === 0 && (paid_amount ?? amount) === amount)) // oxfmt-ignore
      for (const { sid, totals, fee_count } of lists.filter(({ payment_type }) => payment_type === 'OFFICIAL_BATCH')) {
        const own = fees.filter(({ payment_sid }) => payment_sid === sid)
        assert.deepEqual([totals, fee_count], [[{ currency: 'CNY', amount: sumMoney(own.map(({ amount }) => amount ?? '0'), 'CNY') }], own.length]) // oxfmt-ignore
      }
      const awards = await db.selectFrom('award').select(['total', 'status']).orderBy('award_no').execute()
      assert.deepEqual(awards.map(({ total, status }) => `${total} ${status}`), ['500.00 DRAFT', '500.00 TO_CONFIRM', '500.00 PAID']) // oxfmt-ignore
      const made = await db.selectFrom('document').select('file_name').where('source', '=', 'TEMPLATE').execute()
      assert.equal(made.length, 5)
    } finally {
      await server.close()
    }
  },
)

test('foreign applicants of the demo patents have their own country', { timeout: 120_000 }, async () => {
  const server = await openServer(readConfig({ INNOE_DEMO: '0', DATABASE_URL: url, INNOE_SECRET: 'x'.repeat(40) }), url)
  try {
    const { db } = server.tenants.of('localhost')
    const names = ['YAMAHA CORP', 'IP SERVICE KK', 'THALES SA', 'BOEING CO']
    const rows = await db.selectFrom('applicant').select(['name', 'country']).where('name', 'in', names).orderBy('name').execute()
    assert.deepEqual(
      rows.map(({ name, country }) => [name, country]),
      [
        ['BOEING CO', 'US'],
        ['IP SERVICE KK', 'JP'],
        ['THALES SA', 'FR'],
        ['YAMAHA CORP', 'JP'],
      ],
    )
  } finally {
    await server.close()
  }
})

test('of two processes on a new database, one prints the first passwords, and the other waits for it', { timeout: 120_000 }, async () => {
  const fresh = await testDatabase()
  const config = readConfig({ INNOE_DEMO: '0', DATABASE_URL: fresh, INNOE_SECRET: 'x'.repeat(40) })
  const outcomes = await Promise.all(
    [1, 2].map(async () => {
      const server = await openServer(config, fresh)
      let leave = async () => {}
      try {
        const turn = await takeFirstStart(server)
        leave = turn.leave
        const first = await seedTenants(server)
        await turn.complete()
        return first
      } finally {
        await leave()
        await server.close()
      }
    }),
  )
  assert.deepEqual(outcomes.flat().length, 1)
})

test('a taken port and a foreign host are reported before anything is opened', async () => {
  const other = createServer()
  await new Promise<void>((open) => other.listen(0, '127.0.0.1', open))
  const { port } = other.address() as { port: number } // it listens on TCP
  await assert.rejects(refuseTakenPort({ port, host: '127.0.0.1' }), StartFault)
  await new Promise((closed) => other.close(closed))
  await refuseTakenPort({ port, host: '127.0.0.1' })
  await assert.rejects(refuseTakenPort({ port, host: '192.0.2.1' }), StartFault)
})
