import { integer, text } from '../kit/fields.ts'
import { defineAction, facts } from '../kit/action.ts'

/** A found case, with the fields that this person may read. */
export type FoundCase = Record<string, unknown> & {
  sid: string
  name: string
  matched: string
  /** The kind of case when all kinds are searched. */
  kind?: string
  case_no?: string
  title?: string
  title_en?: string | null
  application_no?: string | null
}

export type Hit = Record<string, unknown> & { sid: string; case_no?: string; title?: string; application_no?: string | null }

/** Searches the records of one kind of case, or the head of all. */
export const findActionsOf = <const Name extends string>(model: Name) => ({
  find: defineAction({
    model,
    name: 'find',
    zh: '查找：号码（任何写法）、号码片段、名称',
    en: 'Find by a number in any form, part of a number, or words of the title',
    body: { text: text('查找内容', 'Text', { max: 3000 }), rows: integer('行数', 'Rows') },
    answer: {
      record: facts<FoundCase[]>('案件', 'Cases', {
        type: 'array',
        items: { type: 'object', required: ['sid', 'name', 'matched'] },
      }),
      total: integer('总数', 'Total'),
    },
    permission: 'search',
  }),
  batch: defineAction({
    model,
    name: 'batch_search',
    zh: '批量查号：至多 1000 个',
    en: 'Search for up to 1000 numbers at once',
    body: {
      values: facts<string | readonly string[]>('号码', 'Numbers', { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] }),
      fl: facts<string | readonly string[]>('字段', 'Fields', { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] }),
    },
    answer: {
      found: facts<{ value: string; record: Hit[] }[]>('已找到', 'Found', {
        type: 'array',
        items: { type: 'object', required: ['value', 'record'] },
      }),
      not_found: facts<string[]>('未找到', 'Not found', { type: 'array', items: { type: 'string' } }),
      total: integer('总数', 'Total'),
    },
    permission: 'search',
  }),
})

export type FindActions = ReturnType<typeof findActionsOf<string>>
