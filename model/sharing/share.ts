import { DOCUMENT_CLASSES } from '../documents/visibility.ts'
import { boolean, datetime, integer, json, link, option, options, string } from '../kit/fields.ts'
import { defineModel, type Row, type Verb } from '../kit/model.ts'
import { SHARE_RIGHTS } from './share-level.ts'

const BY_ACTION = ['共享由“共享”与“撤销共享”建立和结束', 'Shares are given and revoked by their own actions'] as const

/** A case, or one document of it, shared with others: limited to the part that the sharing person may see at that moment. */
export const share = defineModel({
  name: 'share',
  zh: '共享',
  en: 'Share',
  display: ['to_name'],
  visibility: { self: ['sharer_sid'], through: 'case_sid' },
  refuses: {
    create: BY_ACTION,
    update: BY_ACTION,
    delete: BY_ACTION,
    transition: BY_ACTION,
    import: BY_ACTION,
  } satisfies Partial<Record<Verb, readonly [string, string]>>,
  uniques: [['secret_hash']],
  indexes: [['case_sid', 'created_at'], ['user_sid'], ['role_sid'], ['department_sid'], ['sharer_sid']],
  fields: {
    case_sid: link('案件', 'Case', { to: 'case', computed: true, searchable: true, list: true }),
    document_sid: link('文档', 'Document', { to: 'document', computed: true, searchable: true, list: true }),
    to_kind: option(
      '共享给',
      'Shared with',
      { USER: ['人员', 'Person'], ROLE: ['角色', 'Role'], DEPARTMENT: ['部门', 'Department'], LINK: ['链接', 'Link'] },
      { computed: true, searchable: true, list: true },
    ),
    to_name: string('共享对象', 'With whom', { computed: true, searchable: true, list: true, max: 120 }),
    user_sid: link('人员', 'Person', { to: 'user_info', computed: true, searchable: true }),
    role_sid: link('角色', 'Role', { to: 'role', computed: true, searchable: true }),
    department_sid: link('部门', 'Department', { to: 'department', computed: true, searchable: true }),
    rights: option('权限', 'Rights', SHARE_RIGHTS, { computed: true, searchable: true, list: true }),
    document_classes: options('含文件', 'With documents', { options: DOCUMENT_CLASSES, computed: true }),
    sharer_sid: link('共享人', 'Shared by', { to: 'user_info', computed: true, searchable: true, list: true }),
    expires_at: datetime('有效期至', 'Valid until', { computed: true, searchable: true, list: true }),
    has_password: boolean('有密码', 'Has a password', { computed: true }),
    max_visits: integer('访问次数上限', 'Most visits', { computed: true }),
    visits: integer('访问次数', 'Visits', { computed: true, list: true, default: 0 }),
    last_visit_at: datetime('最近访问', 'Last visit', { computed: true, list: true }),
    revoked_at: datetime('撤销时间', 'Revoked at', { computed: true, searchable: true, list: true }),
    revoked_by: link('撤销人', 'Revoked by', { to: 'user_info', computed: true }),
    /** Set for a link: the hashes of its secret and of its password. */
    secret_hash: string('链接散列', 'Hash of the link', { computed: true, internal: true, credential: true, max: 64 }),
    password_hash: json('密码散列', 'Hash of the password', { computed: true, internal: true, credential: true }),
  },
})

export type Share = Row<typeof share>
