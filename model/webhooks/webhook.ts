import { boolean, datetime, integer, json, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'

/** Attempts that fail one after the other until the product switches the webhook off. */
export const MAX_FAILURES = 20

/** An address of another system that receives signed events when records change. */
export const webhook = defineModel({
  name: 'webhook',
  zh: '网络回调',
  en: 'Webhook',
  display: ['name'],
  scope: 'tenant',
  group_wide: true,
  refuses: {
    import: ['网络回调须逐个设置', 'Webhooks are set up one by one'],
    transition: ['网络回调没有状态流转', 'Webhooks have no transitions'],
  },
  fields: {
    name: string('名称', 'Name', { required: true, unique: 'tenant', searchable: true, list: true, max: 100 }),
    url: string('地址', 'Address', {
      required: true,
      list: true,
      max: 500,
      verbatim: true,
      pattern: '^https?://[^\\s#@]+$',
      pattern_says: ['应为 https:// 开头的地址，不含账号', 'must be an address that begins with https://, without an account'],
    }),
    secret: string('签名密钥', 'Signing secret', {
      required: true,
      secret: true,
      verbatim: true,
      min: 16,
      max: 200,
      help: [
        '至少 16 位；每次推送以 HMAC-SHA256 签名，保存后不再显示',
        'At least 16 characters; deliveries are signed by HMAC-SHA256, and it is never shown again',
      ],
    }),
    events: json('事件', 'Events', { required: true, content: { type: 'array', maxItems: 100 } }),
    is_on: boolean('启用', 'Switched on', { searchable: true, list: true, default: true }),
    failures: integer('连续失败次数', 'Failures in a row', { computed: true, list: true }),
    switched_off_at: datetime('自动停用时间', 'Switched off by the product', { computed: true, list: true }),
    last_success_at: datetime('上次成功', 'Last success', { computed: true, list: true }),
  },
})

export type Webhook = Row<typeof webhook>
