import type { FastifyRequest } from 'fastify'
import { labelOf } from '../../model/kit/fields.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import { printValue } from '../../model/import/values/print-value.ts'
import { includesRight, LEVELS_FOR, SHARE_LEVEL } from '../../model/sharing/share-level.ts'
import type { downloadShared, openShare, SharedFact, SharedFile, viewShared } from '../../model/sharing/share-routes.ts'
import { alreadyRecorded, audit } from '../auth/audit/audit.ts'
import { originOf } from '../auth/audit/entries.ts'
import { readPeopleAlone } from '../auth/session/read-actor.ts'
import { addressOf, countAttempt } from '../auth/limits/limits.ts'
import { digest, digestsOf, isPassword, newSecret } from '../auth/session/secrets.ts'
import type { RowOf } from '../database/tables.ts'
import { sendStored } from '../documents/download.ts'
import { pictureOfStored } from '../documents/page-picture.ts'
import { refuse } from '../errors.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context, presentDay, systemContext, type Tenant } from '../records/context.ts'
import { allOf, among, GIVEN } from '../records/permission/conditions.ts'
import { accessOf, authorize, visible } from '../records/permission/permission.ts'
import { factsOf, isShareable } from '../records/permission/received.ts'
import { readPage } from '../records/query/page.ts'
import { fieldOf, fieldsOf, modelNamed } from '../records/registry.ts'
import { UUID } from '../records/write/values.ts'
import { insertRows } from '../records/write/write.ts'
import type { RouteCall } from '../route.ts'
import { countVisit, type Visited, visitRow } from './received.ts'

type Share = RowOf<'share'>
/** A visitor downloads for so long before the link has to be opened again. */
const PASS_MS = 30 * 60_000
const MAX_FILES = 200
const MAX_VISITS_KEPT = 10_000

/** Content of a link, as its sharer sees it now. All invalid links, also of records that the sharer no longer sees, get the same answer. */
export async function openLink({ tenant, lang, request, body: { secret, password } }: RouteCall<typeof openShare>) {
  await countAttempt(tenant, 'share', addressOf(request))
  const share = await liveShare(tenant, { secret })
  if (!share) return refuse('share_over')
  const ctx = await asSharer(tenant, { share, lang, request })
  const shown = ctx && (await shownBy(ctx, share))
  if (!ctx || !shown) return refuse('share_over')
  if (share.has_password) {
    if (password === undefined) return { needs_password: true, facts: [], documents: [], may_download: false }
    await refuseWrongPassword(ctx, { share, password, request })
  }
  if (!(await countVisit(ctx, share.sid))) return refuse('share_over')
  const pass = newSecret('visit')
  const pass_until = new Date(Date.now() + PASS_MS).toISOString()
  await keepVisit(ctx, share, { act: 'OPENED', pass_hash: digest(pass), pass_until })
  await audit(request, 'SHARE_OPENED', { entity: 'case', record_sid: share.case_sid ?? undefined, details: { share: share.sid } })
  const may_download = includesRight(share.rights ?? '', 'DOWNLOAD')
  return { needs_password: false, ...shown, may_download, sharer: actorIn(ctx.actor, lang), expires_at: share.expires_at, pass }
}

/** One document of an open visit, as long as the share still shows it. */
export async function sendShared(call: RouteCall<typeof downloadShared>) {
  const { ctx, share, file } = await shownInVisit(call, 'DOWNLOAD')
  await keepVisit(ctx, share, { act: 'DOWNLOADED', document_sid: file.sid })
  return sendStored(ctx, call, { sid: file.sid, name: file.name, share: share.sid })
}

