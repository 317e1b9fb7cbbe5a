import { COMPARED } from '../../../model/rights/patents/official_record.ts'
import { areAlike } from '../../../model/cases/compare-values.ts'
import type { Model } from '../../../model/kit/model.ts'
import { normalise } from '../../../model/cases/numbers/recognise.ts'
import type { Context, DraftOf, RowValues } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { readIql } from '../../records/query/search.ts'
import { modelNamed } from '../../records/registry.ts'
import { updateRow } from '../../records/write/update.ts'
import { faultAt, setValue } from '../../records/write/validate.ts'

/** Each imported record of an office is compared with the own case of its number, as its author sees it. */
export const officialRecords: Part = { hooks: [{ model: 'official_record', prepare: compare, check, written: takeOver }] }

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
    setValue(draft, 'status', count === undefined ? 'UNMATCHED' : count === 0 ? 'SAME' : 'DIFFERENT')
  }
}

/** Our case may have changed since; what a person kept or left for later stays so while the office says the same. */
const isAskedAgain = ({ source }: Context, { row }: Official) => source === 'sync' && row.status !== 'KEPT' && row.status !== 'LATER'

/** The number of differences; undefined without a case of this number. */
async function compareOne(ctx: Context, draft: Official): Promise<number | undefined> {
  const ours = await caseOf(ctx, draft.row)
  setValue(draft, 'patent_sid', ours ? String(ours.sid) : null)
  const [model, office] = [modelNamed(ctx.tenant.models, 'patent'), draft.row.country ?? '']
  const found = ours ? CODES.flatMap((code) => differenceIn(model, code, { ours: ours[code], official: draft.row[code], office })) : []
  setValue(draft, 'differences', found)
  return ours && found.length
}

/** The live case of this number and office, if this person sees it. */
async function caseOf(ctx: Context, { application_key: key, country }: Official['row']): Promise<RowValues | undefined> {
  if (!key) return undefined
  const known = await ctx.db.selectFrom('patent').select('sid').where('application_key', '=', key).where('country', '=', country).where('deleted_at', 'is', null).limit(1).execute() // oxfmt-ignore
  const sid = known[0]?.sid
  if (!sid) return undefined
  const model = modelNamed(ctx.tenant.models, 'patent')
  const { where } = readIql(`sid = '${sid}'`)
  return (await readPage(ctx, model, ['sid', ...CODES], { where: visible(ctx, model, where), order: [] }, { start: 0, rows: 1 }))[0]
}

function differenceIn(model: Model, code: Code, { ours, official, office }: { ours: unknown; official: unknown; office: string }) {
  return areAlike({ model, code, office }, ours, official) ? [] : [{ field: code, ours: ours ? String(ours) : null, official: String(official) }]
}

function check(ctx: Context, drafts: readonly Official[]) {
  const model = modelNamed(ctx.tenant.models, 'official_record')
  for (const draft of drafts)
    if (draft.transition === 'accept' && !draft.row.patent_sid) faultAt(ctx, model, draft, 'patent_sid', ['已找不到该案件', 'is no longer there'])
}

/** Taken over as the change of whoever accepts it: with their permissions, and with all that follows for deadlines and fees. */
async function takeOver(ctx: Context, drafts: readonly Official[]) {
  const model = modelNamed(ctx.tenant.models, 'patent')
  for (const { transition, row } of drafts) {
    const changes = Object.fromEntries((row.differences ?? []).flatMap(({ field }) => (field ? [[field, row[field]]] : [])))
    if (transition !== 'accept' || !row.patent_sid || Object.keys(changes).length === 0) continue
    await updateRow(ctx, model, row.patent_sid, changes, { verb: 'update' })
  }
}
