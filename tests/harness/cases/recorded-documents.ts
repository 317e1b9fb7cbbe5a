// Documents of a case whose official events and deadlines are looked at.
import assert from 'node:assert/strict'
import type { casesOf } from './cases.ts'
import { sendFile } from './exchange.ts'
import type { Person, testServer } from '../server.ts'

type Served = Pick<Awaited<ReturnType<typeof testServer>>, 'app' | 'tenant'>

/** `listed`: reads records of a case, as `casesOf` gives it for the same person. */
export function recordedOf({ app, tenant }: Served, as: Person, { listed }: Pick<ReturnType<typeof casesOf>, 'listed'>) {
  let files = 0
  return {
    typeOf: async (code: string) =>
      (await tenant.db.selectFrom('document_type').select('sid').where('code', '=', code).executeTakeFirstOrThrow()).sid,
    /** Each file is another one. */
    async upload(fields: Record<string, string>) {
      const sent = await sendFile(app, { path: 'document/do/upload', token: as.token, file: `%PDF-1.4\n%${++files}\n`, name: 'oa.pdf', fields })
      assert.equal(sent.code, 0, sent.message)
      return String(sent.data.sid)
    },
    /** Code and day of each official event, in the order of the codes. */
    eventsOf: async (case_sid: string) =>
      (await listed('official_event', case_sid, 'code,event_date')).map(({ code, event_date }) => [code, event_date]).toSorted(),
    /** Day and state of the replies to a first office action of China. */
    replyOf: async (case_sid: string) =>
      (await listed('deadline', case_sid, 'official_due,status', " AND rule_id = 'CNP19'")).map(({ official_due, status }) => [official_due, status]),
  }
}
