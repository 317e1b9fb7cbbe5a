import { facts } from '../kit/action.ts'
import { link } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

const SID = link('人员', 'Person', { to: 'user_info' })

export const whoIs = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/user_info/basic/:sid',
  tag: 'user_info',
  zh: '人员的基本信息',
  en: 'Who someone is',
  path: { sid: SID },
  answer: facts<Record<string, unknown>>('人员', 'Person', { $ref: '#/components/schemas/UserInfoRow' }),
  permission: 'search',
  of: 'user_info',
})

export const personWithAccount = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/user_info/sysconfig/:sid',
  tag: 'user_info',
  zh: '人员及其账号',
  en: 'A person and their account',
  path: { sid: SID },
  answer: {
    record: 'user_info',
    with: {
      user: facts<Record<string, unknown> | null>('账号', 'Account', {
        oneOf: [{ $ref: '#/components/schemas/UserRow' }, { type: 'null' }],
      }),
    },
  },
  permission: 'get',
  of: 'user_info',
  also: { user: 'search' },
})
