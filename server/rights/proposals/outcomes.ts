import { sql } from 'kysely'
import { type CaseKind, fieldOfRole } from '../../../model/cases/case-kind.ts'
import { partyPart } from '../../../model/cases/head-fields.ts'
import { confirmShare, createCases } from '../../../model/rights/proposals/actions.ts'
import { BEYOND_MERGING } from '../../../model/rights/proposals/lifecycle.ts'
import { sharedBy, type Share } from '../../../model/rights/proposals/shares.ts'
import { both, refuse } from '../../errors.ts'
import { type Call, perform } from '../../records/actions.ts'
import { type Context, type Draft, type DraftOf, inTransaction, type RowValues, systemContext } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { onBehalfOf } from '../../records/acting/on-behalf-of.ts'
import { authorize } from '../../records/permission/permission.ts'
import { get } from '../../records/query/get.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { createRow } from '../../records/write/create.ts'
import { takeTransition } from '../../records/write/transition.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { draftFrom, examine, lockRows, refuseFaulty, updateDrafts } from '../../records/write/write.ts'
import { carryFiles } from './files.ts'
import { type Drafts, inventorsOf, peopleOf } from './people.ts'

/** Outcomes of a proposal: cases created from it, a trade secret, a paper, or a larger proposal */
export const proposalOutcomes: Part = {
  hooks: [{ model: 'proposal', written: carryOut }],
  actions: [...perform(confirmShare, confirm), ...perform(createCases, create)],
}

type Row = DraftOf<'proposal'>['row']

const sharesOf = ({ inventors }: Row): Share[] =>
  (inventors ?? []).flatMap(({ inventor_sid, contribution_pct, not_published }) =>
    inventor_sid ? [{ inventor_sid, contribution_pct, not_published }] : [],
  )

const proposals = (ctx: Context) => modelNamed(ctx.tenant.models, 'proposal')

/** An inventor agrees to the present shares. */
async function confirm({ ctx, model, body: { sid } }: Call<typeof confirmShare>) {
  await get(ctx, model, sid)
  await inTransaction(ctx, async (tx) => {
    const row = await locked(tx, sid)
    const people = await peopleOf(tx, inventorsOf(row))
    if (!ctx.actor.sid || ![...people.values()].includes(ctx.actor.sid))
      return refuse('rule', { summary_zh: '只有发明人本人可以确认贡献度', summary_en: 'Only an inventor confirms a share of it' })
    if (!row.confirmed_by?.includes(ctx.actor.sid)) await record(tx, sid, { confirmed_by: [...(row.confirmed_by ?? []), ctx.actor.sid] })
  })
  return get(ctx, model, sid)
}

/** Reads the record under a lock, so that concurrent additions to its lists are kept. */
async function locked(ctx: Context, sid: string): Promise<Row> {
  return (await lockRows(onBehalfOf(ctx), proposals(ctx), [sid]))[0] ?? refuse('not_found')
}

/** Writes fields that only the product sets, with their history. */
export function record(ctx: Context, sid: string, values: Partial<Row>) {
  return inTransaction(ctx, async (tx) => {
    const own = onBehalfOf(tx)
    const [before] = await lockRows(own, proposals(own), [sid])
    const draft = draftFrom(before ?? refuse('not_found'))
    for (const [code, value] of Object.entries(values)) setValue(draft, code, value)
    await examine(own, proposals(own), [draft])
    refuseFaulty([draft])
    await updateDrafts(own, proposals(own), [draft])
  })
}

type Wanted = NonNullable<Call<typeof createCases>['body']['cases']>[number]

/** Cases with the inventors of the proposals, their shares and files, and the fields that the kind has. */
async function create({ ctx, model, body: { sids = [], cases } }: Call<typeof createCases>) {
  if (sids.length === 0) refuse('select_one')
  const rows = await approved(ctx, sids)
  const made: string[] = []
  for (const wanted of cases) {
    const kind = kindOf(ctx, wanted.kind)
    authorize(ctx, kind.model, 'create')
    const sid = await createRow(ctx, modelNamed(ctx.tenant.models, kind.name), caseOf(kind, rows, wanted))
    await carryFiles(ctx, rows, sid)
    made.push(sid)
  }
  for (const row of rows) {
    const result_case_sids = [...(row.result_case_sids ?? []), ...made]
    if (row.status === 'APPROVED') await takeTransition(ctx, model, row.sid, 'link_cases', { result_case_sids })
    else await record(ctx, row.sid, { result_case_sids })
  }
  return { cases: made }
}

/** These proposals, locked; each must have been decided to be filed. */
async function approved(ctx: Context, sids: readonly string[]) {
  const rows = await lockRows(ctx, proposals(ctx), sids)
  if (rows.length < new Set(sids).size) refuse('not_found')
  const early = rows.filter(({ status }) => status !== 'APPROVED' && status !== 'CASE_CREATED')
  const names = early.map(({ case_no }) => case_no).join(', ')
  if (early.length > 0) refuse('rule', { summary_zh: `尚未决定申请，不能立案：${names}`, summary_en: `No decision to file yet: ${names}` })
  return rows
}

