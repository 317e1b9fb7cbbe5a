import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { archiveName, safeName } from '../../../model/documents/archive-name.ts'
import { fillTemplate, previewTemplate, templateFields } from '../../../model/documents/template-actions.ts'
import { DOCUMENT_TEMPLATES } from '../../../seed/document-templates.ts'
import type { Field, Lang } from '../../../model/kit/fields.ts'
import { labelOf, wordIn } from '../../../model/kit/fields.ts'
import { refuse } from '../../errors.ts'
import { perform } from '../../records/actions.ts'
import { type Context, inTransaction } from '../../records/context.ts'
import { get } from '../../records/query/get.ts'
import { fieldsOf, modelNamed } from '../../records/registry.ts'
import { accessOf } from '../../records/permission/permission.ts'
import { disposition } from '../../storage/disposition.ts'
import { lockRows } from '../../records/write/write.ts'
import { storageOf } from '../../storage/tenant-storage.ts'
import { officePdfOf } from '../office-pdf.ts'
import { limitsOf } from '../../records/settings/limits.ts'
import { fileDocument } from '../file-document.ts'
import { EXTRAS, LISTS, valuesOf } from './template-values.ts'
import { makeWord } from './make-word.ts'
import { handler, readTemplate } from './word-file.ts'

type Asked = { template: string; case_sid: string; format?: 'WORD' | 'PDF' }

export const templateActions = [
  ...perform(previewTemplate, async ({ ctx, body }) => {
    const { fields, name } = await prepared(ctx, body)
    return { fields, file_name: name, complete: fields.every(({ state }) => state !== 'unknown') }
  }),
  ...perform(fillTemplate, ({ ctx, body }) => fillInto(ctx, body)),
  ...perform(templateFields, async ({ ctx, body }) => offered(ctx, body.case_kind)),
]

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** An unknown or unreadable field refuses the whole document, since an incomplete one is of no use. */
export async function fillInto(ctx: Context, asked: Asked) {
  const { data, fields, template, name, bytes } = await prepared(ctx, asked)
  const unknown = fields.filter(({ state }) => state === 'unknown').map(({ tag }) => `{${tag}}`)
  if (unknown.length > 0) refuse('rule', unknownFields(unknown.slice(0, 10)))
  const word = await handler().process(bytes, data)
  const isPdf = asked.format === 'PDF'
  const made = isPdf ? await officePdfOf(word, 'docx', ctx.actor.sid) : word
  const [ext, content_type] = isPdf ? ['pdf', 'application/pdf'] : ['docx', DOCX]
  const model = modelNamed(ctx.tenant.models, 'document')
  const storage = storageOf(ctx.tenant)
  const key = `document/${ctx.today.slice(0, 7)}/${randomUUID()}`
  const file = { key, name, size: made.length, hash: createHash('sha256').update(made).digest('hex'), ext, content_type }
  try {
    await storage.put(key, Readable.from([made]), content_type)
    const of = { case_sid: asked.case_sid, file_name: name, source: 'TEMPLATE', ...(template.doc_type && { doc_type: template.doc_type.sid }) }
    return await inTransaction(ctx, async (tx) => {
      const sid = await fileDocument(tx, model, of, file)
      // The permission to file documents must cover the new record.
      if ((await lockRows(tx, model, [sid], { verb: 'create' })).length === 0) refuse('not_found')
      return get(tx, model, sid)
    })
  } catch (error) {
    await storage.remove(key)
    throw error
  }
}

const unknownFields = (tags: readonly string[]) => ({
  summary_zh: `模板中有案件没有、或您无权查看的字段：${tags.join('、')}`,
  summary_en: `The template has fields that the case lacks or that you may not read: ${tags.join(', ')}`,
})

type Template = {
  name: string
  lang: Lang
  case_kind: string | null
  country: string | null
  built_in: string | null
  file: { sid: string }[] | null
  doc_type: { sid: string } | null
}

