import { facts } from '../../kit/action.ts'
import { integer } from '../../kit/fields.ts'
import { defineRoute } from '../../kit/wire/route.ts'
import type { FurtherLanguage } from './languages.ts'
import { ANSWERED, LANGUAGE, WORDINGS } from '../setting-routes.ts'

// Apart from the routes that every page loads.

const LANGUAGES = facts<readonly FurtherLanguage[]>(
  '增加的语言',
  'Further languages',
  {
    type: 'array',
    items: {
      type: 'object',
      required: ['code', 'name', 'fallback'],
      properties: { code: { type: 'string' }, name: { type: 'string' }, fallback: { type: 'string', enum: ['zh', 'en'] } },
    },
  },
  { keeps_empty: true },
)

export const keepWords = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/i18n/front/sync',
  tag: 'settings',
  zh: '租户自己的词语：模型的和网页的；空的恢复默认',
  en: 'Texts of the tenant for the models and the web client; an empty text restores the default',
  body: { language: LANGUAGE, record: { ...WORDINGS, required: true } },
  answer: { language: ANSWERED, total: integer('总数', 'Total') },
  permission: 'update',
  of: 'custom_field',
})

export const furtherWords = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/i18n/front/words/:language',
  tag: 'settings',
  zh: '增加的语言的页面文字：登录页也读取',
  en: 'Texts of the web client in a further language, also read by the login page',
  path: { language: { ...LANGUAGE, required: true } },
  answer: { language: ANSWERED, record: WORDINGS },
  permission: 'open',
})

export const keepLanguages = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/i18n/front/languages',
  tag: 'settings',
  zh: '本租户增加的语言；去掉的语言不再可选，其文字仍保留',
  en: 'The further languages of the tenant; one that is left out can no longer be chosen, and its texts are kept',
  body: {
    languages: { ...LANGUAGES, required: true },
    known: facts<readonly FurtherLanguage[]>(
      '读取时的语言：已被他人修改则拒绝',
      'The languages as they were read: refused where somebody has changed them since',
      { ...LANGUAGES.content },
      { keeps_empty: true },
    ),
  },
  answer: { languages: LANGUAGES },
  permission: 'update',
  of: 'custom_field',
})

export const readWordFile = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/i18n/front/read_file',
  tag: 'settings',
  zh: '读取译文表格，不保存：第一行为标题，一列为代码，一列为该语言的文字',
  en: 'Read a sheet of translations without keeping it: headings in the first row, one column with the keys and one with the texts of the language',
  body: { language: { ...LANGUAGE, required: true } },
  form: 'only',
  answer: { language: ANSWERED, record: WORDINGS },
  permission: 'update',
  of: 'custom_field',
})
