import assert from 'node:assert/strict'
import { trialServer } from './trial-right.ts'

type Row = Record<string, unknown> & { sid: string }

/** A server with an administrator who enters contracts about rights of several kinds. */
export async function dealingServer() {
  const server = await trialServer()
  const { call, enrol } = server
  const admin = await enrol('system_admin')
  const ok = async <T = Row>(path: string, body?: unknown): Promise<T> => {
    const { code, data, text } = await call<T>(path, body, { as: admin })
    assert.equal(code, 0, `${path}: ${text}`)
    return data
  }
  const make = async (model: string, values: object) => (await ok(`${model}/do/create`, values)).sid
  const take = (model: string, sid: string, transition: string, fields: object = {}) => ok(`${model}/do/transition`, { sid, transition, ...fields })
  /** The fields of which a refused step complains. */
  const faults = async (model: string, sid: string, transition: string, fields: object = {}) => {
    const answer = await call(`${model}/do/transition`, { sid, transition, ...fields }, { as: admin })
    assert.equal(answer.status, 400, answer.text)
    return answer.errors.map(({ field }) => field)
  }
  const patents = async (count: number, applicants: readonly object[], more: object = {}) => {
    const sids: string[] = []
    for (let at = 1; at <= count; at++)
      sids.push(await make('patent', { title: `虚构装置 ${at}`, country: 'CN', patent_type: 'INVENTION', applicants, ...more }))
    return sids
  }
  return {
    ...server,
    admin,
    ok,
    make,
    take,
    faults,
    patents,
    owner: (name: string) => make('applicant', { name, country: 'CN' }),
    add: (dealing_sid: string, case_sids: readonly string[]) => ok('dealt_right/do/add', { dealing_sid, case_sids }),
    rightsOf: (sid: string) => ok<{ total: number; record: Row[] }>('dealt_right/do/search', { fl: ['case_sid'], iql: `dealing_sid = '${sid}'` }),
  }
}
