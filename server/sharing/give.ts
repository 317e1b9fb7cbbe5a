import { randomUUIDv7 } from 'node:crypto'
import { labelOf, wordIn } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { includesRight, LEVELS_FOR, SHARE_LEVEL, SHARE_LEVELS, SHARE_RIGHTS, type ShareLevel } from '../../model/sharing/share-level.ts'
import type { giveShare } from '../../model/sharing/share-actions.ts'
import { auditIn } from '../auth/audit/audit.ts'
import { forgetActors } from '../auth/session/actor.ts'
import { readPeopleAlone } from '../auth/session/read-actor.ts'
import { digest, hashPassword, newSecret } from '../auth/session/secrets.ts'
import { both, refuse, refuseFaults } from '../errors.ts'
import type { Call } from '../records/actions.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context, type Draft, later, type RowValues } from '../records/context.ts'
import { notify } from '../records/notifying/notifications.ts'
import { fieldsReadBeyond } from '../records/permission/received.ts'
import { accessByRoles, accessOf } from '../records/permission/permission.ts'
import { get, getMany } from '../records/query/get.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { insertDrafts, lockRows } from '../records/write/write.ts'

/** Maximum active shares of one case */
const MAX_SHARES = 200

type Body = Call<typeof giveShare>['body']
type Recipient = { kind: 'USER' | 'ROLE' | 'DEPARTMENT' | 'LINK'; sid: string | null; name: string }

/** Shares a case, or one document of it, that the caller sees by their own roles. */
export async function give({ ctx, model, body }: Call<typeof giveShare>) {
  const about = await subjectOf(ctx, body)
  refuseLevel(ctx, about, body.to_kind)
  refuseRight(ctx, about.kind, body)
  const recipients = await recipientsOf(ctx, body)
  if (body.to_kind === 'USER') await refuseWiderReaders(ctx, about.kind, recipients)
  await refuseTooMany(ctx, body.case_sid, recipients.length)
  const secret = body.to_kind === 'LINK' ? newSecret('share') : undefined
  const kept = { secret_hash: secret ? digest(secret) : null, password_hash: body.password ? { hash: await hashPassword(body.password) } : null }
  const drafts = recipients.map((to) => draftOf(ctx, body, { to, company: about.company, kept }))
  await insertDrafts(ctx, model, drafts)
  // The scope of the role's right to share must include the records.
  const within = await lockRows(ctx, model, drafts.map(({ sid }) => sid)) // oxfmt-ignore
  if (within.length < drafts.length) refuse('not_found')
  await auditIn(ctx, recipients.map(({ kind, name }) => ({
    event: 'SHARED', entity: body.document_sid ? 'document' : 'case', record_sid: body.document_sid ?? body.case_sid, about: name, details: { to: kind, rights: body.rights, expires_at: body.expires_at ?? null },
  }))) // oxfmt-ignore
  await tell(ctx, body, { name: about.name, to: recipients })
  later(ctx, forgetActors)
  return { shares: drafts.length, ...(secret && { secret }) }
}

type Subject = { kind: Model; name: string; company: string | null; levels: readonly { name: string; level: ShareLevel | null }[] }

/** Read by roles alone: a received share cannot be shared on. */
async function subjectOf(asked: Context, { case_sid, document_sid }: Body): Promise<Subject> {
  const ctx: Context = { ...asked, actor: { ...asked.actor, received: [], access: new Map() } }
  const head = await get(ctx, modelNamed(ctx.tenant.models, 'case'), case_sid)
  const kind = modelNamed(ctx.tenant.models, String(head.kind))
  if (!fieldOf(kind, SHARE_LEVEL)) refuse('verb_refused', both('why', ['这类案件不能共享', 'Cases of this kind cannot be shared']))
  const level = await levelOf(ctx, kind.name, case_sid)
  const name = `${String(head.case_no ?? '')} ${String(head.title ?? '')}`.trim()
  const levels = [{ name, level }]
  if (document_sid) {
    const [file] = await getMany(ctx, modelNamed(ctx.tenant.models, 'document'), [document_sid])
    const of = file?.case_sid as { sid?: unknown } | null | undefined // a link
    if (!file || of?.sid !== case_sid) refuse('not_found')
    levels.push({ name: String(file.file_name), level: await levelOf(ctx, 'document', document_sid) })
  }
  const company = head.company_sid as { sid?: unknown } | null | undefined // a link
  return { kind, name: levels.at(-1)?.name ?? name, company: typeof company?.sid === 'string' ? company.sid : null, levels }
}

/** The level counts for everybody, also for those who may not read the field. */
async function levelOf({ db }: Context, table: string, sid: string): Promise<ShareLevel | null> {
  const row = await db
    .selectFrom(table as 'document')
    .select('share_level')
    .where('sid', '=', sid)
    .executeTakeFirst() // of every kind
  return row?.share_level ?? null
}

function refuseLevel({ lang }: Context, { levels }: Subject, to: Body['to_kind']) {
  const allowed: readonly string[] = to === 'LINK' ? LEVELS_FOR.link : LEVELS_FOR.account
  for (const { name, level } of levels) {
    if (level === null || allowed.includes(level)) continue
    const why = level === 'SYSTEM' ? BY_LINK : NOT_AT_ALL
    refuse('not_shareable', { name, level: wordIn(SHARE_LEVELS[level], lang), ...both('why', why) })
  }
}

const BY_LINK = ['不能通过链接共享，只能共享给系统内的人员', 'it is not shared by link, only with people of the system'] as const
const NOT_AT_ALL = ['不能共享', 'it cannot be shared'] as const

