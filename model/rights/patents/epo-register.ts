import { defineAction, facts, type Fields, SEARCH } from '../../kit/action.ts'
import { boolean, integer, link, string } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/route.ts'

/** The most cases of one comparison, and where the register answers unless an administrator names another address. */
export const EPO_REGISTER = { cases: 200, base_url: 'https://ops.epo.org/3.2', per_minute: 20, source: 'EPO OPS' } as const

/** The account with which the register of the European Patent Office is asked (Open Patent Services). */
export const EPO_SETTINGS = {
  consumer_key: string('Consumer key', 'Consumer key', {
    max: 190,
    pattern: '^[\\x21-\\x7e]+$',
    pattern_says: ['应为不含空格的字母、数字和符号', 'must be letters, digits and signs without spaces'],
    help: [
      '在 developers.epo.org 免费注册应用后取得；清空即不再查询',
      'Of an application registered free of charge at developers.epo.org; without it nothing is asked',
    ],
  }),
  consumer_secret: string('Consumer secret', 'Consumer secret', { max: 190, verbatim: true, secret: true }),
  base_url: string('接口地址', 'Address', {
    max: 190,
    pattern: '^https?://[A-Za-z0-9._:\\[\\]-]+(/[A-Za-z0-9._/-]*)?$',
    pattern_says: ['应为 https:// 开头的地址，不含参数', 'must be an address that begins with https://, without parameters'],
    help: [`留空即 ${EPO_REGISTER.base_url}`, `Without one, ${EPO_REGISTER.base_url}`],
  }),
  per_minute: integer('每分钟最多查询次数', 'Most requests a minute', {
    min: 1,
    max: 300,
    help: [
      `留空即 ${EPO_REGISTER.per_minute}；该局要求放慢时自动放慢`,
      `Without one, ${EPO_REGISTER.per_minute}; fewer while the office asks for fewer`,
    ],
  }),
} as const satisfies Fields

const { consumer_secret: _secret, ...SHOWN } = EPO_SETTINGS
const NULLABLE = Object.fromEntries(Object.entries(SHOWN).map(([code, field]) => [code, { ...field, nullable: true }])) as {
  [K in keyof typeof SHOWN]: (typeof SHOWN)[K] & { nullable: true }
} // the same keys
const ANSWER = { ...NULLABLE, consumer_secret: facts<{ is_set: boolean }>('Consumer secret', 'Consumer secret', { type: 'object' }) }

export const readEpoSettings = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/epo',
  tag: 'settings',
  zh: '欧洲专利局接口（OPS）的设置：仅系统管理员；密钥只说明是否已设置',
  en: 'Settings of the register of the EPO (OPS), for administrators; of the secret only whether it is set',
  answer: ANSWER,
  permission: 'update',
  of: 'role',
})

export const changeEpoSettings = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/epo/do/update',
  tag: 'settings',
  zh: '修改欧洲专利局接口的设置：null 清空；改地址或 key 时须重新填写 secret',
  en: 'Change the settings of the register of the EPO; null clears; another address or key needs the secret again',
  body: EPO_SETTINGS,
  changes: true,
  answer: ANSWER,
  permission: 'update',
  of: 'role',
})

export const testEpoSettings = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/epo/do/test',
  tag: 'settings',
  zh: '以已保存的设置登录欧洲专利局接口，不查询案件',
  en: 'Sign in to the register of the EPO by the saved settings, without asking for a case',
  body: {},
  answer: { accepted: boolean('已接受', 'Accepted') },
  permission: 'update',
  of: 'role',
})

export const compareWithEpo = defineAction({
  model: 'official_record',
  name: 'compare_with_epo',
  zh: '与欧洲专利局登记簿核对：逐件查询所选专利，写入官方数据核对',
  en: 'Compare with the EPO register: each of the patents is asked for, and kept as official data',
  body: { iql: { ...SEARCH.iql, required: true } },
  answer: { job_sid: link('任务', 'Job', { to: 'job' }) },
  permission: 'import',
})
