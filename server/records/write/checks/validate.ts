import { sameValue } from './same-value.ts'
import { sql } from 'kysely'
import { labelOf, type Field, wordIn, type Words } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import { isMoney } from '../../../../model/kit/money/money.ts'
import { accessOf } from '../../permission/permission.ts'
import { compileCondition, joinsOf } from '../../query/conditions/condition.ts'
import { joinSql } from '../../query/conditions/joins.ts'
import { checkFiles } from '../files.ts'
import { maskOf } from '../../permission/masks.ts'
import { fieldOf, fieldsOf, modelNamed } from '../../registry.ts'
import { isSecretShown, sealed } from '../secrets.ts'
import { comingDay, parseValue } from '../values.ts'
import type { Context, Access, Draft, RowValues } from '../../context.ts'

/** Adds a fault in the caller's language, by the field's label. */
export function faultAt(ctx: Context, model: Model, draft: Draft, code: string, words: Words) {
  const field = fieldOf(model, code)
  draft.faults.push({ field: code, label: field ? labelOf(field, ctx.lang) : code, reason: wordIn(words, ctx.lang) })
}

/** Reads the caller's input into the draft: unknown, forbidden and malformed fields become faults, all of them. */
export function takeInput(ctx: Context, model: Model, access: Access, draft: Draft, input: RowValues) {
  draft.given = new Set(Object.keys(input))
  for (const [code, raw] of Object.entries(input)) {
    if (SHOWN_WITH.has(code) && !fieldOf(model, code)) continue // a record may be sent back as it was read
    const field = fieldOf(model, code)
    if (!field && isShownName(model, code)) continue
    const readable = field && (access.mayRead(code) || access.mayKnowSet(code))
    if (!readable) faultAt(ctx, model, draft, code, ['没有这个字段', 'no such field'])
    else if (access.masks(code) && raw === maskOf(draft.before?.[code])) continue
    else if (!mayTake(model, access, code, field, draft)) {
      if (!isSame(code, field, raw, draft)) faultAt(ctx, model, draft, code, ['不能修改', 'cannot be changed'])
    } else takeValue(ctx, model, draft, code, field, raw, input)
  }
  checkPlace(ctx, model, access, draft, input)
}

/** The parts of a record in a response besides its fields. */
const SHOWN_WITH: ReadonlySet<string> = new Set(['transitions', 'abilities', 'publishing', 'warnings', 'why'])

/** `<reference>_name`, as in a record read with `flat=1`. */
function isShownName(model: Model, code: string) {
  const type = code.endsWith('_name') && fieldOf(model, code.slice(0, -5))?.type
  return type === 'reference' || type === 'references'
}

/** A record is given only to a company within the user's row visibility. */
function checkPlace(ctx: Context, model: Model, { places }: Access, draft: Draft, input: RowValues) {
  const { company_sid } = draft.row
  if (model.scope !== 'company' || !places || !('company_sid' in input) || !draft.changed.has('company_sid')) return
  if (typeof company_sid === 'string' && places.includes(company_sid)) return
  faultAt(ctx, model, draft, 'company_sid', ['不在您的公司范围内', 'is outside your companies'])
}

function mayTake(model: Model, access: Access, code: string, field: Field, draft: Draft) {
  if (field.computed) return false
  if (code === model.states?.field && draft.before) return false // a state changes by transition
  if (field.immutable && draft.before && (draft.before[code] ?? null) !== null) return false
  return access.mayWrite(code)
}

/** A form that sends a record back unchanged is not refused for fields it may not write. */
function isSame(code: string, field: Field, raw: unknown, draft: Draft) {
  if (field.secret) return isSecretShown(raw)
  const parsed = parseValue(field, raw, draft.row)
  return !('fault' in parsed) && sameValue(parsed.value, storedOf(field, draft.before?.[field.read_from?.field ?? code]))
}

const storedOf = ({ read_from: from }: Field, value: unknown) => (from ? from.as[String(value)] : value) ?? null

function takeValue(ctx: Context, model: Model, draft: Draft, code: string, field: Field, raw: unknown, input: RowValues) {
  if (field.secret && isSecretShown(raw)) return // a secret sent back as shown is unchanged
  const parsed = parseValue(field, raw, { ...draft.row, ...input })
  if ('fault' in parsed) return faultAt(ctx, model, draft, code, parsed.fault)
  if (isSameAmount(field, parsed.value, draft.row[code])) return
  const gone = newlyInvalid(field, parsed.value, draft.before?.[code])
  if (gone) return faultAt(ctx, model, draft, code, [`“${gone[0]}”已停用，不能再选`, `“${gone[1]}” is no longer valid and cannot be chosen`])
  setValue(draft, code, field.secret ? sealed(ctx, model, draft, code, parsed.value) : parsed.value)
}

/** An invalid option stays where it is already used. */
function newlyInvalid(field: Field, value: unknown, before: unknown): Words | undefined {
  if (!('invalid' in field) || !field.invalid?.length) return undefined
  const had = [before].flat()
  const code = [value].flat().find((one) => typeof one === 'string' && field.invalid?.includes(one) && !had.includes(one))
  return code === undefined ? undefined : (field.options?.[String(code)] ?? [String(code), String(code)])
}

/** `0` and `0.00` are one amount: a form or a file that sends it back changes nothing. */
function isSameAmount({ type }: Field, one: unknown, other: unknown) {
  if ((type !== 'decimal' && type !== 'money') || typeof one !== 'string' || typeof other !== 'string') return false
  const bare = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  return bare(one) === bare(other)
}

