import { XLSX } from '../documents/media-types.ts'
import { link } from '../kit/fields.ts'
import { defineRoute } from '../kit/route.ts'

export const paymentFile = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/payment/do/export/:sid',
  tag: 'payment',
  zh: '官方缴费网站所用的清单文件',
  en: 'Payment list file for the payment site of the office',
  path: { sid: link('缴费单', 'Payment list', { to: 'payment' }) },
  answer: { file: XLSX },
  permission: 'get',
  of: 'payment',
  also: { fee: 'export' },
})
