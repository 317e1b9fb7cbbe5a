import type { RelationType } from '../../../../model/cases/related_case.ts'
import { relationIn } from '../../../../model/cases/relations/relation-words.ts'
import { earliestPriorityDate } from '../../../../model/cases/relations/priorities.ts'
import type { CaseKind, PriorityClaims } from '../../../../model/cases/case-kind.ts'
import { fieldOfRole } from '../../../../model/cases/case-kind.ts'
import { recognise } from '../../../../model/cases/numbers/recognise.ts'
import { numberKindOf } from '../../../../model/cases/relations/family-facts.ts'
import type { PriorityRow, RowRead } from '../../../../model/import/row.ts'
import { claimNotices } from '../../../cases/relations/claim-period.ts'
import { docket } from '../../../docketing/case-hooks.ts'
import { modelNamed } from '../../../records/registry.ts'
import { setValue } from '../../../records/write/checks/validate.ts'
import type { Context, Draft, RowValues } from '../../../records/context.ts'
import { draftFrom, draftNew, insertDrafts, lockRows, updateDrafts } from '../../../records/write/write.ts'
import type { Item } from '../item.ts'

/** The claims of a new case, and how its kind stores the earliest one. */
export type Claims = { draft: Draft; rows: PriorityRow[] } & Claiming
export type Claiming = { kind: CaseKind; claiming: PriorityClaims }

/**
 * The claims of each new case, judged as the API judges them. What is no priority, as in the chains listed by databases,
 * is kept in the record in the file's words and does not reject the case. The earliest date is set before the write of
 * the case, so that writing the claims does not change it.
 */
export async function claimsOf(ctx: Context, kind: CaseKind, items: readonly Item[], drafts: readonly Draft[]): Promise<Claims[]> {
  const { priorities: claiming } = kind
  if (!claiming) return []
  const claims: Claims[] = []
  for (const [at, { read }] of items.entries()) {
    const draft = drafts[at]
    if (!draft || draft.faults.length || read.priorities.length + read.said.length === 0) continue
    const rows = await admitted(ctx, { kind, claiming }, draft, read)
    setEarliest({ kind, claiming }, draft, rows)
    if (rows.length) claims.push({ draft, rows, kind, claiming })
  }
  return claims
}

/** The claims that are priorities, beside those `there`; the others go into the field for them, with a note on the row. */
export async function admitted(
  ctx: Context,
  { kind, claiming }: Claiming,
  draft: Draft,
  read: RowRead,
  there: readonly RowValues[] = [],
): Promise<PriorityRow[]> {
  const { row } = draft
  const of = (role: 'subtype' | 'country') => String(row[fieldOfRole(kind.model, role) ?? ''] ?? '')
  const later = { country: of('country'), subtype: of('subtype') }
  const isParent = ({ priority_country: country, subtype, relation }: PriorityRow) =>
    country !== null && claiming.continues?.({ country, subtype, relation: relationNamed(relation) }, later) === true
  const parents = read.priorities.filter(isParent)
  const asked = read.priorities.filter((claim) => !isParent(claim))
  const facts = { kind, filing_date: filingDateOf(kind, draft), ...later, international: row[claiming.international ?? ''] }
  const notices = await claimNotices(ctx, facts, [...there, ...asked])
  const refused = asked.flatMap((claim, at) => {
    const fault = notices.find(({ seq }) => seq === there.length + at + 1)
    return fault ? [{ claim, fault }] : []
  })
  for (const claim of parents) read.notes.push(PARENT(lineOf(claim)))
  for (const { claim, fault } of refused) read.notes.push([`${lineOf(claim)}：${fault.zh}`, `${lineOf(claim)}: ${fault.en}`])
  keepSaid({ kind, claiming }, draft, [...read.said, ...[...parents, ...refused.map(({ claim }) => claim)].map(lineOf)])
  return asked.filter((claim) => !refused.some((one) => one.claim === claim))
}

const PARENT = (line: string) =>
  [
    `${line}：是母案（继续、部分继续或分案），不是优先权`,
    `${line}: a parent (continuation, continuation-in-part or divisional), not a priority`,
  ] as const

/** The relation that the file names. */
export function relationNamed(words: string | undefined): RelationType | undefined {
  const type = relationIn(words ?? '')?.type
  return type === 'PROVISIONAL' ? undefined : type
}

