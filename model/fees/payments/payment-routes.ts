import { XLSX } from '../../documents/media-types.ts'
import { type Lang, link, option } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'

/** Offices whose payment site takes the file, in its language. */
export const SITE_LANGUAGES: Readonly<Record<string, Lang>> = { CN: 'zh' }

export const paymentFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/payment/do/export/:sid',
  tag: 'payment',
  zh: '缴费单的费用清单，也供官方缴费网站使用',
  en: 'The fees of a payment list as a file, also for the payment site of the office',
  path: { sid: link('缴费单', 'Payment list', { to: 'payment' }) },
  query: { language: option('语言，默认为本人的', "Language; the person's own if absent", { zh: ['中文', 'Chinese'], en: ['英文', 'English'] }) },
  answer: { file: XLSX, leaves: 'EXPORTED' },
  permission: 'get',
  of: 'payment',
  also: { fee: 'export' },
})
