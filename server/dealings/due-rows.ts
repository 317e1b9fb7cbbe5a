import type { CaseKind, DueRows } from '../../model/cases/case-kind.ts'
import { ENDED } from '../../model/kit/model.ts'
import { formatMoney } from '../../model/kit/money/money.ts'
import type { Words } from '../../model/kit/fields.ts'
import { refuse } from '../errors.ts'
import type { Context, Draft, DraftOf, RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { onBehalfOf } from '../records/acting/on-behalf-of.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, refuseFaulty, updateDrafts } from '../records/write/write.ts'

/** Each due row of a contract or dispute has a deadline, so that it is in the deadline lists. No rule computes it, so it has no key. */
export function dueRows(kind: CaseKind): Part {
  const due = kind.dealing?.due ?? []
  const written = async (ctx: Context, drafts: readonly Draft[]) => {
    for (const draft of drafts) for (const one of due) if (isMoved(kind, one, draft)) await follow(ctx, kind, one, draft)
  }
  const deleting = (ctx: Context, rows: readonly RowValues[]) => refuseInForce(ctx, kind, rows)
  return { hooks: [{ model: [kind.name], written, deleted: deleting }] }
}

const isMoved = ({ model, roles }: CaseKind, { rows }: DueRows, { before, changed }: Draft) =>
  !before || [rows, model.states?.field ?? '', roles.owner ?? ''].some((code) => changed.has(code))

type Due = { key: string; day: string; done: string | null; says: string; word: Words; former: Names }
type Names = Readonly<Record<'name' | 'name_en', string>>

async function follow(ctx: Context, kind: CaseKind, of: DueRows, { sid, row, before: earlier }: Draft) {
  const own = onBehalfOf(ctx)
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const byKey = (values: RowValues | undefined) => new Map(dueIn(kind, of, values?.[of.rows]).map((one) => [one.key, one]))
  const [wanted, were] = [byKey(row), byKey(earlier)]
  const known = await ctx.db.selectFrom('deadline').select(['sid', 'due_row']).where('case_sid', '=', sid).where('due_row', 'like', `${of.rows}:%`).where('deleted_at', 'is', null).execute() // oxfmt-ignore
  const isOver = ENDED.has(kind.model.states?.facts?.[String(row[kind.model.states.field])]?.phase ?? 'GRANTED')
  const locked = known.length > 0 ? await lockRows(own, model, known.map((one) => one.sid)) : [] // oxfmt-ignore
  const drafts = locked.map((before) =>
    settled(draftFrom(before), { due: wanted.get(String(before.due_row)), was: were.get(String(before.due_row)), isOver }),
  )
  await updateDrafts(own, model, drafts)
  const keys = new Set(known.map(({ due_row }) => due_row))
  if (!isOver) await enter(own, [...wanted.values()].filter(({ key }) => !keys.has(key)), { of, case_sid: sid, owner_sid: row[kind.roles.owner ?? ''] }) // oxfmt-ignore
}

/** Their order distinguishes several rows of one day. */
function dueIn(kind: CaseKind, of: DueRows, value: unknown): Due[] {
  const { rows, day, done, said, says = [], says_done = says } = of
  const list = (Array.isArray(value) ? value : []) as RowValues[] // parsed as rows
  const counts = new Map<string, number>()
  return list.flatMap((one) => {
    const on = one[day]
    if (typeof on !== 'string' || on === '') return []
    const date = on.slice(0, 10)
    const nth = (counts.get(date) ?? 0) + 1
    counts.set(date, nth)
    const finished = done === undefined ? null : one[done]
    const isDone = typeof finished === 'string' && finished !== ''
    const textOfAll = (parts: readonly string[]) => parts.flatMap((part) => textOf(kind, of, one, part)).join(' ')
    const text = textOfAll(isDone ? says_done : says)
    const former = namesOf({ says: said ? textOfAll(said) : text, word: said ? [of.zh, of.en] : wordOf(kind, of, one) })
    return [{ key: `${rows}:${date}:${nth}`, day: date, done: isDone ? finished : null, says: text, word: wordOf(kind, of, one), former }]
  })
}

function wordOf({ model }: CaseKind, { rows, word, zh, en }: DueRows, one: RowValues): Words {
  const field = fieldOf(model, rows)
  const part = field?.type === 'rows' && word ? field.of[word] : undefined
  return (part?.type === 'option' && part.options[String(one[word ?? ''])]) || [zh, en]
}

/** Amounts are read by people here: with their currency, and their thousands apart. */
function textOf({ model }: CaseKind, { rows }: DueRows, one: RowValues, part: string): string[] {
  const value = one[part] ?? ''
  if (value === '') return []
  const field = fieldOf(model, rows)
  const own = field?.type === 'rows' ? field.of[part] : undefined
  return [own?.type === 'money' ? formatMoney(String(value), String(one[own.currency] ?? 'CNY')) : String(value)]
}

const OPEN: ReadonlySet<unknown> = new Set(['OPEN', 'MISSED'])

type Following = { due: Due | undefined; was?: Due | undefined; isOver: boolean }

/** A deadline that a person has settled by hand stays settled, and keeps the name that a person has given it. */
function settled(draft: DraftOf<'deadline'>, { due, was, isOver }: Following) {
  const isOpen = OPEN.has(draft.row.status)
  const names = due && (isOpen || draft.row.done_by === 'FIELD') ? namesOf(due) : undefined
  const isOwn = (code: keyof Names) => was && draft.row[code] !== namesOf(was)[code] && draft.row[code] !== was.former[code]
  for (const code of NAMES) if (names && !isOwn(code)) setValue(draft, code, names[code])
  if (due?.done && isOpen) {
    setValue(draft, 'status', 'DONE')
    setValue(draft, 'done_date', due.done)
    setValue(draft, 'done_by', 'FIELD')
  } else if (due && !due.done && !isOver && draft.row.status === 'DONE' && draft.row.done_by === 'FIELD') {
    setValue(draft, 'status', 'OPEN')
    setValue(draft, 'done_date', null)
    setValue(draft, 'done_by', null)
  } else if ((!due || isOver) && isOpen) setValue(draft, 'status', 'CANCELLED')
  else if (due && !isOver && draft.row.status === 'CANCELLED') setValue(draft, 'status', 'OPEN')
  return draft
}

const named = (word: string, says: string) => [word, says].filter(Boolean).join(' ').slice(0, 255)
const NAMES = ['name', 'name_en'] as const
const namesOf = ({ says, word: [zh, en] }: Pick<Due, 'says' | 'word'>): Names => ({ name: named(zh, says), name_en: named(en, says) })

async function enter(ctx: Context, due: readonly Due[], { of, case_sid, owner_sid }: { of: DueRows; case_sid: string; owner_sid: unknown }) {
  if (due.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'deadline')
  const inputs = due.map((one) => ({ case_sid, owner_sid, kind: of.kind, official_due: one.day, ...namesOf(one) }))
  const drafts = await draftNew(ctx, model, inputs)
  for (const [at, draft] of drafts.entries()) {
    const one = due[at]
    if (!one) continue
    setValue(draft, 'due_row', one.key)
    settled(draft, { due: one, isOver: false })
  }
  refuseFaulty(drafts)
  await insertDrafts(ctx, model, drafts)
}

/** A contract in force is ended by a step that says how, and not deleted. */
async function refuseInForce({ actor }: Context, { model }: CaseKind, rows: readonly RowValues[]) {
  const inForce = rows.some((row) => model.states?.facts?.[String(row[model.states.field])]?.phase === 'GRANTED')
  if (actor.sid !== null && inForce)
    refuse('rule', {
      summary_zh: `有效的${model.zh}不能删除，请先办理终止`,
      summary_en: `A ${model.en.toLowerCase()} in force cannot be deleted: end it first`,
    })
}
