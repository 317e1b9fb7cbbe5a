import { facts, SEARCH } from '../kit/action.ts'
import { boolean, integer, link, option, string, type Words } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'
import { WAYS } from '../kit/verbs.ts'
import type { FurtherLanguage } from './languages/languages.ts'
import { LAYOUT, LOOK_PICTURES, LOOK_SERVICE, LOOK_TEXTS, type LookPicture, THEME } from './layouts/appearance.ts'

const SETTING_KEY = string('设置项', 'Key', {
  required: true,
  max: 80,
  pattern: '^[\\w.:-]+$',
  pattern_says: ['应为 1 到 80 位字母、数字或 . : _ -', 'must be 1 to 80 letters, digits, . : _ or -'],
})
const VALUE = facts<unknown>('内容', 'Value')

export const keepSetting = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/setting/user/do/update',
  tag: 'settings',
  zh: '保存本人的一项设置',
  en: 'Save a setting of the caller',
  body: { key: SETTING_KEY, value: VALUE },
  answer: { key: SETTING_KEY, value: VALUE },
  permission: 'person',
})

export const readSetting = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/setting/user/:key/setting',
  tag: 'settings',
  zh: '本人的一项设置',
  en: 'A setting of the caller',
  path: { key: SETTING_KEY },
  answer: { key: SETTING_KEY, value: VALUE },
  permission: 'person',
})

const shown = <F extends object>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([code, field]) => [code, { ...field, optional: true }])) as {
    [K in keyof F]: F[K] & { optional: true }
  } // the same keys

/** Default values are omitted. */
export const LOOK = {
  edition: option('版本', 'Edition', { enterprise: ['企业版', 'Enterprise'], cloud: ['云端版', 'Cloud'] }),
  time_zone: string('时区', 'Time zone'),
  layout: { ...LAYOUT, optional: true },
  theme: { ...THEME, optional: true },
  ...shown(LOOK_TEXTS),
  ...shown(LOOK_PICTURES),
  ...shown(LOOK_SERVICE),
  languages: { ...facts<readonly FurtherLanguage[]>('增加的语言', 'Further languages', { type: 'array' }), optional: true },
} as const

export const readLook = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/tenant/do/getTenantInfo',
  tag: 'settings',
  zh: '系统外观：登录页也读取',
  en: 'Branding, also read by the login page',
  answer: LOOK,
  permission: 'open',
})

export const readOwnLook = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/tenant/do/look',
  tag: 'settings',
  zh: '本人所见的外观：系统的，及其上本公司的；指定公司时为该公司自己设置的',
  en: 'Branding as the caller sees it, that of their company over that of the system; with a company, what is set for that company alone',
  query: { company: link('公司', 'Company', { to: 'company' }) },
  answer: { ...LOOK, changes_system: boolean('可修改整个系统的外观', 'May change the branding of the system') },
  permission: 'person',
})

export const readPicture = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/tenant/do/picture/:name',
  tag: 'settings',
  zh: '外观的一张图片',
  en: 'A branding picture',
  query: { company: link('公司', 'Company', { to: 'company' }) },
  path: {
    name: option(
      '图片',
      'Picture',
      Object.fromEntries(Object.entries(LOOK_PICTURES).map(([code, { zh, en }]) => [code, [zh, en] as const])) as Record<LookPicture, Words>, // its own keys
    ),
  },
  answer: { file: 'image/png', leaves: 'nothing' },
  permission: 'open',
})

export const LANGUAGE = string('语言', 'Language', {
  max: 20,
  lower: true,
  pattern: '^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$',
  pattern_says: ['应为语言代码', 'must be the code of a language'],
})
export const ANSWERED = string('语言', 'Language')
export type Wording = { key: string; text: string }
export const WORDINGS = facts<Wording[]>('词条', 'Words', {
  type: 'array',
  items: { type: 'object', required: ['key', 'text'], properties: { key: { type: 'string' }, text: { type: 'string' } } },
})

export const searchWords = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/i18n/front/search',
  tag: 'settings',
  zh: '各模型的词语',
  en: 'Texts of the models in one language',
  query: { language: LANGUAGE },
  body: {
    language: LANGUAGE,
    own: boolean('仅本租户自己的词语', 'Only the texts of the tenant'),
    product: boolean('仅产品自带的词语', 'Only the texts of the product'),
  },
  answer: { language: ANSWERED, record: WORDINGS },
  permission: 'person',
})

const JOB = { job_sid: link('任务', 'Job', { to: 'job' }) } as const

