import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Lang, labelOf, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { accessOf, authorize } from '../records/permission/permission.ts'
import { refuseOtherKeys } from '../records/actions.ts'
import { refuseUnlessObject } from '../records/write/create.ts'
import { fieldsOf, modelNamed } from '../records/registry.ts'
import type { Context } from '../records/context.ts'
import { both, refuse } from '../errors.ts'

type ContextOf = (request: FastifyRequest) => Promise<Context>
type Entry = { key: string; text: string }

const MOST = 5000
const LONGEST = 1000
const KEY = /^[\w.:-]{1,200}$/

/** The words of the models for programs that draw screens of their own, and a tenant's own wording of them. */
export function translationRoutes(app: FastifyInstance, contextOf: ContextOf) {
  app.post('/innoe-webapi/model/i18n/front/search', async (request) => {
    const ctx = await contextOf(request)
    const body = bodyOf(request, ['language'])
    const language = languageOf(body.language ?? (request.query as { language?: unknown }).language, ctx.lang)
    const record = { ...wordsOf(ctx, language), ...(await ownWords(ctx, language)) }
    return { language, record: Object.entries(record).map(([key, text]): Entry => ({ key, text })) }
  })
  app.post('/innoe-webapi/model/i18n/front/sync', async (request) => keepWords(await contextOf(request), bodyOf(request, ['language', 'record'])))
}

function bodyOf(request: FastifyRequest, keys: readonly string[]) {
  const body = request.body ?? {}
  refuseUnlessObject(body)
  refuseOtherKeys(body, keys)
  return body
}

function languageOf(given: unknown, otherwise: Lang): Lang {
  if (given === undefined || given === null || given === '') return otherwise
  const short = typeof given === 'string' ? given.slice(0, 2).toLowerCase() : ''
  return short === 'zh' || short === 'en' ? short : refuse('bad_request', both('why', ['language 应为 zh 或 en', 'language is zh or en']))
}

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

const settingOf = (lang: Lang) => `i18n.${lang}`

async function ownWords({ db }: Context, lang: Lang): Promise<Record<string, string>> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', settingOf(lang)).executeTakeFirst()
  return (row?.value ?? {}) as Record<string, string> // written below alone
}

/** POST front/sync {language, record: [{key, text}]}: the tenant's own words; an empty one gives way to the product's. */
async function keepWords(ctx: Context, { language, record }: Record<string, unknown>) {
  authorize(ctx, modelNamed(ctx.tenant.models, 'custom_field'), 'update')
  const lang = languageOf(language, ctx.lang)
  const kept = await ownWords(ctx, lang)
  for (const { key, text } of entriesOf(record)) {
    if (text === '') delete kept[key]
    else kept[key] = text
  }
  const total = Object.keys(kept).length
  if (total > MOST) refuse('too_many_values', { key: 'record', max: MOST })
  const value = JSON.stringify(kept)
  await ctx.db
    .insertInto('setting')
    .values({ key: settingOf(lang), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: new Date().toISOString() }))
    .execute()
  return { language: lang, total }
}

function entriesOf(given: unknown): Entry[] {
  const wrong = both('why', ['record 应为一组 {key, text}', 'record is a list of {key, text}'])
  if (!Array.isArray(given)) return refuse('bad_request', wrong)
  if (given.length > MOST) refuse('too_many_values', { key: 'record', max: MOST })
  return given.map((one: unknown) => {
    const { key, text } = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {} // an object, as just asked
    if (typeof key !== 'string' || !KEY.test(key) || typeof text !== 'string' || text.length > LONGEST || text.includes('\0') || !text.isWellFormed())
      return refuse('bad_request', wrong)
    return { key, text: text.trim() }
  })
}
