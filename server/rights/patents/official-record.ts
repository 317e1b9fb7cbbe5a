import { sql } from 'kysely'
import { COMPARED } from '../../../model/rights/patents/official_record.ts'
import { areAlike } from '../../../model/cases/compare-values.ts'
import type { Words } from '../../../model/kit/fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { normalise } from '../../../model/cases/numbers/recognise.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { anyOf, GIVEN, prefixed } from '../../records/permission/conditions.ts'
import { accessOf, visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { modelNamed } from '../../records/registry.ts'
import { updateRow } from '../../records/write/update.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'

/** Each imported record of an office is compared with the own case of its number, as its author sees it. */
export const officialRecords: Part = {
  hooks: [{ model: 'official_record', prepare: compare, check, written: takeOver }],
  rowVisibility: { official_record: { only: ofSeenCases } },
}

/** Official data compared with a case reveal its values: only people who see the case see them. */
function ofSeenCases(ctx: Context): Condition | undefined {
  const seen = prefixed(accessOf(ctx, modelNamed(ctx.tenant.models, 'patent')).rows, 'patent_sid')
  return seen && anyOf([{ kind: 'empty', path: ['patent_sid'], at: GIVEN, negated: false }, seen])
}

type Official = DraftOf<'official_record'>
type Code = keyof typeof COMPARED
const CODES = Object.keys(COMPARED) as Code[] // its own keys

async function compare(ctx: Context, drafts: readonly Official[]) {
  for (const draft of drafts) {
    if (draft.transition) {
      setValue(draft, 'decided_by', draft.transition === 'later' ? null : ctx.actor.sid)
      setValue(draft, 'decided_on', draft.transition === 'later' ? null : ctx.today)
      // The case may have changed since the comparison.
      if (draft.transition === 'accept') await compareOne(ctx, draft)
      continue
    }
    const isChanged = !draft.before || ['application_no', 'country', ...CODES].some((code) => draft.changed.has(code))
    if (!isChanged && !isAskedAgain(ctx, draft)) continue
    const { application_no, country } = draft.row
    setValue(draft, 'application_key', application_no ? normalise(application_no, { kind: 'application', office: country ?? '' }) : null)
    const count = await compareOne(ctx, draft)
    const different = draft.row.status === 'LATER' && !isChanged ? 'LATER' : 'DIFFERENT'
    setValue(draft, 'status', count === undefined ? 'UNMATCHED' : count === 0 ? 'SAME' : different)
  }
}

/** Our case may have changed since; a kept difference stays kept while the office's value is the same. */
const isAskedAgain = ({ source }: Context, { row }: Official) => source === 'sync' && row.status !== 'KEPT'

/** The number of differences, for every caller: reading them is checked elsewhere. Undefined without a case of this number. */
async function compareOne(ctx: Context, draft: Official): Promise<number | undefined> {
  const model = modelNamed(ctx.tenant.models, 'patent')
  const sid = await caseOf(ctx, model, draft.row)
  setValue(draft, 'patent_sid', sid ?? null)
  const ours = sid ? await ctx.db.selectFrom('patent').select(CODES).where('sid', '=', sid).executeTakeFirst() : undefined
  const office = draft.row.country ?? ''
  const found = ours ? CODES.flatMap((code) => differenceIn(model, code, { ours: ours[code], official: draft.row[code], office })) : []
  setValue(draft, 'differences', found)
  return ours && found.length
}

const CANDIDATES = 50

/** The live case of this number and office that this person sees: of several companies, first that of the record's own. */
async function caseOf(ctx: Context, model: Model, of: Official['row']): Promise<string | undefined> {
  const { application_key: key, country, company_sid } = of
  if (!key) return undefined
  const isOwn = sql`(company_sid is not distinct from ${company_sid})`
  const known = await ctx.db.selectFrom('patent').select('sid').where('application_key', '=', key).where('country', '=', country).where('deleted_at', 'is', null).orderBy(isOwn, 'desc').orderBy('created_at').orderBy('sid').limit(CANDIDATES).execute() // oxfmt-ignore
  if (known.length === 0) return undefined
  const values = known.map(({ sid }) => ({ kind: 'text' as const, value: sid, at: 1 }))
  const where: Condition = { kind: 'in', path: ['sid'], at: 1, negated: false, values }
  const seen = await readPage(ctx, model, ['sid'], { where: visible(ctx, model, where), order: [] }, { start: 0, rows: CANDIDATES })
  const sids = new Set(seen.map(({ sid }) => sid))
  return known.find(({ sid }) => sids.has(sid))?.sid
}

function differenceIn(model: Model, code: Code, { ours, official, office }: { ours: unknown; official: unknown; office: string }) {
  return areAlike({ model, code, office }, ours, official) ? [] : [{ field: code, ours: ours ? String(ours) : null, official: String(official) }]
}

function check(ctx: Context, drafts: readonly Official[]) {
  const model = modelNamed(ctx.tenant.models, 'official_record')
  const { mayRead, masks } = accessOf(ctx, modelNamed(ctx.tenant.models, 'patent'))
  for (const draft of drafts) {
    if (draft.transition !== 'accept' && draft.transition !== 'keep') continue
    if (draft.transition === 'accept' && !draft.row.patent_sid) faultAt(ctx, model, draft, 'patent_sid', ['已找不到该案件', 'is no longer there'])
    const isHidden = draft.row.differences?.some(({ field }) => field && (!mayRead(field) || masks(field)))
    if (isHidden) faultAt(ctx, model, draft, 'differences', HIDDEN)
  }
}

const HIDDEN: Words = ['含有您无权查看的字段，请由有权者决定', 'concern fields that you may not see: ask somebody who may to decide']

/** Accepted values are a change by the accepting person: with their permissions, and with the effects on deadlines and fees. */
async function takeOver(ctx: Context, drafts: readonly Official[]) {
  const model = modelNamed(ctx.tenant.models, 'patent')
  for (const { transition, row } of drafts) {
    const changes = Object.fromEntries((row.differences ?? []).flatMap(({ field }) => (field ? [[field, row[field]]] : [])))
    if (transition !== 'accept' || !row.patent_sid || Object.keys(changes).length === 0) continue
    await updateRow(ctx, model, row.patent_sid, changes, { verb: 'update' })
  }
}
