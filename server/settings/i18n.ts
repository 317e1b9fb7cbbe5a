import { type Lang, labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { keepWords, searchWords, type Wording } from '../../model/settings/setting-routes.ts'
import { isWellFormed, placeholdersIn } from '../../model/settings/placeholders.ts'
import { audit } from '../auth/audit/audit.ts'
import type { Part } from '../records/modules.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { keepWording, readWording, wordingOf } from '../records/wording.ts'
import { fieldsOf, modelNamed } from '../records/registry.ts'
import type { Context } from '../records/context.ts'
import { refuse, refuseFaults } from '../errors.ts'
import { type Route, type RouteCall, serve } from '../route.ts'

const MOST = 5000
const LONGEST = 1000
const KEY = /^[\w.:-]{1,200}$/

/** Former keys of words on screen, which programs may still send. */
const presentKey = (key: string) =>
  key === 'annuity.toDesk' ? 'annuity.open' : key.replace(/^desk\./, 'deadlineList.').replace(/^letter\./, 'officialDocument.')

/** The words of the models for programs that draw screens of their own, and a tenant's own wording of them. */
export const translationRoutes: readonly Route[] = [serve(searchWords, search), serve(keepWords, keepAndAudit)]

/** A tenant's own words, in each language. */
export const packedWords: Part = {
  configuration: {
    settings: (['zh', 'en'] as const).map((lang) => ({
      code: `words_${lang}`,
      words: lang === 'zh' ? (['界面文字（中文）', 'Words (Chinese)'] as const) : (['界面文字（英文）', 'Words (English)'] as const),
      read: async (ctx) => ({ ...(await readWording(ctx, lang)) }),
      async write(ctx, _company, values) {
        authorize(ctx, modelNamed(ctx.tenant.models, 'custom_field'), 'update')
        await change(ctx, lang, Object.entries(values).map(([key, text]) => ({ key, text: text ?? '' }))) // oxfmt-ignore
      },
    })),
  },
}

async function search({ ctx, body, query }: RouteCall<typeof searchWords>) {
  const language = languageOf(body.language ?? query.language, ctx.lang)
  const record = { ...(body.own !== true && wordsOf(ctx, language)), ...(body.product !== true && (await wordingOf(ctx, language))) }
  return { language, record: Object.entries(record).map(([key, text]): Wording => ({ key, text })) }
}

/** Also `zh-CN` and the like; the declaration takes only ours. */
const languageOf = (given: string | undefined, otherwise: Lang): Lang => (given === undefined ? otherwise : given.startsWith('en') ? 'en' : 'zh')

/** `patent`, `patent.country`, `patent.country.CN`, `patent:grant`: as far as this person sees the models. */
function wordsOf(ctx: Context, lang: Lang): Record<string, string> {
  const models = [...ctx.tenant.models.all.values()].filter((model) => accessOf(ctx, model).verbs.size > 0)
  return Object.fromEntries(models.flatMap((model) => wordsOfModel(ctx, model, lang)))
}

function wordsOfModel(ctx: Context, model: Model, lang: Lang): [string, string][] {
  const access = accessOf(ctx, model)
  const fields = fieldsOf(model).filter(([code]) => access.mayRead(code))
  return [
    [model.name, labelOf(model, lang)],
    ...fields.map(([code, field]): [string, string] => [`${model.name}.${code}`, labelOf(field, lang)]),
    ...fields.flatMap(([code, field]) =>
      Object.entries(('options' in field && field.options) || {}).map(([one, words]): [string, string] => [
        `${model.name}.${code}.${one}`,
        wordIn(words, lang),
      ]),
    ),
    ...Object.entries(model.states?.transitions ?? {}).map(([code, move]): [string, string] => [`${model.name}:${code}`, labelOf(move, lang)]),
  ]
}

/** The audit log says which texts, not what they say. */
async function keepAndAudit(call: RouteCall<typeof keepWords>) {
  const kept = await keep(call)
  const keys = wordingsIn(call.ctx, call.body.record).map(({ key }) => key)
  await audit(call.request, 'WORDS_CHANGED', { user: call.ctx.actor.user_sid, about: keys.join(' ').slice(0, 255), records: keys.length })
  return kept
}

function keep({ ctx, body: { language, record } }: RouteCall<typeof keepWords>) {
  return change(ctx, languageOf(language, ctx.lang), record)
}

async function change(ctx: Context, lang: Lang, record: unknown) {
  const kept: Record<string, string> = { ...(await readWording(ctx, lang)) }
  for (const { key, text } of wordingsIn(ctx, record)) {
    if (text === '') delete kept[key]
    else kept[key] = text
  }
  const total = Object.keys(kept).length
  if (total > MOST) refuse('too_many_values', { key: 'record', max: MOST })
  await keepWording(ctx, lang, kept)
  return { language: lang, total }
}

function wordingsIn({ lang, tenant }: Context, given: unknown): Wording[] {
  const fault = (words: Words): never => refuseFaults([{ field: 'record', label: labelOf(keepWords.body.record, lang), reason: wordIn(words, lang) }])
  const wrong = () => fault(['应为一组 {key, text}', 'must be a list of {key, text}'])
  if (!Array.isArray(given)) return wrong()
  if (given.length > MOST) refuse('too_many_values', { key: 'record', max: MOST })
  return given.map((one: unknown) => {
    const { key, text } = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {} // an object, as just asked
    if (typeof key !== 'string' || !KEY.test(key) || typeof text !== 'string' || text.length > LONGEST || text.includes('\0') || !text.isWellFormed())
      return wrong()
    if (!isWellFormed(text)) return fault([`“${key}”的占位符不完整`, `“${key}” has an incomplete placeholder`])
    // A name in a model is filled with nothing.
    if (tenant.models.all.has(key.split(/[.:]/)[0] ?? '') && placeholdersIn(text).length > 0)
      return fault([`“${key}”不能含占位符`, `“${key}” takes no placeholder`])
    return { key: presentKey(key), text: text.trim() }
  })
}
