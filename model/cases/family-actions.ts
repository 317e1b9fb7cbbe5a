import { boolean, integer, link, option, rows, string } from '../kit/fields.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import { related_case } from './related_case.ts'
import type { Notice } from './relations/relation-rules.ts'

export const checkRelation = defineAction({
  model: 'related_case',
  name: 'check',
  zh: '关联前的检查：将阻止或提示的事项',
  en: 'Check a relation: refusals and warnings of saving it',
  body: {
    earlier_sid: link('在先案件', 'Earlier case', { to: 'case', required: true }),
    later_sid: link('在后案件', 'Later case', { to: 'case', required: true }),
    relation_type: option('关联类型', 'Relation', related_case.fields.relation_type.options, { required: true }),
  },
  answer: { notices: facts<Notice[]>('提示', 'Notices', { type: 'array', items: { type: 'object', required: ['level', 'code', 'zh', 'en'] } }) },
  permission: 'create',
})

export type FamilyNode = Record<string, unknown> & { sid: string; version: number; can_split: boolean }

/** The actions of a kind whose cases have families; `at`: the address that removes a case from its family. */
export const familyActionsOf = <const Kind extends string>(kind: Kind, at?: string) => ({
  split: defineAction({
    model: kind,
    ...(at !== undefined && { at }),
    name: 'split',
    zh: '移出同族',
    en: 'Remove a case without relations from its family',
    body: { sid: sidOf(kind) },
    answer: { record: kind },
    permission: 'update',
  }),
  draw: defineAction({
    model: kind,
    name: 'family',
    zh: '同族图：看不到的案件只计数',
    en: 'Family graph; cases not visible to the caller are only counted',
    body: { sid: sidOf(kind) },
    answer: {
      family: link('同族', 'Family', { to: 'patent_family', nullable: true }),
      nodes: facts<FamilyNode[]>('案件', 'Cases', { type: 'array', items: { type: 'object', required: ['sid', 'can_split'] } }),
      edges: rows('关联', 'Relations', {
        sid: link('关联', 'Relation', { to: 'related_case' }),
        from: link('在先案件', 'Earlier case', { to: 'case' }),
        to: link('在后案件', 'Later case', { to: 'case' }),
        relation_type: string('关联类型', 'Relation'),
        claimed: boolean('要求优先权', 'Priority claimed'),
      }),
      hidden: integer('看不到的案件', 'Cases not shown'),
    },
    permission: 'get',
  }),
})

export type FamilyActions = ReturnType<typeof familyActionsOf<string>>