async function prepared(ctx: Context, { template: sid, case_sid, format }: Asked) {
  const template = await templateOf(ctx, sid)
  const head = await get(ctx, modelNamed(ctx.tenant.models, 'case'), case_sid)
  const kind = String(head.kind)
  if (template.case_kind && template.case_kind !== kind) refuse('rule', OTHER_KIND)
  const bytes = await bytesOf(ctx, template)
  const nodes = await readTemplate(bytes)
  if ('fault' in nodes) return refuse('rule', NO_FILE)
  const { data, fields } = await valuesOf(ctx, { lang: template.lang, kind, sid: case_sid, nodes })
  const name = archiveName({
    case_no: String(head.case_no ?? ''),
    type: template.name,
    ext: format === 'PDF' ? 'pdf' : 'docx',
    connector: (await limitsOf(ctx)).name_connector,
  })
  return { template, data, fields, name, bytes }
}

const OTHER_KIND = { summary_zh: '此模板用于另一类案件', summary_en: 'This template is for another kind of case' }
const NO_FILE = { summary_zh: '模板没有可用的 Word 文件', summary_en: 'The template has no usable Word file' }

/** Its own file, or that of the product. Who may see the template may use its file. */
async function bytesOf({ db, tenant }: Context, { file, built_in }: Pick<Template, 'file' | 'built_in'>): Promise<Buffer> {
  const sid = file?.[0]?.sid
  const row = sid ? await db.selectFrom('document').select('file_key').where('sid', '=', sid).executeTakeFirst() : undefined
  if (row?.file_key) return await buffer(await storageOf(tenant).get(row.file_key))
  const seed = sid ? undefined : DOCUMENT_TEMPLATES.find(({ code }) => code === built_in)
  return seed ? await makeWord(seed.blocks) : refuse('rule', NO_FILE)
}

export async function sendTemplate(ctx: Context, reply: FastifyReply, sid: string) {
  const template = await templateOf(ctx, sid)
  const bytes = await bytesOf(ctx, template)
  return reply
    .headers({
      'content-type': DOCX,
      'content-disposition': disposition(`${safeName(template.name)}.docx`),
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(bytes)
}

const templateOf = async (ctx: Context, sid: string) =>
  (await get(ctx, modelNamed(ctx.tenant.models, 'document_template'), sid)) as unknown as Template // as it is declared

/** Tags for a template: fields of the kind that this person reads, those of its rows and references, and the lists */
function offered(ctx: Context, kind: string | undefined) {
  const model = modelNamed(ctx.tenant.models, kind && ctx.tenant.models.kinds.has(kind) ? kind : 'case')
  const own = readable(ctx, model.name).flatMap(([tag, field]) => tagsOf(ctx, tag, field))
  const lists = Object.entries(LISTS).flatMap(([name, { model: of, words }]) => [
    { tag: `#${name}`, label: wordIn(words, ctx.lang) },
    ...readable(ctx, of).map(([tag, field]) => ({ tag, label: labelOf(field, ctx.lang), within: name })),
  ])
  const extras = Object.entries(EXTRAS).map(([tag, words]) => ({ tag, label: wordIn(words, ctx.lang) }))
  return [...extras, ...own, ...lists]
}

function readable(ctx: Context, name: string): (readonly [string, Field])[] {
  const model = modelNamed(ctx.tenant.models, name)
  const access = accessOf(ctx, model)
  return fieldsOf(model).filter(([code, { type, internal }]) => type !== 'json' && !internal && access.mayRead(code))
}

function tagsOf(ctx: Context, tag: string, field: Field) {
  const own = { tag, label: labelOf(field, ctx.lang) }
  if (field.type !== 'rows') return [own]
  const within = Object.entries(field.of).map(([code, part]) => ({ tag: code, label: labelOf(part, ctx.lang), within: tag }))
  return [{ ...own, tag: `#${tag}` }, ...within]
}
