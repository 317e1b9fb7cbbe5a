import type { Model } from '../../model/kit/model.ts'
import { waysToShareReport } from '../../model/statistics/report-actions.ts'
import type { Report, ReportPart } from '../../model/statistics/report.ts'
import { perform } from '../records/actions.ts'
import type { Context, DraftOf } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { fieldOf, modelNamed } from '../records/registry.ts'
import { checkShare, ownOnly, SHARED, waysToShare } from '../records/sharing.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { visibleOf } from './planned.ts'
import { nameOf } from './report-file.ts'

export const reports: Part = {
  hooks: [{ model: 'report', prepare, check, deleted: ownOnly('report', ['删除他人的报告', 'delete a report of another person']) }],
  rowVisibility: { report: SHARED },
  actions: perform(waysToShareReport, async ({ ctx }) => waysToShare(ctx, 'report')),
}

function prepare(_: Context, drafts: readonly DraftOf<'report'>[]) {
  for (const draft of drafts) {
    if (!draft.row.code) setValue(draft, 'code', `r_${draft.sid.replaceAll('-', '')}`)
    if (draft.row.share !== 'ROLES' && draft.row.role_sids) setValue(draft, 'role_sids', null)
  }
}

async function check(ctx: Context, drafts: readonly DraftOf<'report'>[]) {
  const model = modelNamed(ctx.tenant.models, 'report')
  for (const draft of drafts) {
    checkShare(ctx, model, draft, {
      of_another: ['是他人的报告，只能由其本人或管理员修改', 'belongs to another person; only that person or an administrator may change it'],
      to_everyone: ['只有管理员可提供给全部用户', 'only administrators can share a report with everyone'],
    })
    if (draft.changed.has('code') && !REPORT_CODE.test(draft.row.code ?? ''))
      faultAt(ctx, model, draft, 'code', ['应为 r_ 加 6 至 40 个小写字母或数字', 'must be r_ and 6 to 40 lower-case letters or digits'])
    if (draft.changed.has('parts') || draft.changed.has('share')) await checkPartsShared(ctx, model, draft)
    if (!draft.changed.has('parts')) continue
    const before = new Set(((draft.before as Partial<Report> | undefined)?.parts ?? []).map((part) => JSON.stringify(part))) // a row of the model
    for (const [at, part] of (draft.row.parts ?? []).entries())
      if (!before.has(JSON.stringify(part))) await checkPart(ctx, model, draft, { at, part })
  }
}

const REPORT_CODE = /^r_[a-z0-9]{6,40}$/

/** A private statistic would be left out for everybody else. */
async function checkPartsShared(ctx: Context, model: Model, draft: DraftOf<'report'>) {
  if (draft.row.share === 'OWN') return
  for (const [at, part] of (draft.row.parts ?? []).entries()) {
    const record = await shownIn(ctx, part)
    if (record?.share !== 'OWN') continue
    const [zh, en] = (['zh', 'en'] as const).map((lang) => `“${nameOf(record, lang)}”`)
    faultAt(ctx, model, draft, 'share', [
      `第 ${at + 1} 项${zh}仅其本人可用，请先共享该项`,
      `part ${at + 1}, ${en}, is only for its maker: share it first`,
    ])
  }
}

const shownIn = async (ctx: Context, { kind, statistic_sid, view_sid }: ReportPart) =>
  kind === 'LIST' && view_sid
    ? visibleOf(ctx, 'saved_view', view_sid)
    : kind === 'STATISTIC' && statistic_sid
      ? visibleOf(ctx, 'statistic', statistic_sid)
      : undefined

/** The maker must see the parts of a report; the rights of others are checked when it is drawn for them. */
async function checkPart(ctx: Context, model: Model, draft: DraftOf<'report'>, { at, part }: { at: number; part: ReportPart }) {
  const refused = (zh: string, en: string) => faultAt(ctx, model, draft, 'parts', [`第 ${at + 1} 项：${zh}`, `part ${at + 1}: ${en}`])
  if (part.kind === 'TEXT' && !part.body?.trim() && !part.heading?.trim()) return refused('请填写标题或正文', 'give it a heading or a text')
  if (part.kind === 'TEXT' || part.kind === 'BUDGETS') return
  const [name, sid] = part.kind === 'LIST' ? (['saved_view', part.view_sid] as const) : (['statistic', part.statistic_sid] as const)
  if (!sid) return part.kind === 'LIST' ? refused('请选择列表', 'choose a list') : refused('请选择统计', 'choose a statistic')
  const record = await visibleOf(ctx, name, sid)
  if (!record) return refused('没有所选的统计或列表，或您无权查看', 'there is no such statistic or list, or you may not see it')
  const of = ctx.tenant.models.all.get(String(record.entity))
  if (part.date_field && (!of || fieldOf(of, part.date_field)?.type !== 'date'))
    refused('期间所指的不是日期字段', 'the period needs a field with a date')
}
