import { defineAction, sidOf } from '../kit/action.ts'
import { boolean } from '../kit/fields.ts'

export const setDefault = defineAction({
  model: 'portal_template',
  name: 'set_default',
  zh: '设为本公司的默认首页，或取消',
  en: 'Make it the default home page of its company, or no longer',
  body: { sid: sidOf('portal_template'), default: boolean('默认', 'Default', { default: true }) },
  rest: 'sid',
  answer: { record: 'portal_template' },
  permission: 'update',
  on: 'record',
})

export const resetTemplate = defineAction({
  model: 'portal_template',
  name: 'reset',
  zh: '恢复为产品原有的布局',
  en: 'Reset a system default to the layout of the product',
  body: { sid: sidOf('portal_template') },
  rest: 'sid',
  answer: { record: 'portal_template' },
  permission: 'update',
  on: 'record',
})

export const copyTemplate = defineAction({
  model: 'portal_template',
  name: 'copy',
  zh: '复制为新的草稿',
  en: 'Copy to a new draft',
  body: { sid: sidOf('portal_template') },
  rest: 'sid',
  answer: { record: 'portal_template' },
  permission: 'create',
  on: 'record',
})
