import { facts, SEARCH } from '../kit/action.ts'
import { integer, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

/** `old` and `now` hold the fields that would change and that the caller may read. */
export type TriedTransition = {
  sid: string
  name: string
  outcome: 'DONE' | 'WAITS' | 'REFUSED'
  reason?: string
  old: Record<string, unknown>
  now: Record<string, unknown>
}

/** Previews a transition of many records: the changes of each, its pending conditions, or its refusal. Of all results, the first hundred. */
export const checkTransition = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/:model/do/transition_check',
  tag: ':model',
  zh: '批量变更状态前的检查：每条记录会改变什么、等待什么或为何被拒绝，不保存',
  en: 'Check a batch transition: of each record what would change, what it would wait for or why it would be refused; nothing is saved',
  body: {
    sids: facts<string[]>('记录', 'Records', { type: 'array', items: { type: 'string' } }),
    iql: SEARCH.iql,
    transition: string('状态变更', 'Transition', { required: true, max: 60 }),
    fields: facts<Record<string, unknown>>('一并填写的字段', 'Fields that it takes', { type: 'object' }),
  },
  answer: {
    total: integer('总数', 'Total'),
    record: facts<TriedTransition[]>('各记录', 'Records', { type: 'array' }),
  },
  permission: 'transition',
  of: ':model',
})
