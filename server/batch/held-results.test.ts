// A change of all results where a later date waits for a second person.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ZONE } from '../../model/kit/days/clock.ts'
import { casesOf } from '../../tests/harness/cases/cases.ts'
import { jobEnded } from '../../tests/harness/cases/exchange.ts'
import { testServer } from '../../tests/harness/server.ts'
import { startJobs } from '../jobs/start.ts'

const { server, tenant, call, enrol } = await testServer()
const jobs = await startJobs(server)
after(() => jobs.stop())
const as = await enrol('ip_manager')
const { done, listed } = casesOf(call, as, 'en')
const today = Temporal.Now.plainDateISO(ZONE)
const ago = (days: number) => today.subtract({ days }).toString()

test('a change of all results names each record whose later date waits, and changes the others', async () => {
  const make = (at: number, filing_date: string) =>
    done('patent/do/create', { title: `Results ${at}`, patent_type: 'INVENTION', country: 'CN', status: 'FILED', filing_date })
  const [later, earlier] = [await make(1, ago(600)), await make(2, ago(580))]
  const changes = { filing_date: ago(590) }
  const started = await done('patent/do/update_results', { iql: "title LIKE 'Results %'", total: 2, changes })
  const job = await jobEnded(tenant, String(started.job_sid))
  assert.deepEqual([job.state, job.done, job.ok, job.failed], ['DONE', 2, 1, 0], String(job.message))
  assert.match(String(job.message), /Changed; 1 waiting for a second person/)
  const [held, ...more] = job.errors as { record: string; reason: string }[] // as update-results.ts keeps them
  assert.match(String(held?.record), /Results 1/)
  assert.match(String(held?.reason), /takes effect when a second person confirms it/)
  const days = await Promise.all(
    [later, earlier].map(async ({ sid }) => (await call<Record<string, unknown>>(`patent/${sid}`, undefined, { as })).data.filing_date),
  )
  const open = await Promise.all(
    [later, earlier].map(async ({ sid }) => (await listed('date_confirmation', sid, 'kind', " AND status = 'PROPOSED'")).length),
  )
  assert.deepEqual([more, days, open], [[], [ago(600), ago(590)], [1, 0]])
})
