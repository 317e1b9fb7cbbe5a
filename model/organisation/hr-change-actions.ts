import { defineAction, facts } from '../kit/action.ts'

/** A token of an HR system, its owner, its last call, recorded once a minute, and the results of its changes. An ended token has no last call. */
export type HrCaller = { token_name: string; owner: string; last_used_at: string | null; taken: number; partly: number; refused: number }

export const hrCallers = defineAction({
  model: 'hr_change',
  name: 'callers',
  methods: ['GET'],
  zh: '人事系统使用的令牌及其变更数',
  en: 'The tokens that HR systems use, with the number of their changes',
  body: {},
  answer: {
    callers: facts<readonly HrCaller[]>('令牌', 'Tokens', {
      type: 'array',
      items: {
        type: 'object',
        required: ['token_name', 'owner', 'last_used_at', 'taken', 'partly', 'refused'],
        properties: {
          token_name: { type: 'string' },
          owner: { type: 'string' },
          last_used_at: { type: ['string', 'null'], format: 'date-time' },
          taken: { type: 'integer' },
          partly: { type: 'integer' },
          refused: { type: 'integer' },
        },
      },
    }),
  },
  permission: 'search',
  also: { hr_change: 'count' },
})
