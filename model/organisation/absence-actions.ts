import { defineAction, facts } from '../kit/action.ts'

/** An absent person for whom the caller acts today; `until` is a day. */
export type StandIn = { sid: string; name: string; name_en: string; until: string }

export const standingIn = defineAction({
  model: 'absence',
  name: 'standing_in',
  methods: ['GET'],
  zh: '本人今天代理的外出人员',
  en: 'The absent people for whom one acts today',
  body: {},
  answer: {
    people: facts<readonly StandIn[]>('人员', 'People', {
      type: 'array',
      items: {
        type: 'object',
        required: ['sid', 'name', 'name_en', 'until'],
        properties: { sid: { type: 'string' }, name: { type: 'string' }, name_en: { type: 'string' }, until: { type: 'string', format: 'date' } },
      },
    }),
  },
  permission: 'person',
})
