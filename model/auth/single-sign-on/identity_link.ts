import { datetime, link, string } from '../../kit/fields.ts'
import { defineModel, type Row } from '../../kit/model.ts'

const BY_SIGN_IN = ['由单点登录建立', 'is made by single sign-on'] as const

/** The person of an identity provider who signs in to an account here. Deleted, it is found again by the rule of the provider. */
export const identity_link = defineModel({
  name: 'identity_link',
  zh: '身份关联',
  en: 'Linked identity',
  display: ['subject'],
  scope: 'tenant',
  group_wide: true,
  hard_delete: true,
  refuses: { create: BY_SIGN_IN, update: BY_SIGN_IN, import: BY_SIGN_IN, export: BY_SIGN_IN, transition: BY_SIGN_IN },
  uniques: [
    ['provider_sid', 'subject'],
    ['provider_sid', 'user_sid'],
  ],
  fields: {
    provider_sid: link('身份提供方', 'Identity provider', { to: 'identity_provider', required: true, list: true, searchable: true }),
    subject: string('用户编号', 'Subject', { required: true, list: true, max: 255, verbatim: true }),
    user_sid: link('账号', 'Account', { to: 'user', required: true, list: true, searchable: true }),
    last_used_at: datetime('最近登录', 'Last sign-in', { list: true }),
  },
})

export type IdentityLink = Row<typeof identity_link>
