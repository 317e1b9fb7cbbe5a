import { ABILITIES } from '../auth/roles/abilities.ts'
import { DOCUMENT_CLASSES } from '../documents/visibility.ts'
import { boolean, datetime, integer, link, links, option, options, string } from '../kit/fields.ts'
import { defineAction, facts, sidOf } from '../kit/action.ts'
import { SHARE_RIGHTS } from './share-level.ts'

/** A year ahead at most, so that no share is forgotten for good. */
export const SHARED_YEARS = 1

export const giveShare = defineAction({
  model: 'share',
  name: 'give',
  zh: '共享案件或其一份文档：链接的密钥只在此回答中给出',
  en: 'Share a case or one of its documents; only this answer contains the secret of a link',
  body: {
    case_sid: sidOf('case'),
    document_sid: link('文档', 'Document', { to: 'document' }),
    to_kind: option(
      '共享给',
      'Shared with',
      { USER: ['人员', 'People'], ROLE: ['角色', 'Roles'], DEPARTMENT: ['部门', 'Departments'], LINK: ['链接', 'Link'] },
      { required: true },
    ),
    user_sids: links('人员', 'People', { to: 'user_info', max: 50 }),
    role_sids: links('角色', 'Roles', { to: 'role', max: 20 }),
    department_sids: links('部门', 'Departments', { to: 'department', max: 50 }),
    rights: option('权限', 'Rights', SHARE_RIGHTS, { default: 'VIEW' }),
    document_classes: options('含文件', 'With documents', { options: DOCUMENT_CLASSES }),
    expires_at: datetime('有效期至', 'Valid until', { ahead_years: SHARED_YEARS }),
    password: string('密码', 'Password', { min: 6, max: 64, verbatim: true }),
    max_visits: integer('访问次数上限', 'Most visits', { min: 1, max: 10_000 }),
  },
  answer: {
    shares: integer('共享数', 'Shares'),
    secret: string('链接密钥', 'Secret of the link', { verbatim: true, optional: true }),
  },
  permission: ABILITIES.share.give_share,
  also: { case: 'get' },
  transaction: true,
})

export const revokeShare = defineAction({
  model: 'share',
  name: 'revoke',
  zh: '撤销本人的共享',
  en: 'Revoke a share of one’s own',
  body: { sid: sidOf('share') },
  answer: { revoked: boolean('已撤销', 'Revoked') },
  permission: ABILITIES.share.give_share,
  transaction: true,
  on: 'record',
})

export const revokeAnyShare = defineAction({
  model: 'share',
  name: 'revoke_any',
  zh: '撤销他人的共享',
  en: 'Revoke a share of somebody else',
  body: { sid: sidOf('share') },
  answer: { revoked: boolean('已撤销', 'Revoked') },
  permission: ABILITIES.share.lock_share,
  transaction: true,
  on: 'record',
})

export type SharedWithMe = {
  sid: string
  case_sid: string
  case: string
  document_sid: string | null
  document: string | null
  right: string
  sharer: string
}

export const sharedWithMe = defineAction({
  model: 'share',
  name: 'shared_with_me',
  zh: '他人共享给我的案件和文档',
  en: 'Cases and documents that others share with me',
  body: {},
  answer: {
    record: facts<readonly SharedWithMe[]>('共享', 'Shares', {
      type: 'array',
      items: { type: 'object', title: 'shared', required: ['sid', 'case_sid', 'case', 'right', 'sharer'] },
    }),
  },
  permission: 'person',
})
