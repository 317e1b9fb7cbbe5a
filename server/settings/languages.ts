import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Lang, labelOf, type Words, wordIn } from '../../model/kit/fields.ts'
import { textOf } from '../../model/import/values/cell.ts'
import { withoutMark } from '../../model/import/values/csv-text.ts'
import { type FurtherLanguage, isFurtherCode, MAX_LANGUAGES } from '../../model/settings/languages/languages.ts'
import { furtherWords, keepLanguages, readWordFile } from '../../model/settings/languages/language-routes.ts'
import type { Wording } from '../../model/settings/setting-routes.ts'
import { audit } from '../auth/audit/audit.ts'
import { takeUpload, withUploaded } from '../import/uploaded.ts'
import { readSheet } from '../import/workbook/sheet.ts'
import { type Context, inTransaction, lockKey, type Tenant } from '../records/context.ts'
import { fieldsOf } from '../records/registry.ts'
import { keepLanguages as keep, languagesOf, readLanguages, wordingOf } from '../records/words/wording.ts'
import { both, refuse, refuseFaults } from '../errors.ts'
import { type Route, type RouteCall, serve } from '../route.ts'

/** The languages that a tenant adds, and their words for the client and from a sheet. */
export const languageRoutes: readonly Route[] = [
  serve(furtherWords, words),
  serve(keepLanguages, async ({ ctx, body, request }) => {
    const languages = await changeLanguages(ctx, body.languages, body.known)
    await audit(request, 'WORDS_CHANGED', { user: ctx.actor.user_sid, about: languages.map(({ code }) => code).join(' '), records: languages.length })
    return { languages }
  }),
  serve(readWordFile, readFile),
]

/** Schemas contain the words of the models; this answer has the words of the client. An unchanged one is answered by 304. */
async function words({ tenant, path: { language }, request, reply }: RouteCall<typeof furtherWords>) {
  if (!(await languagesOf(tenant)).some(({ code }) => code === language)) return refuse('not_found')
  const { record, tag } = ofClient(tenant, await wordingOf({ tenant }, language))
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim())
  return known?.includes(tag) ? reply.status(304).send() : { language, record }
}

type ClientWords = { models: Tenant['models']; record: Wording[]; tag: string }

/** As long as the words themselves are kept, which is until they change. */
const made = new WeakMap<object, ClientWords>()

function ofClient(tenant: Tenant, wording: Readonly<Record<string, string>>): ClientWords {
  const { models } = tenant
  const known = made.get(wording)
  if (known?.models === models) return known
  const record = Object.entries(wording).flatMap(([key, text]): Wording[] => (isOfModel(tenant, key) ? [] : [{ key, text }]))
  const now = { models, record, tag: `W/"${createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 32)}"` }
  made.set(wording, now)
  return now
}

/** `patent.country`, `patent.country.CN`, `patent:grant`: of the schema of a model. Screens have words that begin alike, such as `user.menu`. */
export function isOfModel({ models }: Pick<Tenant, 'models'>, key: string): boolean {
  const [, name = '', mark, rest = ''] = /^(\w+)([.:])([\w-]+)/.exec(key) ?? []
  const model = models.all.get(name)
  if (!model) return /^(refusal|help):/.test(key)
  return mark === ':' ? rest === 'group' || Object.hasOwn(model.states?.transitions ?? {}, rest) : fieldsOf(model).some(([code]) => code === rest)
}

/** `known`: the languages that the caller has read. Without them, concurrent changes are not detected. */
export async function changeLanguages(ctx: Context, given: unknown, known?: unknown): Promise<FurtherLanguage[]> {
  const languages = languagesIn(ctx, given)
  const read = Array.isArray(known) ? languagesIn(ctx, known) : undefined
  await inTransaction(ctx, async (tx) => {
    await lockKey(tx, 'further languages')
    const kept = await readLanguages(tx)
    if (read && !isDeepStrictEqual(read, kept)) refuse('stale', {}, { data: { languages: kept } })
    await keep(tx, languages)
  })
  return languages
}

function languagesIn({ lang }: Context, given: unknown): FurtherLanguage[] {
  const fault = (reason: Words): never =>
    refuseFaults([{ field: 'languages', label: labelOf(keepLanguages.body.languages, lang), reason: wordIn(reason, lang) }])
  if (!Array.isArray(given)) return fault(['应为一组 {code, name, fallback}', 'must be a list of {code, name, fallback}'])
  if (given.length > MAX_LANGUAGES) refuse('too_many_values', { key: 'languages', max: MAX_LANGUAGES })
  const languages = given.map((one: unknown): FurtherLanguage => {
    const { code, name, fallback } = typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {} // an object, as just asked
    if (typeof code !== 'string' || !isFurtherCode(code))
      return fault([
        '应为中文、英文以外的语言代码，如 ja、ko、pt-br',
        'must be codes of languages other than Chinese and English, such as ja, ko, pt-br',
      ])
    if (typeof name !== 'string' || !/^[^\p{C}]{1,40}$/u.test(name.trim())) return fault([`“${code}”缺少名称`, `“${code}” has no name`])
    return {
      code,
      name: name.trim(),
      fallback: fallbackIn(fallback) ?? fault([`“${code}”的后备语言应为 zh 或 en`, `the fallback of “${code}” must be zh or en`]),
    }
  })
  if (new Set(languages.map(({ code }) => code)).size < languages.length) fault(['有重复的语言', 'a language is given twice'])
  return languages
}

const fallbackIn = (given: unknown): Lang | undefined => (given === 'zh' || given === 'en' ? given : undefined)

const KEY_HEADINGS = ['key', '代码']
const MAX_ROWS = 50_000

/** The column of keys by its heading; that of the texts by the name or code of the language, else the last column. */
async function readFile({ ctx, request, read }: RouteCall<typeof readWordFile>) {
  if (!request.isMultipart()) refuse('media_type')
  const { file, fields } = await takeUpload(ctx, request)
  const { language } = read(fields)
  const name = (await languagesOf(ctx.tenant)).find(({ code }) => code === language)?.name
  const rows = await withUploaded(ctx, file.file_sid, rowsOf)
  const headings = (rows[0] ?? []).map((text) => text.toLowerCase())
  const keys = headings.findIndex((text) => KEY_HEADINGS.includes(text))
  if (keys < 0) refuse('rule', both('summary', ['表格的第一行应有“代码”一列', 'The first row of the sheet needs a column “Key”']))
  const named = headings.findIndex((text) => text === language || text === name?.toLowerCase())
  const texts = named < 0 ? headings.findLastIndex((text) => text !== '') : named
  const record = rows.slice(1).flatMap((row): Wording[] => (row[keys] && row[texts] ? [{ key: row[keys], text: row[texts] }] : []))
  return { language, record }
}

async function rowsOf(path: string): Promise<string[][]> {
  const found: string[][] = []
  for await (const batch of readSheet(path, 0)) {
    found.push(...batch.map(({ cells }) => cells.map((cell) => withoutMark(textOf(cell).trim()))))
    if (found.length > MAX_ROWS)
      refuse('rule', { summary_zh: `文件超过 ${MAX_ROWS} 行，请分开上传`, summary_en: `The file has more than ${MAX_ROWS} rows: send it in parts` })
  }
  return found
}
