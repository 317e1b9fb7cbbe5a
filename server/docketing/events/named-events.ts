import { modelNamed } from '../../records/registry.ts'
import { sameValue } from '../../records/write/checks/same-value.ts'
import { faultAt, setValue } from '../../records/write/checks/validate.ts'
import type { Context, DraftOf } from '../../records/context.ts'
import { refuseComingEvent } from './coming-day.ts'

/** An event of a known code carries the catalogue's name and direction. */
export async function nameEvents(ctx: Context, drafts: readonly DraftOf<'official_event'>[]) {
  const codes = [...new Set(drafts.flatMap(({ row, before }) => [row.code, before?.code]).filter((code) => typeof code === 'string'))]
  if (codes.length === 0) return
  const types = await ctx.db
    .selectFrom('document_type')
    .select(['code', 'name', 'name_en', 'direction', 'transition'])
    .where('code', 'in', codes)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(types.map((type) => [type.code, type]))
  for (const draft of drafts) {
    const type = known.get(draft.row.code)
    if (draft.row.basis_date && !draft.row.basis_reason)
      faultAt(ctx, modelNamed(ctx.tenant.models, 'official_event'), draft, 'basis_reason', [
        '改动起算日须说明理由',
        'is required when the basis date is set by hand',
      ])
    if (!type && (!draft.before || draft.changed.has('code')))
      faultAt(ctx, modelNamed(ctx.tenant.models, 'official_event'), draft, 'code', [
        `文件类型目录中没有 ${draft.row.code}：请从目录中选择，或先将其加入目录`,
        `${draft.row.code} is not in the catalogue of document types: choose a type from it, or add this one first`,
      ])
    if (!type) continue
    refuseComingEvent(ctx, draft, type)
    renameEvent(draft, known.get(draft.before?.code ?? ''), type)
    if (!draft.row.name) setValue(draft, 'name', type.name)
    if (!draft.row.name_en && draft.row.name === type.name) setValue(draft, 'name_en', type.name_en)
    if (!draft.row.direction) setValue(draft, 'direction', type.direction)
  }
}

type Type = Readonly<Record<(typeof OF_TYPE)[number], unknown>>
const OF_TYPE = ['name', 'name_en', 'direction'] as const

/** Another kind brings its own name and direction, except those that a person has entered. */
function renameEvent(draft: DraftOf<'official_event'>, former: Type | undefined, type: Type) {
  const { before, changed } = draft
  if (!before || !former || !changed.has('code')) return
  for (const code of OF_TYPE) if (!changed.has(code) && sameValue(before[code], former[code])) setValue(draft, code, type[code])
}
