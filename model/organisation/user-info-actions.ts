import { integer, links, option, options } from '../kit/fields.ts'
import { defineAction, facts, recordOf, SEARCH } from '../kit/action.ts'
import type { UserInfo } from './user_info.ts'

const FLAT = option('引用形式', 'References', { '1': ['仅主键', 'As IDs'] })

export const myself = defineAction({
  model: 'user_info',
  name: 'my',
  methods: ['GET'],
  zh: '本人',
  en: 'Oneself',
  body: { flat: FLAT },
  answer: { ...recordOf<UserInfo>('user_info'), with: { roles: options('角色代码', 'Codes of roles', { free: true }) } },
  permission: 'person',
})

const list = <const Name extends string>(name: Name, zh: string, en: string) =>
  defineAction({ model: 'user_info', name, zh, en, body: SEARCH, answer: { page: 'user_info' }, permission: 'search' })

/** The lists of people that screens ask for by name. */
export const PEOPLE_LISTS = [
  list('search_all', '全部人员', 'All people'),
  list('search_component', '人员选择', 'People to choose from'),
  list('search_page_plus', '人员', 'People'),
  list('search_names', '人员姓名', 'Names of people'),
  list('sysconfig_search', '人员（设置）', 'People, for the settings'),
  list('search_user_default', '在职人员', 'People who are employed'),
  list('search-user-and-agent', '在职人员与代理人员', 'Employed people of the enterprise and of agencies'),
  list('search-user-and-agent-name', '在职人员与代理人员姓名', 'Names of employed people of the enterprise and of agencies'),
  list('departed_search', '离职人员', 'People who have resigned'),
] as const

export const countAccounts = defineAction({
  model: 'user_info',
  name: 'getPackageUserInfo',
  methods: ['GET'],
  zh: '账号数',
  en: 'Number of accounts of each end; it is not limited',
  body: {},
  answer: {
    limit: integer('上限', 'Limit', { nullable: true }),
    enterprise: integer('企业端', 'Enterprise'),
    agency: integer('代理端', 'Agency'),
    accounts: integer('账号', 'Accounts'),
    people: integer('在职人员', 'People employed'),
  },
  permission: 'count',
  also: { user: 'count' },
})

const CODES = { type: 'array', items: { type: 'string' } } as const

export const aggregatePeople = defineAction({
  model: 'user_info',
  name: 'aggregateSearch',
  zh: '人员统计',
  en: 'Number of people by group',
  body: { iql: SEARCH.iql, by: facts<string[]>('分组', 'By', CODES), sums: facts<string[]>('合计', 'Sums', CODES) },
  answer: {
    record: facts<{ by: Record<string, unknown>; count: number; sums: Record<string, string> }[]>('分组', 'Groups', {
      type: 'array',
      items: { type: 'object', required: ['by', 'count', 'sums'] },
    }),
  },
  permission: 'count',
})

export const modifyPerson = defineAction({
  model: 'user_info',
  name: 'modify',
  zh: '修改人员',
  en: 'Change a person',
  body: { records: ['user_info'], needs: ['sid'] },
  rest: 'sid',
  answer: { record: 'user_info' },
  permission: 'update',
})

/** Eureka is a search service of others. */
export const openEureka = defineAction({
  model: 'user_info',
  name: 'add_eureka_account_privilege',
  zh: '开通 Eureka 检索账号：本系统未接入该服务，说明原因后拒绝',
  en: 'Open an account of the Eureka search service; refused with the reason, since no such service is connected',
  body: { sids: { ...links('人员', 'People', { to: 'user_info' }), required: true } },
  answer: { opened: integer('已开通', 'Opened') },
  permission: 'update',
})
