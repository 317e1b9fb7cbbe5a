import { defineAction, sidOf } from '../kit/action.ts'

export const confirmShare = defineAction({
  model: 'award_share',
  name: 'confirm',
  zh: '确认本人的份额',
  en: 'Confirm the own share',
  body: { sid: sidOf('award_share') },
  answer: { record: 'award_share' },
  permission: 'person',
  on: 'record',
  transaction: true,
})
