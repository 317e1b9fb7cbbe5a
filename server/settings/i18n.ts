import { type Field, type Lang, labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { keepWords } from '../../model/settings/languages/language-routes.ts'
import { searchWords, type Wording } from '../../model/settings/setting-routes.ts'
import type { FurtherLanguage } from '../../model/settings/languages/languages.ts'
import { isWellFormed, placeholder, placeholdersIn, strangeIn } from '../../model/settings/notifications/placeholders.ts'
import { audit } from '../auth/audit/audit.ts'
import type { Part } from '../records/modules.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { keepWording, languagesOf, readLanguages, readWording, wordingOf } from '../records/words/wording.ts'
import { fieldsOf, modelNamed } from '../records/registry.ts'
import { type ConfiguredSetting, type Context, inTransaction, lockKey } from '../records/context.ts'
import { both, REFUSALS, refuse, refuseFaults } from '../errors.ts'
import { type Route, type RouteCall, serve } from '../route.ts'
import { changeLanguages, isOfModel } from './languages.ts'

/** In one language; the product itself has about 12,000. */
const MAX_ENTRIES = 50_000
const MAX_CHARS = 1000
const KEY = /^[\w.:-]{1,200}$/

/** Former keys of words on screen, which programs may still send. */
const presentKey = (key: string) =>
  key === 'annuity.toDesk' ? 'annuity.open' : key.replace(/^desk\./, 'deadlineList.').replace(/^letter\./, 'officialDocument.')

/** The words of the models for programs that draw screens of their own, and a tenant's own wording of them. */
export const translationRoutes: readonly Route[] = [serve(searchWords, search), serve(keepWords, keepAndAudit)]

/** A tenant's own words in each language, and the languages that it has added. */
export const packedWords: Part = {
  configuration: {
    settings: [
      {
        code: 'languages',
        words: ['增加的语言', 'Further languages'],
        read: async (ctx) => Object.fromEntries((await readLanguages(ctx)).map((one) => [one.code, one])),
        async write(ctx, _company, values) {
          authorizeChange(ctx)
          const kept = new Map((await readLanguages(ctx)).map((one) => [one.code, one as unknown]))
          for (const [code, value] of Object.entries(values)) {
            if (value === null) kept.delete(code)
            else kept.set(code, value)
          }
          await changeLanguages(ctx, [...kept.values()])
        },
      },
      ...(['zh', 'en'] as const).map((lang) => packed(lang)),
      {
        code: 'words_further',
        words: ['界面文字（增加的语言）', 'Words (further languages)'],
        async read(ctx) {
          const each = (await readLanguages(ctx)).map(async ({ code }) =>
            Object.entries(await readWording(ctx, code)).map(([key, text]) => [`${code}/${key}`, text]),
          )
          return Object.fromEntries((await Promise.all(each)).flat())
        },
        async write(ctx, _company, values) {
          authorizeChange(ctx)
          const byLanguage = Map.groupBy(Object.entries(values), ([key]) => key.split('/', 1)[0] ?? '')
          for (const [language, words] of byLanguage)
            await change(ctx, languageOf(language, ctx.lang, await readLanguages(ctx)), words.map(([key, text]) => ({ key: key.slice(language.length + 1), text: text ?? '' }))) // oxfmt-ignore
        },
      },
    ],
  },
}

function packed(lang: Lang): ConfiguredSetting {
  return {
    code: `words_${lang}`,
    words: lang === 'zh' ? ['界面文字（中文）', 'Words (Chinese)'] : ['界面文字（英文）', 'Words (English)'],
    read: async (ctx) => ({ ...(await readWording(ctx, lang)) }),
    async write(ctx, _company, values) {
      authorizeChange(ctx)
      await change(ctx, lang, Object.entries(values).map(([key, text]) => ({ key, text: text ?? '' }))) // oxfmt-ignore
    },
  }
}

const authorizeChange = (ctx: Context) => authorize(ctx, modelNamed(ctx.tenant.models, 'custom_field'), 'update')

async function search({ ctx, body, query }: RouteCall<typeof searchWords>) {
  const languages = await languagesOf(ctx.tenant)
  const language = languageOf(body.language ?? query.language, ctx.lang, languages)
  // In a further language, the product uses the texts of its fallback.
  const product = languages.find(({ code }) => code === language)?.fallback ?? languageOf(language, ctx.lang, [])
  const record = {
    ...(body.own !== true && { ...wordsOf(ctx, product), ...(await wordsOfMenus(ctx, product)), ...(await namesOfShipped(ctx, product)) }),
    ...(body.product !== true && (await wordingOf(ctx, language))),
  }
  return { language, record: Object.entries(record).map(([key, text]): Wording => ({ key, text })) }
}

/** One of ours, also as `zh-CN` and the like, or one that the tenant has added. */
function languageOf(given: string | undefined, otherwise: Lang, further: readonly []): Lang
function languageOf(given: string | undefined, otherwise: Lang, further: readonly FurtherLanguage[]): string
function languageOf(given: string | undefined, otherwise: Lang, further: readonly FurtherLanguage[]): string {
  if (given === undefined) return otherwise
  if (further.some(({ code }) => code === given)) return given
  if (/^(zh|en)/.test(given)) return given.startsWith('en') ? 'en' : 'zh'
  return refuse('bad_request', both('why', [`没有语言“${given}”`, `there is no language “${given}”`]))
}

/** `patent`, `patent.country`, `patent.country.CN`, `patent:grant`: as far as this person sees the models. */
function wordsOf(ctx: Context, lang: Lang): Record<string, string> {
  const models = [...ctx.tenant.models.all.values()].filter((model) => accessOf(ctx, model).verbs.size > 0)
  return Object.fromEntries([...models.flatMap((model) => wordsOfModel(ctx, model, lang)), ...wordsOfRefusals(lang)])
}

const wordsOfRefusals = (lang: Lang) => Object.entries(REFUSALS).map(([name, words]): [string, string] => [`refusal:${name}`, words[lang]])

/** Menus have names in our languages, as records; `menu:patents` is what another language calls one. */
async function wordsOfMenus(ctx: Context, lang: Lang): Promise<Record<string, string>> {
  const access = accessOf(ctx, modelNamed(ctx.tenant.models, 'rbac_menu'))
  if (!access.verbs.has('*') && !access.verbs.has('search')) return {}
  const rows = await ctx.db
    .selectFrom('rbac_menu')
    .select(['code', 'name', 'name_en'])
    .where('code', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('sort_by')
    .execute()
  return Object.fromEntries(rows.map(({ code, name, name_en }) => [`menu:${code}`, (lang === 'en' && name_en) || name || '']))
}

/** `view:patent.mine`, `statistic:s_workload`: what another language calls the views and statistics that have a code and are everyone's. */
async function namesOfShipped(ctx: Context, lang: Lang): Promise<Record<string, string>> {
  const { verbs } = accessOf(ctx, modelNamed(ctx.tenant.models, 'custom_field'))
  if (!verbs.has('*') && !verbs.has('update')) return {}
  const read = (table: 'saved_view' | 'statistic') =>
    ctx.db.selectFrom(table).select(['code', 'name', 'name_en']).where('code', 'is not', null).where('share', '=', 'SYSTEM').orderBy('code').execute()
  const named = (kind: string, rows: Awaited<ReturnType<typeof read>>) =>
    rows.map(({ code, name, name_en }) => [`${kind}:${code}`, (lang === 'en' && name_en) || name || ''])
  return Object.fromEntries([...named('view', await read('saved_view')), ...named('statistic', await read('statistic'))])
}

function wordsOfModel(ctx: Context, model: Model, lang: Lang): [string, string][] {
  const access = accessOf(ctx, model)
  const fields = fieldsOf(model).filter(([code]) => access.mayRead(code))
  return [
    [model.name, labelOf(model, lang)],
    ...fields.flatMap(([code, field]) => wordsOfField(field, `${model.name}.${code}`, lang)),
    ...Object.entries(model.groups ?? {}).map(([code, words]): [string, string] => [`${model.name}:group.${code}`, wordIn(words, lang)]),
    ...Object.entries(model.states?.transitions ?? {}).map(([code, move]): [string, string] => [`${model.name}:${code}`, labelOf(move, lang)]),
  ]
}

/** Its name, its options, its help, and the columns of its rows. */
function wordsOfField(field: Field, key: string, lang: Lang): [string, string][] {
  const options = Object.entries(('options' in field && field.options) || {})
  const columns = field.type === 'rows' ? Object.entries<Field>(field.of) : []
  return [
    [key, labelOf(field, lang)],
    ...options.map(([code, words]): [string, string] => [`${key}.${code}`, wordIn(words, lang)]),
    ...columns.flatMap(([code, column]) => wordsOfField(column, `${key}.${code}`, lang)),
    ...(field.help ? [[`help:${key}`, wordIn(field.help, lang)] as [string, string]] : []),
  ]
}

/** The audit log has the keys of the texts, not their wording. */
async function keepAndAudit(call: RouteCall<typeof keepWords>) {
  const kept = await keep(call)
  const keys = wordingsIn(call.ctx, call.body.record).map(({ key }) => key)
  await audit(call.request, 'WORDS_CHANGED', { user: call.ctx.actor.user_sid, about: keys.join(' ').slice(0, 255), records: keys.length })
  return kept
}

async function keep({ ctx, body: { language, record } }: RouteCall<typeof keepWords>) {
  return change(ctx, languageOf(language, ctx.lang, await languagesOf(ctx.tenant)), record)
}

/** Two people who translate at the same time do not lose each other's words. */
function change(ctx: Context, language: string, record: unknown) {
  const words = wordingsIn(ctx, record)
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, `i18n.${language}`)
    const kept: Record<string, string> = { ...(await readWording(tx, language)) }
    for (const { key, text } of words) {
      if (text === '') delete kept[key]
      else kept[key] = text
    }
    const total = Object.keys(kept).length
    if (total > MAX_ENTRIES) refuse('too_many_values', { key: 'record', max: MAX_ENTRIES })
    await keepWording(tx, language, kept)
    return { language, total }
  })
}