/** A person can share only rights that they have, and by a link only viewing and downloading. */
function refuseRight(ctx: Context, kind: Model, { to_kind, rights, expires_at, document_sid }: Body) {
  const fault = (field: 'rights' | 'expires_at', words: readonly [string, string]) =>
    refuseFaults([{ field, label: labelOf(giveFields[field], ctx.lang), reason: wordIn(words, ctx.lang) }])
  if (to_kind === 'LINK' && includesRight(rights, 'COMMENT')) fault('rights', ['链接只能查看和下载', 'of a link ends with viewing and downloading'])
  if (document_sid && includesRight(rights, 'COMMENT')) fault('rights', ['文档只能查看和下载', 'of a document ends with viewing and downloading'])
  if (to_kind === 'LINK' && !expires_at) fault('expires_at', ['链接须有有效期', 'is required for a link'])
  const { verbs } = accessByRoles(ctx, kind)
  if (includesRight(rights, 'EDIT') && !verbs.has('update') && !verbs.has('*'))
    refuse('forbidden', { what_zh: `修改${kind.zh}`, what_en: `change ${kind.en}` })
}

const giveFields = { rights: { zh: '权限', en: 'Rights' }, expires_at: { zh: '有效期至', en: 'Valid until' } }

/** Those whom the sharer sees too. */
async function recipientsOf(ctx: Context, { to_kind, user_sids = [], role_sids = [], department_sids = [] }: Body): Promise<Recipient[]> {
  if (to_kind === 'LINK') return [{ kind: 'LINK', sid: null, name: wordIn(['链接', 'Link'], 'zh') }]
  const given = { USER: user_sids, ROLE: role_sids, DEPARTMENT: department_sids }[to_kind]
  const model = modelNamed(ctx.tenant.models, { USER: 'user_info', ROLE: 'role', DEPARTMENT: 'department' }[to_kind])
  const sids = [...new Set(given)].filter((sid) => sid !== ctx.actor.sid)
  if (sids.length === 0) refuse('select_one')
  const rows = await getMany(ctx, model, sids)
  if (rows.length < sids.length) refuse('not_found')
  for (const row of rows)
    if (row.person_status === 'RESIGNED')
      refuse('rule', { summary_zh: `${String(row.name)}已离职`, summary_en: `${String(row.name_en || row.name)} has resigned` })
  return rows.map((row) => ({ kind: to_kind, sid: String(row.sid), name: String(row.name) }))
}

/** A person whose roles show more fields of this kind would see more than the sharer. Of roles and departments, they are excluded. */
async function refuseWiderReaders(ctx: Context, kind: Model, recipients: readonly Recipient[]) {
  const own = accessByRoles(ctx, kind)
  for (const person of await readPeopleAlone(
    ctx.tenant,
    recipients.flatMap(({ sid }) => sid ?? []),
  )) {
    const theirs = accessOf({ ...ctx, actor: person }, kind)
    const showsAny = ['get', 'search', 'count', 'export', '*'].some((verb) => theirs.verbs.has(verb))
    const beyond = showsAny ? fieldsReadBeyond(kind, own, theirs) : []
    if (beyond.length === 0) continue
    const labels = beyond.slice(0, 5).map((code) => labelOf(fieldOf(kind, code) ?? kind, ctx.lang))
    refuse('share_fields', { name: person.name, fields: labels.join(ctx.lang === 'zh' ? '、' : ', ') + (beyond.length > 5 ? ' …' : '') })
  }
}

async function refuseTooMany({ db }: Context, case_sid: string, more: number) {
  const { n } = await db
    .selectFrom('share')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('case_sid', '=', case_sid)
    .where('revoked_at', 'is', null)
    .where((of) => of.or([of('expires_at', 'is', null), of('expires_at', '>', new Date().toISOString())]))
    .executeTakeFirstOrThrow()
  if (Number(n) + more > MAX_SHARES) refuse('too_many_values', { key: 'share', max: MAX_SHARES })
}

type Kept = { to: Recipient; company: string | null; kept: RowValues }

function draftOf({ actor }: Context, body: Body, { to, company, kept }: Kept): Draft {
  const own = { USER: 'user_sid', ROLE: 'role_sid', DEPARTMENT: 'department_sid', LINK: undefined }[to.kind]
  const row: RowValues = {
    case_sid: body.case_sid,
    document_sid: body.document_sid ?? null,
    to_kind: to.kind,
    to_name: to.name,
    ...(own && { [own]: to.sid }),
    rights: body.rights,
    document_classes: body.document_sid ? null : (body.document_classes ?? null),
    sharer_sid: actor.sid,
    expires_at: body.expires_at ?? null,
    has_password: to.kind === 'LINK' && body.password !== undefined,
    max_visits: to.kind === 'LINK' ? (body.max_visits ?? null) : null,
    visits: 0,
    valid: true,
    company_sid: company,
    ...(to.kind === 'LINK' && kept),
  }
  return { sid: randomUUIDv7(), before: undefined, row, changed: new Set(Object.keys(row)), faults: [], warnings: [] }
}

/** People are notified; roles and departments find the record in their list of shares. */
async function tell(ctx: Context, { case_sid, document_sid, rights }: Body, { name, to }: { name: string; to: readonly Recipient[] }) {
  const people = to.flatMap(({ kind, sid }) => (kind === 'USER' && sid ? [sid] : []))
  const link = document_sid ? '/shared-with-me' : `/m/case/${case_sid}`
  const title = `${ctx.actor.name}与您共享了“${name}”（${SHARE_RIGHTS[rights][0]}）`
  const title_en = `${actorIn(ctx.actor, 'en')} shared “${name}” with you (${SHARE_RIGHTS[rights][1]})`
  await notify(ctx, people.map((user_sid) => ({ user_sid, level: 'INFO', title, title_en, link, about: null }))) // oxfmt-ignore
}
