import type { CaseKind } from '../../../model/cases/case-kind.ts'
import { HEAD } from '../../../model/cases/head-fields.ts'
import { DILIGENCE } from '../../../model/dealings/diligence.ts'
import { labelOf, type Words } from '../../../model/kit/fields.ts'
import type { Model } from '../../../model/kit/model.ts'
import { refuse } from '../../errors.ts'
import { outcomeOf } from '../../records/abilities.ts'
import type { Context } from '../../records/context.ts'
import { limitsOf } from '../../records/settings/limits.ts'
import { actingBy } from '../../records/permission/acting-by.ts'
import { accessOf, authorize } from '../../records/permission/permission.ts'
import { count, readIql } from '../../records/query/search.ts'
import { streamRows } from '../../records/query/stream.ts'
import { modelNamed } from '../../records/registry.ts'

export type Wanted = { model: string; iql: string; documents: boolean }
/** Rights and documents left out of the export, with the reason */
export type Left = { what: string; why: Words }
/** The rights by kind. */
export type Rights = ReadonlyMap<string, readonly string[]>

/** Those of the query that this person's roles let them export; the others are left out by name. */
export async function rightsOf(ctx: Context, { model: name, iql }: Wanted): Promise<{ rights: Rights; left: Left[] }> {
  const model = askedModel(ctx, name)
  authorize(ctx, model, 'search')
  const { total } = await count(ctx, model, { iql })
  if (total === 0) refuse('rule', NONE)
  const most = Math.min(DILIGENCE.rights, (await limitsOf(ctx)).exported_rows)
  if (total > most) refuse('rule', { summary_zh: `一次最多 ${most} 项权利，所选 ${total} 项，请缩小范围`, summary_en: `At most ${most} rights at once, and ${total} are chosen: narrow the selection` }) // oxfmt-ignore
  const rights = new Map<string, readonly string[]>()
  const left: Left[] = []
  for (const [kind, sids] of await byKind(ctx, model, iql)) {
    const own = modelNamed(ctx.tenant.models, kind)
    const exported = isRight(ctx.tenant.models.kinds.get(kind)) ? await exportable(ctx, own, sids) : []
    if (exported.length > 0) rights.set(kind, exported)
    if (exported.length < sids.length) left.push({ what: `${labelOf(own, ctx.lang)} × ${sids.length - exported.length}`, why: whyOf(ctx, own) })
  }
  if (rights.size === 0) refuse('rule', NOT_YOURS)
  return { rights, left }
}

const NONE = { summary_zh: '没有权利可导出', summary_en: 'There is no right to export' }
const NOT_YOURS = { summary_zh: '您的角色不能导出其中任何权利', summary_en: 'Your roles let you export none of these rights' }
const NO_RIGHTS = { summary_zh: '应为权利的种类', summary_en: 'This is no kind of right' }
const NO_RIGHT: Words = ['是合同、纠纷、提案或其他事务，不是权利', 'A contract, a dispute, a disclosure or other work, and no right']
export const NOT_EXPORTED: Words = ['您的角色无权导出', 'Your roles do not let you export it']

function askedModel({ tenant: { models } }: Context, name: string): Model {
  return name === HEAD || isRight(models.kinds.get(name)) ? modelNamed(models, name) : refuse('rule', NO_RIGHTS)
}

const whyOf = ({ tenant }: Context, { name }: Model) => (isRight(tenant.models.kinds.get(name)) ? NOT_EXPORTED : NO_RIGHT)

/** Kinds that are never in force, such as ideas before filing, are not rights. */
const isRight = (kind: CaseKind | undefined) =>
  kind !== undefined && !kind.dealing && Object.values(kind.model.states?.facts ?? {}).some(({ phase }) => phase === 'GRANTED')

async function byKind(ctx: Context, model: Model, iql: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const codes = model.name === HEAD ? ['sid', 'kind'] : ['sid']
  for await (const batch of streamRows(ctx, model, codes, readIql(iql)))
    for (const { sid, kind = model.name } of batch) {
      const own = found.get(String(kind)) ?? []
      own.push(String(sid))
      found.set(String(kind), own)
    }
  return found
}

async function exportable(asked: Context, model: Model, sids: readonly string[]): Promise<string[]> {
  const ctx = exporting(asked, model)
  if (!ctx) return []
  const found: string[] = []
  for await (const batch of streamRows(ctx, model, ['sid'], readIql(among('sid', sids)))) found.push(...batch.map(({ sid }) => String(sid)))
  const { exportable: max } = accessOf(ctx, model)
  return max !== undefined && found.length > max ? refuse('too_many_exported', { total: found.length, max }) : found
}

/** The person, limited on this model to the records that they may export; undefined if there are none. */
export const exporting = (ctx: Context, model: Model): Context | undefined =>
  outcomeOf(() => authorize(ctx, model, 'export')).allowed ? actingBy(ctx, model, 'export') : undefined

export const among = (code: string, sids: readonly string[]) => `${code} IN (${sids.map((sid) => `'${sid}'`).join(', ')})`