/** Text of each message in both of our languages */
const MESSAGES = new Map(Object.entries(REFUSALS).map(([name, { zh, en }]) => [`refusal:${name}`, `${zh} ${en}`]))

function wordingsIn({ lang, tenant }: Context, given: unknown): Wording[] {
  const fault = (words: Words): never => refuseFaults([{ field: 'record', label: labelOf(keepWords.body.record, lang), reason: wordIn(words, lang) }])
  const wrong = () => fault(['应为一组 {key, text}', 'must be a list of {key, text}'])
  if (!Array.isArray(given)) return wrong()
  if (given.length > MAX_ENTRIES) refuse('too_many_values', { key: 'record', max: MAX_ENTRIES })
  return given.map((one: unknown) => {
    const { key, text } = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {} // an object, as just asked
    if (
      typeof key !== 'string' ||
      !KEY.test(key) ||
      typeof text !== 'string' ||
      text.length > MAX_CHARS ||
      text.includes('\0') ||
      !text.isWellFormed()
    )
      return wrong()
    if (!isWellFormed(text)) return fault([`“${key}”的占位符不完整`, `“${key}” has an incomplete placeholder`])
    // Names in a model have no placeholders.
    if ((tenant.models.all.has(key) || isOfModel(tenant, key)) && placeholdersIn(text).length > 0)
      return fault([`“${key}”不能含占位符`, `“${key}” takes no placeholder`])
    const [strange] = strangeIn(text, MESSAGES.get(key) ?? text, key)
    if (strange !== undefined)
      return fault([`“${key}”没有占位符 ${placeholder(strange, key)}`, `“${key}” has no placeholder ${placeholder(strange, key)}`])
    return { key: presentKey(key), text: text.trim() }
  })
}