/** A page of it as a picture, which is all that a link without the right to download gives of a file. */
export async function sendSharedPage(call: RouteCall<typeof viewShared>) {
  const { ctx, share, file } = await shownInVisit(call, 'VIEW')
  const picture = await pictureOfStored(ctx, file.sid, call.body.page ?? 1)
  const pass_hash = digest(call.body.pass)
  if (await isViewed(ctx, pass_hash, file.sid)) alreadyRecorded(call.request)
  else {
    await keepVisit(ctx, share, { act: 'VIEWED', document_sid: file.sid, pass_hash })
    await audit(call.request, 'VIEWED', { entity: 'document', record_sid: file.sid, details: { share: share.sid } })
  }
  return call.reply.headers({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' }).send(picture)
}

/** Only the first page of each document of a visit is recorded. */
async function isViewed({ db }: Context, pass_hash: string, document_sid: string): Promise<boolean> {
  const seen = db
    .selectFrom('share_visit')
    .where('deleted_at', 'is', null)
    .select('sid')
    .where('pass_hash', '=', pass_hash)
    .where('document_sid', '=', document_sid)
  return (await seen.where('act', '=', 'VIEWED').executeTakeFirst()) !== undefined
}

type Asked = Pick<RouteCall<typeof downloadShared>, 'tenant' | 'lang' | 'request'> & { body: { pass: string; document_sid: string } }

async function shownInVisit({ tenant, lang, request, body: { pass, document_sid } }: Asked, right: 'VIEW' | 'DOWNLOAD') {
  const visit = await tenant.db
    .selectFrom('share_visit')
    .where('deleted_at', 'is', null)
    .select('share_sid')
    .where('pass_hash', 'in', digestsOf(pass))
    .where('pass_until', '>', new Date().toISOString())
    .executeTakeFirst()
  await countAttempt(tenant, visit && right === 'VIEW' ? 'share_page' : 'share', addressOf(request))
  const share = visit?.share_sid ? await liveShare(tenant, { sid: visit.share_sid }) : undefined
  const ctx = share && includesRight(share.rights ?? '', right) ? await asSharer(tenant, { share, lang, request }) : undefined
  const [file] = share && ctx && UUID.test(document_sid) ? await filesOf(ctx, share, document_sid) : []
  if (!share || !ctx || !file) return refuse('share_over')
  return { ctx, share, file }
}

/** Neither revoked nor over. */
async function liveShare({ db }: Tenant, by: { secret: string } | { sid: string }): Promise<Share | undefined> {
  const query = db.selectFrom('share').selectAll().where('to_kind', '=', 'LINK').where('deleted_at', 'is', null).where('revoked_at', 'is', null)
  const named = 'sid' in by ? query.where('sid', '=', by.sid) : query.where('secret_hash', 'in', digestsOf(by.secret))
  return (await named.where('expires_at', '>', new Date().toISOString()).executeTakeFirst()) as Share | undefined // every column
}

type Visit = { share: Share; lang: Context['lang']; request: FastifyRequest }

/** The context of the sharer, if they may still sign in; by roles alone. */
async function asSharer(tenant: Tenant, { share, lang, request }: Visit): Promise<Context | undefined> {
  const [actor] = await readPeopleAlone(tenant, share.sharer_sid ? [share.sharer_sid] : [])
  if (!actor) return undefined
  return { db: tenant.db, tenant, actor, lang, source: 'web', request_id: request.id, origin: originOf(request), today: presentDay() }
}

type Shown = { title: string; facts: SharedFact[]; documents: SharedFile[] }

/** A whole case with its documents, or one document alone. */
async function shownBy(ctx: Context, share: Share): Promise<Shown | undefined> {
  if (share.document_sid) {
    const documents = await filesOf(ctx, share)
    return documents[0] && { title: documents[0].name, facts: [], documents }
  }
  const head = await ctx.db.selectFrom('case').select('kind').where('sid', '=', share.case_sid).executeTakeFirst()
  const kind = ctx.tenant.models.kinds.get(head?.kind ?? '')?.model
  const model = kind && modelNamed(ctx.tenant.models, kind.name)
  const facts = model && (await factsShown(ctx, model, String(share.case_sid)))
  if (!model || !facts) return undefined
  const title = model.display.flatMap((code) => facts.filter((one) => one.code === code).map(({ value }) => value)).join(' ')
  return { title, facts: facts.filter(({ code }) => !model.display.includes(code)), documents: await filesOf(ctx, share) }
}

/** Fields of the sharer's, never masked ones, as text: no record of this system is named but by its name. */
async function factsShown(ctx: Context, model: Model, sid: string): Promise<SharedFact[] | undefined> {
  if (!sees(ctx, model)) return undefined
  const access = accessOf(ctx, model)
  const wanted = factsOf(model)
  const fields = fieldsOf(model).filter(([code, { internal }]) => wanted.has(code) && !internal && !KEPT_IN.has(code) && access.mayRead(code) && !access.masks(code))
  const where = allOf([among(['sid'], [sid]), among([SHARE_LEVEL], LEVELS_FOR.link)])
  const query = { where: visible(ctx, model, where), order: [] }
  const [row] = await readPage(ctx, model, ['sid', ...fields.map(([code]) => code)], query, { start: 0, rows: 1 })
  return row && fields.flatMap(([code, field]) => {
    const value = textOf(field, row[code], ctx.lang)
    return value ? [{ code, label: labelOf(field, ctx.lang), value }] : []
  })
} // oxfmt-ignore

/** Internal columns, not shown to outsiders */
const KEPT_IN: ReadonlySet<string> = new Set(['sid', 'version', 'valid', 'created_at', 'created_by', 'updated_at', 'updated_by', 'deleted_at', 'deleted_by', 'company_sid', 'department_sid', 'owner_sid', 'co_owner_sids', 'secrecy_level', 'next_annuity_due']) // oxfmt-ignore

function textOf(field: Parameters<typeof printValue>[0], value: unknown, lang: Context['lang']): string {
  if (value === null || value === undefined || value === '') return ''
  if (Array.isArray(value) && field.type === 'references') return value.map(nameIn).join(lang === 'zh' ? '、' : ', ')
  if (Array.isArray(value) && field.type === 'rows')
    return value.flatMap((row) => Object.values(row as Record<string, unknown>).flatMap((one) => nameIn(one) || [])).join(lang === 'zh' ? '、' : ', ')
  return String(printValue(field, value, lang) ?? '')
}

const nameIn = (value: unknown) => (typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : '')

const sees = (ctx: Context, model: Model) => {
  const { verbs } = accessOf(ctx, model)
  return verbs.has('get') || verbs.has('*')
}

/** The main versions of the documents that the share shows, or the one document. */
async function filesOf(ctx: Context, share: Share, only?: string): Promise<SharedFile[]> {
  const model = modelNamed(ctx.tenant.models, 'document')
  if (!sees(ctx, model)) return []
  authorize(ctx, model, 'get')
  const classes = share.document_classes ?? []
  if (!share.document_sid && classes.length === 0) return []
  const isMain: Condition = { kind: 'compare', path: ['is_main'], at: GIVEN, op: '=', value: { kind: 'boolean', value: true, at: GIVEN } }
  const whole = [among(['case_sid'], [String(share.case_sid)]), among(['visibility'], classes), isMain]
  const head = await ctx.db.selectFrom('case').select('kind').where('sid', '=', share.case_sid).executeTakeFirst()
  if (!head?.kind || !fieldOf(modelNamed(ctx.tenant.models, head.kind), SHARE_LEVEL)) return []
  const where = allOf([
    ...(share.document_sid ? [among(['sid'], [share.document_sid])] : whole),
    ...(only ? [among(['sid'], [only])] : []),
    isShareable(LEVELS_FOR.link),
    among(['case_sid', head.kind, SHARE_LEVEL], LEVELS_FOR.link),
  ])
  const rows = await readPage(ctx, model, ['sid', 'file_name', 'doc_type', 'issue_date', 'size'], { where: visible(ctx, model, where), order: [] }, { start: 0, rows: MAX_FILES })
  return rows.map((row) => ({ sid: String(row.sid), name: String(row.file_name), type: nameIn(row.doc_type), issue_date: String(row.issue_date ?? ''), size: Number(row.size ?? 0) }))
} // oxfmt-ignore

type Given = { share: Share; password: string; request: FastifyRequest }

async function refuseWrongPassword(ctx: Context, { share, password, request }: Given) {
  await countAttempt(ctx.tenant, 'share_password', share.sid)
  const kept = share.password_hash as { hash?: unknown } | null // as give.ts writes it
  if (typeof kept?.hash === 'string' && (await isPassword(password, kept.hash))) return
  await keepVisit(ctx, share, { act: 'REFUSED' })
  await audit(request, 'SHARE_OPENED', { refused: true, entity: 'case', record_sid: share.case_sid ?? undefined, details: { share: share.sid } })
  refuse('share_password')
}

/** A visit is noted as long as somebody may read the list. */
async function keepVisit(
  ctx: Context,
  share: Share,
  { act, ...more }: { act: Visited['act']; document_sid?: string; pass_hash?: string; pass_until?: string },
) {
  if ((share.visits ?? 0) > MAX_VISITS_KEPT) return
  const row = visitRow(ctx, { ...more, act, share_sid: share.sid, case_sid: share.case_sid, company_sid: share.company_sid })
  await insertRows(systemContext(ctx.tenant), modelNamed(ctx.tenant.models, 'share_visit'), [row])
}