/** An amount that stays has no more decimals than its new currency. */
export function checkAmounts(ctx: Context, model: Model, draft: Draft) {
  for (const [code, field] of fieldsOf(model)) {
    if (field.type !== 'money' || field.computed || !draft.changed.has(field.currency)) continue
    const [amount, currency] = [draft.row[code], draft.row[field.currency]]
    if (typeof amount !== 'string' || typeof currency !== 'string' || isMoney(amount, currency)) continue
    if (!draft.faults.some((one) => one.field === code)) faultAt(ctx, model, draft, code, [`小数位多于 ${currency} 所允许的`, `has more decimals than ${currency} allows`]) // oxfmt-ignore
  }
}

export function checkPast(ctx: Context, model: Model, draft: Draft) {
  for (const code of draft.changed) {
    const field = fieldOf(model, code)
    const words = field && comingDay(field, draft.row[code], ctx.today, draft.before?.[code])
    if (words) faultAt(ctx, model, draft, code, words)
  }
}

export function setValue(draft: Draft, code: string, value: unknown) {
  if (sameValue(draft.row[code] ?? null, value)) return
  draft.row[code] = value
  if (sameValue(draft.before?.[code] ?? null, value)) draft.changed.delete(code)
  else draft.changed.add(code)
}

type Asked = { draft: Draft; code: string; sid: string }

/** Every new reference must exist, be visible to this person, and be valid. One query for all models. */
export async function checkReferences(ctx: Context, model: Model, drafts: readonly Draft[], { alsoInvalid = false } = {}) {
  await checkFiles(ctx, model, drafts, { fault: (draft, code, words) => faultAt(ctx, model, draft, code, words), set: setValue })
  const asked = new Map<string, Asked[]>()
  for (const draft of drafts) {
    for (const code of draft.changed) {
      const field = fieldOf(model, code)
      if (!field) continue
      for (const { to, sid } of newLinks(field, draft.row[code], draft.before?.[code])) {
        if (isOwn(ctx, to, sid)) continue
        const list = asked.get(to) ?? []
        list.push({ draft, code, sid })
        asked.set(to, list)
      }
    }
  }
  if (asked.size === 0) return
  const parts = [...asked].map(([to, list]) => sightOf(ctx, to, [...new Set(list.map((one) => one.sid))]))
  const named = parts.map((part, at) => sql`${sql.id(`l${at}`)} as (${part})`)
  const all = parts.map((_, at) => sql`select * from ${sql.id(`l${at}`)}`)
  const seen = await sql<{ model: string; sid: string; valid: boolean | null }>`with ${sql.join(named)} ${sql.join(all, sql` union all `)}`.execute(
    ctx.db,
  )
  const valid = new Map(seen.rows.map((row) => [`${row.model} ${row.sid}`, row.valid !== false]))
  for (const [to, list] of asked) {
    const name = modelNamed(ctx.tenant.models, to)
    for (const { draft, code, sid } of list) {
      const known = valid.get(`${to} ${sid}`)
      if (known === undefined) faultAt(ctx, model, draft, code, [`所选${name.zh}不存在`, `refers to ${a(name.en)} that does not exist`])
      else if (!known && !alsoInvalid) faultAt(ctx, model, draft, code, [`所选${name.zh}已无效`, `refers to ${a(name.en)} that is no longer valid`])
    }
  }
}

const a = (noun: string) => `${/^[AEIO]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Locked until the end of the transaction, so that a record about to be referenced is not deleted. */
function sightOf(ctx: Context, to: string, sids: string[]) {
  const target = modelNamed(ctx.tenant.models, to)
  const joins = joinsOf(ctx, target)
  const rows = accessOf(ctx, target).rows
  const seen = rows && !target.public_name ? compileCondition(joins, rows) : sql`true`
  const hold = ctx.db.isTransaction ? sql` order by t.sid for key share of t` : sql``
  return sql`select ${to}::text as model, t.sid, t.valid from ${sql.table(to)} as t ${joinSql(joins)} where t.sid = any(${sids}::uuid[]) and t.deleted_at is null and ${seen}${hold}`
}

/** The acting person, department and company are known to exist. */
function isOwn({ actor }: Context, to: string, sid: string) {
  return (
    (to === 'user_info' && sid === actor.sid) ||
    (to === 'department' && (sid === actor.department_sid || actor.part_time_departments?.includes(sid) === true)) ||
    (to === 'company' && sid === actor.company_sid)
  )
}

function newLinks(field: Field, now: unknown, before: unknown): { to: string; sid: string }[] {
  const old = new Set(linksOf(field, before).map((link) => link.sid))
  return linksOf(field, now).filter((link) => !old.has(link.sid))
}

export function linksOf(field: Field, value: unknown): { to: string; sid: string }[] {
  if (value === null || value === undefined) return []
  if (field.type === 'reference') return [{ to: field.to, sid: String(value) }]
  if (field.type === 'references') return (value as string[]).map((sid) => ({ to: field.to, sid })) // parsed as a list of sids
  if (field.type === 'attachment') return (value as { sid: string }[]).map(({ sid }) => ({ to: 'document', sid })) // parsed as files
  if (field.type !== 'rows') return []
  const parts = Object.entries(field.of).filter(([, part]) => part.type === 'reference')
  return (value as RowValues[]).flatMap((row) => parts.flatMap(([code, part]) => linksOf(part, row[code]))) // parsed as rows
}
