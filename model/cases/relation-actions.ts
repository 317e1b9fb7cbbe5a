import { boolean, integer, link, option, rows, string, text } from '../kit/fields.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import type { Notice } from './relations/relation-rules.ts'
import { related_case } from './related_case.ts'

export const checkRelation = defineAction({
  model: 'related_case',
  name: 'check',
  zh: '关联前的检查：将阻止或提示的事项',
  en: 'What saving a relation would refuse or warn of',
  body: {
    earlier_sid: link('在先案件', 'Earlier case', { to: 'case', required: true }),
    later_sid: link('在后案件', 'Later case', { to: 'case', required: true }),
    relation_type: option('关联类型', 'Relation', related_case.fields.relation_type.options, { required: true }),
  },
  answer: { notices: facts<Notice[]>('提示', 'Notices', { type: 'array', items: { type: 'object', required: ['level', 'code', 'zh', 'en'] } }) },
  permission: 'create',
})

export const splitFromFamily = defineAction({
  model: 'patent',
  at: 'related_case',
  name: 'split',
  zh: '移出同族',
  en: 'Take a case that no relation binds out of its family',
  body: { sid: sidOf('patent') },
  answer: { record: 'patent' },
  permission: 'update',
})

export type FamilyNode = Record<string, unknown> & { sid: string; version: number; can_split: boolean }

export const drawFamily = defineAction({
  model: 'patent',
  name: 'family',
  zh: '同族图：看不到的案件只计数',
  en: 'The family for drawing; cases that this person may not see are only counted',
  body: { sid: sidOf('patent') },
  answer: {
    family: link('同族', 'Family', { to: 'patent_family', nullable: true }),
    nodes: facts<FamilyNode[]>('案件', 'Cases', { type: 'array', items: { type: 'object', required: ['sid', 'can_split'] } }),
    edges: rows('关联', 'Relations', {
      sid: link('关联', 'Relation', { to: 'related_case' }),
      from: link('在先案件', 'Earlier case', { to: 'patent' }),
      to: link('在后案件', 'Later case', { to: 'patent' }),
      relation_type: string('关联类型', 'Relation'),
      claimed: boolean('要求优先权', 'Priority claimed'),
    }),
    hidden: integer('看不到的案件', 'Cases not shown'),
  },
  permission: 'get',
})

/** A case that was found, with as much of it as this person may read. */
export type FoundCase = Record<string, unknown> & {
  sid: string
  name: string
  matched: string
  case_no?: string
  title?: string
  application_no?: string | null
}

export const findCases = defineAction({
  model: 'patent',
  name: 'find',
  zh: '查找：号码（任何写法）、号码片段、名称',
  en: 'Find by a number however it is written, by a piece of one, or by words of the title',
  body: { text: text('查找内容', 'Text', { max: 3000 }), rows: integer('行数', 'Rows') },
  answer: {
    record: facts<FoundCase[]>('案件', 'Cases', {
      type: 'array',
      items: { type: 'object', required: ['sid', 'name', 'matched'] },
    }),
    total: integer('总数', 'Total'),
  },
  permission: 'search',
})

/** The same among the cases of every kind. */
export const findAnyCase = defineAction({
  model: 'case',
  name: 'find',
  zh: '在全部案件中查找：号码（任何写法）、号码片段、名称',
  en: 'Find among all cases by a number however it is written, by a piece of one, or by words of the title',
  body: findCases.body,
  answer: findCases.answer,
  permission: 'search',
})

export type Hit = Record<string, unknown> & { sid: string; case_no?: string; title?: string; application_no?: string | null }

export const searchByNumbers = defineAction({
  model: 'patent',
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
})