export const lineOf = ({ priority_no, priority_date, priority_country, relation }: PriorityRow) =>
  [priority_no?.startsWith(priority_country ?? '?') ? null : priority_country, priority_no, priority_date, relation ?? null]
    .filter((part) => part !== null)
    .join(' ')

const MAX_SAID_CHARS = 4000
const MAX_OF_SOURCE = 255

function keepSaid({ kind, claiming }: Claiming, draft: Draft, lines: readonly string[]) {
  const field = claiming.said ?? kind.importProfile?.source_field
  if (!field || lines.length === 0) return
  const before = String(draft.row[field] ?? '')
  const fresh = [...new Set(lines)].filter((line) => !before.includes(line))
  const text = [before, ...fresh].filter((line) => line !== '').join(claiming.said ? '\n' : '；')
  setValue(draft, field, text.slice(0, claiming.said ? MAX_SAID_CHARS : MAX_OF_SOURCE))
}

function setEarliest({ kind, claiming }: Claiming, draft: Draft, rows: readonly { priority_date: string }[]) {
  setValue(draft, claiming.earliest, earliestPriorityDate(rows, filingDateOf(kind, draft)) ?? null)
}

function filingDateOf({ model }: CaseKind, { row }: Draft) {
  const value = row[fieldOfRole(model, 'filing_date') ?? '']
  return typeof value === 'string' ? value : null
}

/** The inputs of each case's deadlines, as they will be stored. */
export const claimedBy = (claims: readonly Claims[]) =>
  new Map(
    claims.map(({ draft, rows }) => {
      const facts = rows.map((row) => ({
        priority_date: row.priority_date,
        priority_country: row.priority_country,
        restored: false,
        to_complete: isOpen(row),
      }))
      return [draft.sid, facts.toSorted((one, other) => (one.priority_date < other.priority_date ? -1 : 1))]
    }),
  )

export async function addPriorities(ctx: Context, claims: readonly Claims[]) {
  const inputs = claims.flatMap(({ draft, rows }) => rows.map((row) => inputOf(row, draft.sid)))
  if (inputs.length === 0) return
  const model = modelNamed(ctx.tenant.models, 'priority')
  const drafts = await draftNew(ctx, model, inputs)
  const good = drafts.filter(({ faults }) => faults.length === 0)
  await insertDrafts(ctx, model, good)
  if (good.length < drafts.length) await correctEarliest(ctx, claims, good)
}

/** The number of a claim as it is stored, read with the formats of the kind of its case. */
export const keyOfClaim = (kind: CaseKind, { priority_no, priority_country }: PriorityRow) =>
  recognise(priority_no ?? '', { kind: numberKindOf(kind), ...(priority_country && { office: priority_country }) })[0]?.normalised

export const inputOf = ({ priority_no, priority_date, priority_country }: PriorityRow, case_sid: string) => ({
  priority_no,
  priority_date,
  priority_country,
  to_complete: isOpen({ priority_no, priority_country }),
  case_sid,
})

const isOpen = ({ priority_no, priority_country }: Pick<PriorityRow, 'priority_no' | 'priority_country'>) =>
  priority_no === null || priority_country === null

/** Claims refused only now no longer count. */
async function correctEarliest(ctx: Context, claims: readonly Claims[], good: readonly Draft[]) {
  const kept = Map.groupBy(good, ({ row }) => String(row.case_sid))
  const wrong = claims.filter(({ draft, rows }) => (kept.get(draft.sid)?.length ?? 0) < rows.length)
  for (const [kind, some] of Map.groupBy(wrong, (one) => one.kind)) {
    const model = modelNamed(ctx.tenant.models, kind.name)
    const claiming = new Map(some.map((one) => [one.draft.sid, one]))
    const drafts = (await lockRows(ctx, model, [...claiming.keys()])).map(draftFrom)
    for (const draft of drafts) {
      const one = claiming.get(draft.sid)
      const dates = (kept.get(draft.sid) ?? []).map(({ row }) => ({ priority_date: String(row.priority_date) }))
      if (one) setEarliest(one, draft, dates)
    }
    await updateDrafts(ctx, model, drafts)
  }
  await docket(
    ctx,
    wrong.map(({ draft }) => draft.sid),
  )
}
