import { defineAction, facts, sidOf } from '../kit/action.ts'
import { boolean, links, options, rows, string } from '../kit/fields.ts'
import { CONFIRM } from '../kit/verbs.ts'
import { OFFICES } from './offices.ts'

/** The most cases that are made of one case at once. */
export const MAX_DERIVED = 50

/** The actions of a kind whose cases come from earlier ones: national phases, divisions, continuations. */
export const deriveActionsOf = <const Kind extends string>(kind: Kind) => ({
  ways: defineAction({
    model: kind,
    name: 'derivations',
    zh: '由本案可衍生的案件：方式与建议的国家',
    en: 'The cases that may come from this one: ways, and the countries that are proposed',
    body: { sid: sidOf(kind) },
    answer: {
      ways: rows('方式', 'Ways', {
        way: string('方式', 'Way'),
        label: string('名称', 'Name'),
        several: boolean('按国家', 'By country'),
        countries: options('建议的国家', 'Proposed countries', { options: OFFICES }),
        takes: facts<string[]>('沿用本案的字段', 'Fields taken over from this case', { type: 'array', items: { type: 'string' } }),
        sets: facts<Record<string, unknown>>('新案的固定值', 'Values that the way decides', { type: 'object' }),
      }),
    },
    permission: 'create',
    also: { related_case: 'create' },
  }),
  derive: defineAction({
    model: kind,
    name: 'derive',
    zh: '由本案新建案件：进入国家阶段、分案、继续申请、生效等，并建立关联',
    en: 'Create cases from this one, such as national phases, a division, a continuation or validations, and relate them to it',
    body: {
      sid: sidOf(kind),
      way: string('方式', 'Way', { required: true, max: 40 }),
      countries: options('国家/地区', 'Countries/offices', { options: OFFICES, max: MAX_DERIVED }),
      title: string('名称', 'Title', { max: 255 }),
      values: facts<Record<string, unknown>>(
        '新案的其他值：代替沿用的值，空值表示不沿用',
        'Further values of the new cases: in place of what is taken over, which an empty value leaves out',
        { type: 'object' },
      ),
      ...CONFIRM,
    },
    answer: { cases: links('新建的案件', 'Cases created', { to: kind }) },
    permission: 'create',
    also: { related_case: 'create' },
  }),
})

export type DeriveActions = ReturnType<typeof deriveActionsOf<string>>
