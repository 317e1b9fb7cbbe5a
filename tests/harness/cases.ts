import assert from 'node:assert/strict'
import type { Person, TestServer } from './server.ts'

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
  return {
    ask,
    make,
    patent: (more: Record<string, unknown> = {}) => make('patent', { title: `案件 ${++made}`, patent_type: 'INVENTION', country: 'CN', ...more }),
  }
}
