import { boolean, datetime, integer, json, link, option, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

/** A login account. Its password is kept as an Argon2id hash that no verb reads. */
export const user = defineModel({
  name: 'user',
  zh: '账号',
  en: 'Account',
  display: ['account'],
  scope: 'company',
  visibility: { self: ['user_info_sid'], department: ['user_info_sid.department_sid'], agency: ['user_info_sid.agency_sid'] },
  refuses: { export: ['账号不能导出', 'Accounts cannot be exported'], import: ['账号不能导入', 'Accounts cannot be imported'] },
  fields: {
    account: string('账号', 'Account', {
      required: true,
      unique: 'tenant',
      searchable: true,
      list: true,
      max: 50,
      lower: true,
      pattern: '^[A-Za-z0-9@_-]{1,50}$',
      pattern_says: ['只能含字母、数字和 @ _ -', 'must contain only letters, digits, @, _ and -'],
    }),
    user_info_sid: link('人员', 'Person', { to: 'user_info', required: true, unique: 'tenant', searchable: true, list: true, immutable: true }),
    platform: option(
      '登录端',
      'End',
      { '1': ['企业端', 'Enterprise'], '2': ['代理端', 'Agency'] },
      { required: true, default: '1', searchable: true, list: true },
    ),
    status: option(
      '账号状态',
      'Status',
      { OPEN: ['已开通', 'Open'], CLOSED: ['已关闭', 'Closed'] },
      { required: true, default: 'OPEN', searchable: true, list: true },
    ),
    closed_with: link('随代理机构关闭', 'Closed with the agency', { to: 'agency', computed: true }),
    expires_at: datetime('有效期至', 'Valid until'),
    must_change_password: boolean('须改密码', 'Must change password', { computed: true, default: true }),
    password_changed_at: datetime('密码修改时间', 'Password changed at', { computed: true }),
    locked_until: datetime('锁定至', 'Locked until', { computed: true }),
    failures: integer('连续失败次数', 'Consecutive failures', { computed: true, default: 0 }),
    totp_since: datetime('两步验证启用时间', 'Second factor since', { computed: true }),
    /** Sealed; with the time step of the latest code, and the hashes of the recovery codes that are left. */
    totp_secret: string('两步验证密钥', 'Key of the second factor', { computed: true, internal: true, credential: true, max: 300 }),
    totp_step: integer('最近验证码的时间步', 'Step of the latest code', { computed: true, internal: true, credential: true }),
    recovery_codes: json('恢复码散列', 'Hashes of recovery codes', { computed: true, internal: true, credential: true }),
    /** The number that its owner has confirmed; a new number has to be confirmed again. */
    mobile_proven: string('已验证的手机号', 'Proven mobile number', { computed: true, internal: true, credential: true, max: 30 }),
    /** PHC strings: the present hash and those before it, newest first; the server alone selects it. */
    secret: json('密码散列', 'Password hash', { computed: true, internal: true, credential: true }),
  },
})

export type User = Row<typeof user>
