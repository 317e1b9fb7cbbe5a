import { boolean, integer, link, links, option, options, rows, string } from '../kit/fields.ts'
import { defineAction, facts } from '../kit/action.ts'
import { HANDED_OVER } from './handed-over.ts'
import { HANDED_PART, SHARED_BY, UNASSIGNED } from './user_handover.ts'

const PERSON = link('人员', 'Person', { to: 'user_info', required: true })
const HANDOVER = link('交接记录', 'Handover', { to: 'user_handover' })

/** Settings that name the person, apart from records; `why` is the reason why each is changed by hand. */
const NAMED = rows('指定了此人之处', 'Where the person is named', {
  sid: string('记录（无权查看时为空）', 'Record, unless you may not see it', { max: 36, nullable: true }),
  group: option('事项', 'Group', HANDED_OVER),
  model: string('业务对象', 'Record type', { max: 40 }),
  zh: string('中文', 'Chinese'),
  en: string('英文', 'English'),
  why_zh: string('须手工修改的原因', 'Why it is changed by hand', { nullable: true }),
  why_en: string('须手工修改的原因（英文）', 'Why it is changed by hand (English)', { nullable: true }),
})

export const checkHeld = defineAction({
  model: 'user_info',
  at: 'user_handover',
  name: 'check',
  methods: ['GET', 'POST'],
  zh: '待交接的事项',
  en: 'Responsibilities of a person to be handed over',
  body: { user_sid: PERSON },
  rest: 'user_sid',
  answer: {
    user_sid: link('人员', 'Person', { to: 'user_info' }),
    groups: rows('事项', 'Groups', {
      code: option('代码', 'Code', HANDED_OVER),
      zh: string('中文', 'Chinese'),
      en: string('英文', 'English'),
      count: integer('数量', 'Count'),
    }),
    total: integer('合计', 'Total'),
    roles: rows('角色', 'Roles', {
      sid: link('角色', 'Role', { to: 'role' }),
      zh: string('中文', 'Chinese'),
      en: string('英文', 'English'),
      others: integer('其他在职人员', 'Other employed people with it'),
    }),
    named: NAMED,
  },
  permission: 'update',
})

export const handOver = defineAction({
  model: 'user_info',
  at: 'user_handover',
  name: 'handover',
  zh: '交接：全部或所选事项，可分给多人，同类事项也可按条件分给多人，可先预览，可同时离职',
  en: 'Hand over all or selected responsibilities of a person to one or several people, also one kind of work to several by conditions, optionally as a preview or together with the resignation',
  body: {
    from_user: link('交出人', 'From', { to: 'user_info', required: true }),
    to_user: link(
      '接收人（专家组、虚拟组织、审批流程只在所选事项中时交接）',
      'To; expert groups, virtual organisations and approval processes only where they are selected',
      { to: 'user_info' },
    ),
    groups: options('事项', 'Groups', { options: HANDED_OVER }),
    parts: rows(
      '分配',
      'Parts',
      {
        group: option('事项', 'Group', HANDED_OVER, { required: true }),
        to_user: link('接收人', 'To', { to: 'user_info', required: true }),
        ...SHARED_BY,
        case_sids: links('所列案件', 'Cases listed', { to: 'case', max: 1000, optional: true }),
      },
      { max: 100 },
    ),
    resign: boolean('离职', 'Resigns'),
    preview: boolean('仅预览', 'Preview only'),
  },
  answer: {
    sid: { ...HANDOVER, nullable: true },
    parts: rows('结果', 'Parts', HANDED_PART),
    items: facts<Record<string, number>>('数量', 'Counts', { type: 'object' }),
    /** Work that stays with the person, because it has no recipient. */
    unassigned: rows('无人接收', 'Given to nobody', UNASSIGNED),
    named: NAMED,
  },
  permission: 'update',
})

export const reactivate = defineAction({
  model: 'user_info',
  at: 'user_handover',
  name: 'reactivate',
  zh: '恢复在职；账号仍须另行开通',
  en: 'Re-employ a person; the account must be opened separately',
  body: { user_sid: PERSON },
  rest: 'user_sid',
  answer: { sid: HANDOVER },
  permission: 'update',
})
