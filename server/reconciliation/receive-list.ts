import { fieldOfRole } from '../../model/cases/case-kind.ts'
import type { compareDocket } from '../../model/reconciliation/docket-list-routes.ts'
import { refuse, refuseFaults } from '../errors.ts'
import { mappingOf } from '../import/mapping.ts'
import { takeUpload } from '../import/uploaded.ts'
import { startJob } from '../jobs/job-row.ts'
import { type Context, inTransaction } from '../records/context.ts'
import { authorize } from '../records/permission/permission.ts'
import { modelNamed } from '../records/registry.ts'
import { setValue } from '../records/write/checks/validate.ts'
import { draftNew, insertDrafts, refuseFaulty } from '../records/write/write.ts'
import type { RouteCall } from '../route.ts'
import type { ListInput } from './read-list.ts'

/** Keeps the list, and starts the comparison. */
export async function receiveList({ ctx, request, read }: Pick<RouteCall<typeof compareDocket>, 'ctx' | 'request' | 'read'>) {
  if (!request.isMultipart()) refuse('media_type')
  const { file, fields } = await takeUpload(ctx, request)
  const { agency_sid, kind: name, listed_on, sheet, mapping, day_order } = read(fields)
  const kind = ctx.tenant.models.kinds.get(name)
  if (!kind || !fieldOfRole(kind.model, 'agency')) return refuseKind(ctx)
  const model = modelNamed(ctx.tenant.models, kind.name)
  authorize(ctx, model, 'search')
  await refuseUnknownAgency(ctx, agency_sid)
  const lists = modelNamed(ctx.tenant.models, 'docket_list')
  const said = mappingOf(mapping)
  return inTransaction(ctx, async (tx) => {
    const [draft] = await draftNew(tx, lists, [{ ...(listed_on && { listed_on }) }])
    if (!draft) return refuse('unforeseen')
    for (const [code, value] of Object.entries({ file_name: file.name, agency_sid, kind: kind.name })) setValue(draft, code, value)
    refuseFaulty([draft])
    await insertDrafts(tx, lists, [draft])
    const wish = { ...(sheet && { sheet }), ...(day_order && { day_order }), ...(said && { mapping: [...said] }) }
    const input: ListInput = { sid: draft.sid, file_sid: file.file_sid, kind: kind.name, agency: agency_sid, ...wish }
    return { sid: draft.sid, job_sid: await startJob(tx, { kind: 'RECONCILE', title: [file.name, file.name], entity: lists.name, input }) }
  })
}

const refuseKind = ({ lang }: Context) =>
  refuseFaults([
    {
      field: 'kind',
      label: lang === 'zh' ? '案件类别' : 'Kind of case',
      reason: lang === 'zh' ? '没有由代理机构办理的这类案件' : 'is no kind of case that agencies handle',
    },
  ])

async function refuseUnknownAgency(ctx: Context, sid: string) {
  const model = modelNamed(ctx.tenant.models, 'agency')
  authorize(ctx, model, 'search')
  const found = await ctx.db.selectFrom('agency').select('sid').where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  if (found) return
  const reason = ctx.lang === 'zh' ? '不存在' : 'does not exist'
  refuseFaults([{ field: 'agency_sid', label: model[ctx.lang], reason }])
}
