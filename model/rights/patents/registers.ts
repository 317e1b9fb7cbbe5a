import { defineAction, facts, type Fields, SEARCH } from '../../kit/action.ts'
import { boolean, integer, link, option, string, type Words } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'

/** The most cases of one comparison. */
export const MAX_CASES = 200

/** The access to a register: an administrator enters `secret`, which cannot be read back; `user` is the name that belongs to it. */
type Register = {
  name: Words
  /** In official data and register events. */
  source: string
  base_url: string
  per_minute: number
  user?: 'consumer_key'
  secret: 'consumer_secret' | 'api_key'
}

/** The offices whose registers are queried, by the code of their country. */
export const REGISTERS = {
  EP: {
    name: ['欧洲专利局登记簿', 'EPO register'],
    source: 'EPO OPS',
    base_url: 'https://ops.epo.org/3.2',
    per_minute: 20,
    user: 'consumer_key',
    secret: 'consumer_secret',
  },
  US: {
    name: ['美国专利商标局登记数据', 'USPTO register'],
    source: 'USPTO ODP',
    base_url: 'https://api.uspto.gov',
    per_minute: 30,
    secret: 'api_key',
  },
} as const satisfies Record<string, Register>
export type RegisterOffice = keyof typeof REGISTERS

export const isRegisterOffice = (country: unknown): country is RegisterOffice => typeof country === 'string' && Object.hasOwn(REGISTERS, country)

const SECRET = { max: 190, verbatim: true, secret: true, pattern: '^[\\x21-\\x7e]+$' } as const
const WITHOUT_SPACES: Words = ['应为不含空格的字母、数字和符号', 'must be letters, digits and signs without spaces']

/** The account with which a register is asked; an office has some of these. */
export const REGISTER_SETTINGS = {
  consumer_key: string('Consumer key', 'Consumer key', {
    max: 190,
    pattern: '^[\\x21-\\x7e]+$',
    pattern_says: WITHOUT_SPACES,
    help: [
      '在 developers.epo.org 免费注册应用后取得；清空即不再查询',
      'Of an application registered free of charge at developers.epo.org; without it nothing is asked',
    ],
  }),
  consumer_secret: string('Consumer secret', 'Consumer secret', { max: 190, verbatim: true, secret: true }),
  api_key: string('API key', 'API key', {
    ...SECRET,
    pattern_says: WITHOUT_SPACES,
    help: [
      '在 data.uspto.gov 注册并核验身份后取得，一人一个；清空即不再查询',
      'Of a person whom the office has identified, at data.uspto.gov; without it nothing is asked',
    ],
  }),
  base_url: string('接口地址', 'Address', {
    max: 190,
    pattern: '^https?://[A-Za-z0-9._:\\[\\]-]+(/[A-Za-z0-9._/-]*)?$',
    pattern_says: ['应为 https:// 开头的地址，不含参数', 'must be an address that begins with https://, without parameters'],
    help: ['留空即该局的公开地址', 'Without one, the public address of the office'],
  }),
  per_minute: integer('每分钟最多查询次数', 'Most requests a minute', {
    min: 1,
    max: 300,
    help: ['留空即该局通常所许的次数；该局要求放慢时自动放慢', 'Without a number, what the office usually allows; fewer while it asks for fewer'],
  }),
} as const satisfies Fields

const IS_SET = { type: 'object' } as const
const { consumer_key, consumer_secret, api_key, base_url, per_minute } = REGISTER_SETTINGS
const ANSWER = {
  consumer_key: { ...consumer_key, nullable: true },
  consumer_secret: facts<{ is_set: boolean }>(consumer_secret.zh, consumer_secret.en, IS_SET),
  api_key: facts<{ is_set: boolean }>(api_key.zh, api_key.en, IS_SET),
  base_url: { ...base_url, nullable: true },
  per_minute: { ...per_minute, nullable: true },
} as const

const { EP, US } = REGISTERS
const OFFICE = { office: option('专利局', 'Office', { EP: EP.name, US: US.name }, { required: true }) } as const

export const readRegisterSettings = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/register/:office',
  tag: 'settings',
  zh: '专利局登记簿接口的设置：仅系统管理员；密钥只说明是否已设置',
  en: 'Settings of the register of an office, for administrators; of a secret only whether it is set',
  path: OFFICE,
  answer: ANSWER,
  permission: 'update',
  of: 'role',
})

export const changeRegisterSettings = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/register/do/update/:office',
  tag: 'settings',
  zh: '修改专利局登记簿接口的设置：null 清空；改地址或 key 时须重新填写密钥',
  en: 'Change the settings of the register of an office; null clears; another address or key needs the secret again',
  path: OFFICE,
  body: REGISTER_SETTINGS,
  changes: true,
  answer: ANSWER,
  permission: 'update',
  of: 'role',
})

export const testRegisterSettings = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/register/do/test/:office',
  tag: 'settings',
  zh: '以已保存的设置登录专利局登记簿接口，不查询案件',
  en: 'Sign in to the register of an office by the saved settings, without asking for a case',
  path: OFFICE,
  body: {},
  answer: { accepted: boolean('已接受', 'Accepted') },
  permission: 'update',
  of: 'role',
})

export const compareWithRegisters = defineAction({
  model: 'official_record',
  name: 'compare_with_registers',
  zh: '与专利局登记簿核对：逐件查询所选的欧洲和美国专利，写入官方数据核对',
  en: 'Compare with the registers of the offices: each European and US patent of the selection is asked for, and kept as official data',
  body: { iql: { ...SEARCH.iql, required: true } },
  answer: { job_sid: link('任务', 'Job', { to: 'job' }) },
  permission: 'import',
})
