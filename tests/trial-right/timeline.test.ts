import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KINDS, lineOf, READS, type Kind } from '../../web/cases/tabs/timeline-entries.ts'
import { sendFile } from '../harness/cases/exchange.ts'
import { trialServer } from '../harness/cases/trial-right.ts'

const { app, call, enrol } = await trialServer()
const admin = await enrol('system_admin')
type Row = Record<string, unknown> & { sid: string }

async function ok<T = Row>(path: string, body?: unknown): Promise<T> {
  const { status, data, message, errors } = await call<T>(path, body, { as: admin })
  assert.equal(status, 200, `${path}: ${message} ${JSON.stringify(errors)}`)
  return data
}

const MODELS = { event: 'official_event', document: 'document', deadline: 'deadline', fee: 'fee', note: 'case_note' } as const

test('its timeline has the documents, events, deadlines, fees, notes and changes of the case, and only of this case', async () => {
  const make = (case_no: string) =>
    ok('plant_variety/do/create', { case_no, denomination: '金穗', crop_kind: 'CEREAL', office: 'CN', filed_on: '2024-05-06' })
  const [{ sid }, other] = [await make('T-1'), await make('T-2')]
  for (const case_sid of [sid, other.sid]) {
    const sent = await sendFile(app, { path: 'document/do/upload', token: admin.token, file: 'text', name: 'a.txt', fields: { case_sid } })
    assert.equal(sent.status, 200, sent.message)
    await ok('official_event/do/create', { case_sid, code: 'CN14', name: '来文', event_date: '2024-06-01' })
    await ok('deadline/do/create', { case_sid, name: '期限', official_due: '2031-01-01' })
    await ok('fee/do/create', { case_sid, name: '费用', fee_type: 'X', fee_class: 'OTHER', due_date: '2031-01-02' })
    await ok('case_note/do/create', { case_sid, text: '备注' })
  }
  const own = async (kind: keyof typeof MODELS) => {
    const fl = kind in READS ? { fl: READS[kind as keyof typeof READS] } : {} // as just asked
    return (await ok<{ record: Row[] }>(`${MODELS[kind]}/do/search`, { ...fl, iql: `case_sid = '${sid}'` })).record
  }
  const [event, document, deadline, fee, note] = await Promise.all([own('event'), own('document'), own('deadline'), own('fee'), own('note')])
  const change = (await ok<{ record: Row[] }>('plant_variety/do/history', { sid })).record
  const line = lineOf({ event, document, deadline, fee, note, change }, KINDS)
  const count = (kind: Kind) => line.filter((moment) => moment.kind === kind).length
  assert.deepEqual(KINDS.filter((kind) => count(kind) === 0), []) // oxfmt-ignore
  assert.deepEqual([count('event'), count('document'), count('note')], [1, 1, 1])
  const last = line[0]
  assert.deepEqual([last?.kind, last?.date], ['fee', '2031-01-02'])
})
