import assert from 'node:assert/strict'
import type { Person, TestServer } from '../server.ts'

export type Row = Record<string, unknown> & { sid: string }

/** Cases and what belongs to them, created over the API as this person; a refusal fails the test with its words. */
export function casesOf(call: TestServer['call'], as: Person, lang: 'zh' | 'en' = 'zh') {
  let made = 0
  const ask = <T = Row>(path: string, body: unknown, by = as) => call<T>(path, body, { as: by, lang })
  const make = async (model: string, body: Record<string, unknown>) => {
    const answer = await ask(`${model}/do/create`, body)
    assert.equal(answer.code, 0, answer.text)
    return answer.data
  }
  const done = async <T = Row>(path: string, body: unknown, by = as) => {
    const answer = await ask<T>(path, body, by)
    assert.equal(answer.code, 0, `${path}: ${answer.text}`)
    return answer.data
  }
  /** The records of a model that belong to a case. */
  const listed = async (model: string, case_sid: string, fl: string, where = '') =>
    (await done<{ record: Row[] }>(`${model}/do/search`, { iql: `case_sid = '${case_sid}'${where}`, fl, rows: 50 })).record
  return {
    ask,
    make,
    done,
    listed,
    patent: (more: Record<string, unknown> = {}) => make('patent', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', ...more }),
  }
}