/** Of any kind of case but proposals themselves. */
function kindOf({ tenant }: Context, name: string): CaseKind {
  const kind = name === 'proposal' ? undefined : tenant.models.kinds.get(name)
  return kind ?? refuse('bad_request', { why_zh: `没有“${name.slice(0, 40)}”这类案件`, why_en: `there is no kind of case “${name.slice(0, 40)}”` })
}

type Choice = Partial<Omit<Wanted, 'kind'>>

/** Values of a case of this kind: from its proposals and the person's choice, only for fields of the kind. */
function caseOf(
  { model, roles }: CaseKind,
  proposals: readonly Row[],
  { subtype, country, title, agency_sid, applicant_sids, values: further }: Choice,
): RowValues {
  const [first] = proposals
  const [makers, owners] = [roles.inventors ?? '', roles.applicants ?? '']
  const [maker, owner] = [partyPart(fieldOf(model, makers)), partyPart(fieldOf(model, owners))]
  const of = fieldOf(model, makers)
  const parts = of?.type === 'rows' ? of.of : {}
  const shares = sharedBy(proposals.map(sharesOf)).map(({ inventor_sid, contribution_pct, not_published }) => ({
    ...(maker && { [maker]: inventor_sid }),
    ...('contribution_pct' in parts && { contribution_pct }),
    ...('not_published' in parts && { not_published }),
  }))
  const own: RowValues = {
    [roles.title ?? '']: title ?? first?.title,
    [roles.title_en ?? '']: title ? null : first?.title_en,
    [roles.owner ?? '']: first?.owner_sid ?? undefined,
    [roles.department ?? '']: first?.department_sid,
    [roles.subtype ?? '']: subtype,
    [roles.country ?? '']: country,
    [roles.agency ?? '']: agency_sid,
    [roles.secrecy ?? '']: first?.secrecy_level,
    [makers]: shares.length > 0 ? shares : undefined,
    [owners]: owner && applicant_sids?.length ? applicant_sids.map((sid) => ({ [owner]: sid })) : undefined,
    company_sid: first?.company_sid,
  }
  const isStated = ([code, value]: [string, unknown]) => code !== '' && value !== undefined && value !== null
  return Object.fromEntries([...Object.entries(further ?? {}), ...Object.entries(own).filter(isStated)].filter(isStated))
}

/** A decision that needs no further choice is carried out at once, in its own transaction. */
async function carryOut(ctx: Context, drafts: Drafts) {
  for (const { sid, row, transition } of drafts) {
    if (transition === 'keep_secret') await become(ctx, sid, row, 'trade_secret')
    if (transition === 'publish') await become(ctx, sid, row, 'paper')
    if (transition === 'merge' && row.merged_into) await joinTo(ctx, row, row.merged_into)
  }
}

/** Creates the case that a proposal becomes; the inventors know the secret already, and may read it. */
async function become(ctx: Context, sid: string, row: Row, name: 'trade_secret' | 'paper') {
  const kind = kindOf(ctx, name)
  const own = onBehalfOf(ctx)
  const knowing = [...(await peopleOf(ctx, inventorsOf(row))).values(), row.owner_sid ?? ctx.actor.sid].filter((one) => one !== null)
  const made = await createRow(own, modelNamed(ctx.tenant.models, name), {
    ...caseOf(kind, [row], {}),
    source_case: sid,
    ...(name === 'trade_secret' && { authorised_users: [...new Set(knowing)] }),
  })
  await record(ctx, sid, { result_case_sids: [...(row.result_case_sids ?? []), made] })
}

const ENDED = ['要并入的提案刚刚已立案或已结束', 'The disclosure to merge into has just got its cases or has ended'] as const

/** The inventors of a merged proposal become those of the other one as well, with new shares. */
async function joinTo(ctx: Context, row: Row, target: string) {
  const other = await locked(ctx, target)
  if (BEYOND_MERGING.has(other.status)) return refuse('rule', both('summary', ENDED))
  const inventors = sharedBy([other, row].map(sharesOf)).map((one) => ({ ...one, not_published: one.not_published ?? false }))
  await record(ctx, target, { inventors })
}

/** Once a case has left its preparation, the proposals from which it came are filed. */
export const followFilings = (kind: CaseKind): Part => ({
  hooks: [
    {
      model: [kind.name],
      async written(ctx: Context, drafts: readonly Draft[]) {
        const { states, name } = kind.model
        const phaseAt = (row: RowValues | undefined) => states?.facts?.[String(row?.[states.field])]?.phase
        for (const { sid, before, row } of drafts)
          if (name !== 'proposal' && phaseAt(before) === 'PREPARATION' && phaseAt(row) === 'PENDING')
            await fileThose(ctx, sid, row[fieldOfRole(kind.model, 'filing_date') ?? ''])
      },
    },
  ],
})

async function fileThose(ctx: Context, sid: string, filed: unknown) {
  const found = await ctx.db
    .selectFrom('proposal')
    .select('sid')
    .where('status', '=', 'CASE_CREATED')
    .where('deleted_at', 'is', null)
    .where('result_case_sids', '@>', sql.val([sid]))
    .execute()
  const own: Context = { ...systemContext(ctx.tenant), db: ctx.db, ...(ctx.after && { after: ctx.after }) }
  for (const one of found) {
    if (typeof filed === 'string') await record(own, one.sid, { filed_date: filed })
    await takeTransition(own, proposals(own), one.sid, 'file', {})
  }
}