export const exportRecords = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/:model/do/export',
  tag: ':model',
  zh: '导出：生成文件的任务',
  en: 'Start a job that exports records to a file',
  body: {
    fl: SEARCH.fl,
    iql: SEARCH.iql,
    format: option(
      '格式',
      'Format',
      { xlsx: ['Excel', 'Excel'], csv: ['CSV', 'CSV'], jsonl: ['JSON 行', 'JSON lines'], pdf: ['PDF', 'PDF'] },
      { default: 'xlsx' },
    ),
    group: string('分组字段', 'Field to group by'),
    totals: boolean('金额合计', 'Totals of amounts'),
  },
  answer: JOB,
  permission: 'export',
  of: ':model',
})

const NUMBERS = {
  total: integer('结果数', 'Results'),
  changeable: integer('可修改的结果数', 'Results that the caller may change'),
} as const

/** Asked before all results of a list are changed, so that a person confirms their number. */
export const countResults = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/:model/do/results',
  tag: ':model',
  zh: '查询结果的条数和可修改的条数',
  en: 'Number of results of a query, and how many of them the caller may change or transition',
  body: {
    iql: SEARCH.iql,
    verb: option('操作', 'Verb', { update: ['修改', 'Change'], transition: ['变更状态', 'Change the state'] }, { default: 'update' }),
  },
  answer: { ...NUMBERS, most: integer('一次最多', 'Maximum at once') },
  permission: 'search',
  of: ':model',
})

/** Checks a change of the chosen records: the refused ones, with the reason. */
export const checkBatch = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/:model/do/batch_check',
  tag: ':model',
  zh: '批量编辑前的检查：哪些记录会被拒绝及原因；对查询的全部结果检查前一百条；不保存',
  en: 'Check a batch edit: the records that it would be refused for, with reasons; of all results, the first hundred; nothing is saved',
  body: {
    sids: facts<string[]>('记录', 'Records', { type: 'array', items: { type: 'string' } }),
    iql: SEARCH.iql,
    changes: facts<Record<string, unknown>>('修改的字段', 'Changed fields', { type: 'object' }),
    modes: WAYS,
  },
  answer: {
    total: integer('总数', 'Total'),
    sids: facts<string[]>('已检查的记录', 'Records that were checked', { type: 'array', items: { type: 'string' } }),
    changed: integer('会改变的条数', 'Records that would change'),
    refused: facts<{ sid: string; name: string; reason: string }[]>('被拒绝的记录', 'Refused records', { type: 'array' }),
  },
  permission: 'update',
  of: ':model',
})

/** Records are changed a hundred at a time, each batch whole or record by record; unchanged records are among the errors of the job. */
export const updateResults = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/:model/do/update_results',
  tag: ':model',
  zh: '修改查询的全部结果：确认条数后由任务执行，可撤销',
  en: 'Change all results of a query: a job after their number is confirmed; one batch edit, which can be undone',
  body: {
    iql: SEARCH.iql,
    total: integer('确认的结果数', 'Confirmed number of results', { required: true, min: 1 }),
    changes: facts<Record<string, unknown>>('修改的字段', 'Changed fields', { type: 'object' }),
    modes: WAYS,
  },
  answer: { ...JOB, batch_sid: link('批次', 'Batch', { to: 'batch_edit' }), ...NUMBERS },
  permission: 'update',
  of: ':model',
})

/** Like `updateResults`, a hundred at a time; one batch, which can be undone. */
export const transitionResults = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/:model/do/transition_results',
  tag: ':model',
  zh: '变更查询的全部结果的状态：确认条数后由任务执行',
  en: 'Take all results of a query to another state: a job, once their number is confirmed',
  body: {
    iql: SEARCH.iql,
    total: integer('确认的结果数', 'Confirmed number of results', { required: true, min: 1 }),
    transition: string('状态变更', 'Transition', { required: true, max: 60 }),
    fields: facts<Record<string, unknown>>('一并填写的字段', 'Fields that it takes', { type: 'object' }),
  },
  answer: { ...JOB, ...NUMBERS },
  permission: 'transition',
  of: ':model',
})

/** Only the job’s owner has it, and not for ever. */
export const downloadResult = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/job/do/download/:sid',
  tag: 'job',
  zh: '任务生成的文件',
  en: 'The file created by a job',
  path: { sid: link('任务', 'Job', { to: 'job' }) },
  answer: { file: 'application/octet-stream', leaves: 'DOWNLOADED' },
  permission: 'person',
})

export const listen = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/events',
  tag: 'job',
  zh: '任务进度与通知（server-sent events）',
  en: 'Job progress and notifications as server-sent events',
  answer: { file: 'text/event-stream', leaves: 'nothing' },
  permission: 'person',
})

export const readOpenApi = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/openapi.json',
  tag: 'settings',
  zh: '本文档',
  en: 'This document',
  query: { area: string('范围', 'Area', { max: 40, lower: true, pattern: '^[a-z]+$', pattern_says: ['应为字母', 'must be letters'] }) },
  answer: { file: 'application/json', leaves: 'nothing' },
  permission: 'open',
})
