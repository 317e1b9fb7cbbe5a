import { boolean, integer, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'

const at = <const Url extends string>(url: Url) => `/innoe-webapi/aggr/mobile${url}` as const

export const readOwnMobile = defineRoute({
  method: 'GET',
  url: at(''),
  tag: 'passport',
  zh: '本人的手机号是否已验证：只有验证过的手机号可用来登录',
  en: 'Whether one’s own mobile number is proven: only a proven one signs in',
  answer: {
    mobile: string('手机号', 'Mobile', { nullable: true }),
    is_proven: boolean('已验证', 'Proven'),
    is_used: boolean('可用手机验证码登录', 'Sign-in with a code by text message'),
  },
  permission: 'person',
})

export const sendMobileProof = defineRoute({
  method: 'POST',
  url: at('/do/send'),
  tag: 'passport',
  zh: '向本人的手机号发送验证码，以证明其属于本人',
  en: 'Send a code to one’s own mobile number, to prove that it is one’s own',
  answer: {
    sent: boolean('已受理', 'Accepted'),
    resend_seconds: integer('多少秒后可重发', 'Seconds until another code can be asked for'),
    minutes: integer('验证码有效分钟数', 'Minutes for which the code is valid'),
  },
  permission: 'person',
})

export const confirmMobile = defineRoute({
  method: 'POST',
  url: at('/do/confirm'),
  tag: 'passport',
  zh: '以验证码证明手机号属于本人',
  en: 'Prove one’s own mobile number by the code',
  body: { code: string('验证码', 'Code', { required: true, max: 20 }) },
  answer: { is_proven: boolean('已验证', 'Proven') },
  permission: 'person',
})
