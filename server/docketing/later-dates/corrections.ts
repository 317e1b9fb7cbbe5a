// A corrected value of a case or of a priority that would make a date later, in the case or in its family.
import type { CaseKind } from '../../../model/cases/case-kind.ts'
import type { Field } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context, Draft, RowValues, Write } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { fieldOf, fieldsOf, modelNamed } from '../../records/registry.ts'
import { warnLate } from '../../records/write/checks/warnings.ts'
import { heirsOf } from '../family/heirs.ts'
import { takeOut, warningOf } from './hold.ts'
import { dropOpen, type Proposal, proposeAll } from './proposals.ts'
import { mayWatch, tryWrite } from './trial.ts'
import { type Later, ofCase } from './watch.ts'

/** The fields whose correction may move a date, and the case to which a record belongs. */
type Watched = { model: Model; codes: readonly string[]; caseOf(row: RowValues): string }

export function heldCorrections(kind: CaseKind): Part {
  const of: Watched = { model: kind.model, codes: correctable(kind), caseOf: ({ sid }) => String(sid) }
  const updating = (ctx: Context, drafts: readonly Draft[], write: Write) => holdCorrections(ctx, of, drafts, write)
  return { hooks: [{ model: [kind.name], updating }] }
}

export const heldClaims: Part = {
  hooks: [watching('priority', ['priority_date', 'restored', 'priority_case_sid']), watching('related_case', ['claimed'], 'later_sid')],
}

function watching(name: 'priority' | 'related_case', codes: readonly string[], home = 'case_sid') {
  const updating = (ctx: Context, drafts: readonly Draft[], write: Write) =>
    holdCorrections(ctx, { model: modelNamed(ctx.tenant.models, name), codes, caseOf: (row) => String(row[home]) }, drafts, write)
  return { model: [name], updating }
}

/** The state changes by transitions; suspensions, applicants and annuity decisions have their own rules, or none. */
function correctable({ model, roles }: CaseKind): string[] {
  const others = [model.states?.field, roles.suspensions, roles.applicants, roles.annuity_decision]
  return Object.entries<Field>(model.fields).flatMap(([code, { drives, computed, type }]) =>
    drives === 'docketing' && !computed && CORRECTED.has(type) && !others.includes(code) ? [code] : [],
  )
}

const CORRECTED: ReadonlySet<Field['type']> = new Set(['date', 'integer', 'option', 'options', 'boolean', 'rows'])
const VALUES: ReadonlySet<Field['type'] | undefined> = new Set(['date', 'integer'])

/** A draft that corrects these values. `ends`: a deadline that ends with it counts as later; of a case in preparation, the country, type, route and facts are still a choice. */
type Corrected = { draft: Draft; codes: readonly string[]; ends: boolean }

/** The write is tried, then repeated without the held values. Values entered for the first time are not corrections. */
async function holdCorrections(ctx: Context, of: Watched, drafts: readonly Draft[], write: Write) {
  let open = mayWatch(ctx) ? drafts.flatMap((draft) => correctedIn(of, draft)) : []
  while (open.length > 0) {
    const given = drafts.map(({ row, changed }) => ({ row: { ...row }, changed: new Set(changed) }))
    const later = await tryWrite(ctx, write, open.some(({ ends }) => ends)) // oxfmt-ignore
    if (later.length === 0) return dropOpen(ctx, new Map(open.map(({ draft, codes }) => [draft.sid, codes])))
    for (const [at, draft] of drafts.entries()) Object.assign(draft, given[at])
    const held = await causesOf(ctx, of, open, later)
    const proposals = held.map(({ one, own }) => takeBack(ctx, of, one, own))
    for (const [at, { one }] of held.entries()) {
      const proposal = proposals[at]
      if (proposal) warnLate(ctx, of.model, drafts, one.draft, warningOf(proposal))
    }
    await proposeAll(ctx, proposals)
    open = open.filter((one) => !held.some((other) => other.one === one))
  }
  await write(ctx)
}

function correctedIn({ model, codes }: Watched, draft: Draft): Corrected[] {
  const { before, row, changed, transition } = draft
  const own = codes.filter((code) => changed.has(code) && isSaid(before?.[code]) && (!transition || isValue(model, code)))
  const isFiled = model.states?.facts?.[String(before?.[model.states.field])]?.phase !== 'PREPARATION'
  const ends = own.some((code) => isFiled || (fieldOf(model, code)?.type === 'date' && (!row[code] || String(row[code]) > String(before?.[code]))))
  return own.length > 0 ? [{ draft, codes: own, ends }] : []
}

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== ''
const isValue = (model: Model, code: string) => VALUES.has(fieldOf(model, code)?.type)

type Cause = { one: Corrected; own: readonly Later[] }

/** The corrections behind these later dates: those of the same case, else of a case on which it rests. */
async function causesOf(ctx: Context, { caseOf }: Watched, open: readonly Corrected[], later: readonly Later[]): Promise<Cause[]> {
  const [only, ...more] = open
  if (only && more.length === 0) return [{ one: only, own: later }]
  const homeOf = ({ draft }: Corrected) => caseOf({ ...draft.row, sid: draft.sid })
  const heirs = await heirsOf(ctx, open.map(homeOf))
  const found = open.flatMap((one) => {
    const family = new Set([homeOf(one), ...(heirs.get(homeOf(one)) ?? [])])
    const own = later.filter(({ case_sid }) => family.has(case_sid))
    return own.length > 0 ? [{ one, own }] : []
  })
  return found.length > 0 ? found : open.map((one) => ({ one, own: later }))
}

/** Dates and numbers wait alone; other facts wait with the whole change, which may depend on them. */
function takeBack(ctx: Context, { model, caseOf }: Watched, { draft, codes }: Corrected, later: readonly Later[]): Proposal {
  const { row, changed } = draft
  const isAlone = codes.every((code) => isValue(model, code))
  const values = new Set(codes.map((code) => row[code]))
  const follows = (code: string) => isValue(model, code) && (fieldOf(model, code)?.computed || (row[code] && values.has(row[code])))
  const held = fieldsOf(model).flatMap(([code]) => (changed.has(code) && (!isAlone || codes.includes(code) || follows(code)) ? [code] : []))
  const case_sid = caseOf({ ...row, sid: draft.sid })
  return takeOut(model, draft, held, { kind: 'CORRECTION', case_sid, reason: ctx.reason, moved: later.map((one) => ofCase(one, case_sid)) })
}
