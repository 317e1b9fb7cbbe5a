import { ADDRESS, PICTURE, WITHOUT_DATA } from '../../model/portal/portal_component.ts'
import { STATISTIC_CODE } from '../../model/statistics/definition.ts'
import { readLayout } from '../../model/portal/layout.ts'
import { widgetNamed } from '../../model/portal/widgets.ts'
import { refuse } from '../errors.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'

const SYSTEM_ALIAS = /^system-/

export function prepareTemplates(_: Context, drafts: readonly DraftOf<'portal_template'>[]) {
  for (const draft of drafts) {
    if (!draft.before && draft.row.portal_type === 'AGENCY') setValue(draft, 'platform', '2')
    if (!draft.before && draft.row.portal_type === 'HOME') setValue(draft, 'platform', '1')
    if (draft.row.portal_type !== 'MODULE' && draft.row.public === true) setValue(draft, 'public', false)
  }
}

export async function checkTemplates(ctx: Context, drafts: readonly DraftOf<'portal_template'>[]) {
  const model = modelNamed(ctx.tenant.models, 'portal_template')
  for (const draft of drafts) {
    const { alias, layout } = draft.row
    if (ctx.actor.sid !== null && draft.changed.has('alias') && SYSTEM_ALIAS.test(alias ?? ''))
      faultAt(ctx, model, draft, 'alias', ['不能以 system- 开头', 'must not start with system-'])
    if (layout === null || layout === undefined || !(draft.changed.has('layout') || draft.changed.has('public'))) continue
    const read = readLayout(layout)
    if ('fault' in read) faultAt(ctx, model, draft, 'layout', read.fault)
    else await checkCodes(ctx, draft, read.places.map(({ i }) => i)) // oxfmt-ignore
  }
}

/** Every component exists; a public page holds no data. */
async function checkCodes(ctx: Context, draft: DraftOf<'portal_template'>, codes: readonly string[]) {
  const model = modelNamed(ctx.tenant.models, 'portal_template')
  const statistics = codes.filter((code) => STATISTIC_CODE.test(code))
  await checkStatistics(ctx, draft, statistics)
  const own = codes.filter((code) => !widgetNamed(code) && !STATISTIC_CODE.test(code))
  const rows = own.length
    ? await ctx.db
        .selectFrom('portal_component')
        .select(['code', 'name', 'widget'])
        .where('code', 'in', own)
        .where('deleted_at', 'is', null)
        .execute()
    : []
  const unknown = own.find((code) => !rows.some((row) => row.code === code))
  if (unknown) faultAt(ctx, model, draft, 'layout', [`没有组件“${unknown}”`, `names the unknown component “${unknown}”`])
  if (draft.row.public !== true) return
  const data = codes.find((code) => widgetNamed(code)) ?? statistics[0] ?? rows.find(({ widget }) => !WITHOUT_DATA.has(widget ?? ''))?.name
  if (data)
    faultAt(ctx, model, draft, 'public', [
      `公开页面只能含文字、链接和图片，不能含“${data}”`,
      `a public page holds texts, links and pictures only, not “${data}”`,
    ])
}

async function checkStatistics(ctx: Context, draft: DraftOf<'portal_template'>, codes: readonly string[]) {
  if (codes.length === 0) return
  const rows = await ctx.db.selectFrom('statistic').select('code').where('code', 'in', codes).where('deleted_at', 'is', null).execute()
  const unknown = codes.find((code) => !rows.some((row) => row.code === code))
  const model = modelNamed(ctx.tenant.models, 'portal_template')
  if (unknown) faultAt(ctx, model, draft, 'layout', [`没有统计“${unknown}”，请移除`, `names the unknown statistic “${unknown}”: remove it`])
}

/** A code that no widget of the product has. */
export function prepareComponents(_: Context, drafts: readonly DraftOf<'portal_component'>[]) {
  for (const draft of drafts) if (!draft.row.code) setValue(draft, 'code', `c_${draft.sid.replaceAll('-', '')}`)
}

export function checkComponents(ctx: Context, drafts: readonly DraftOf<'portal_component'>[]) {
  const model = modelNamed(ctx.tenant.models, 'portal_component')
  for (const draft of drafts) {
    const { code, picture, links } = draft.row
    if (draft.changed.has('code') && !/^c_[a-z0-9]{6,40}$/.test(code ?? ''))
      faultAt(ctx, model, draft, 'code', ['应为 c_ 加 6 至 40 个小写字母或数字', 'must be c_ and 6 to 40 lower-case letters or digits'])
    if (picture && draft.changed.has('picture') && !PICTURE.test(picture))
      faultAt(ctx, model, draft, 'picture', ['应为 PNG、JPEG 或 WebP 图片', 'must be a PNG, JPEG or WebP picture'])
    for (const { address } of (draft.changed.has('links') && links) || [])
      if (address && !ADDRESS.test(address))
        faultAt(ctx, model, draft, 'links', [
          `地址“${address}”应为本系统的路径或以 https:// 开头`,
          `the address “${address}” must be a path of this system or start with https://`,
        ])
  }
}

/** A component cannot be deleted while a template or its published version contains it. */
export async function refuseUsed({ db }: Context, rows: readonly { code: string | null; name: string | null }[]) {
  const templates = await db.selectFrom('portal_template').select(['name', 'layout', 'published']).where('deleted_at', 'is', null).execute()
  for (const { code, name } of rows) {
    const user = code && templates.find(({ layout, published }) => JSON.stringify([layout, published]).includes(`"${code}"`))
    if (user)
      refuse('rule', {
        summary_zh: `“${name}”用于“${user.name}”，请先从中移除并发布`,
        summary_en: `“${name}” stands on “${user.name}”: remove it there and publish first`,
      })
  }
}
