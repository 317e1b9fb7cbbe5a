import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import type { Context } from './context.ts'
import { allOf, among } from './permission/conditions.ts'
import { accessOf, visible } from './permission/permission.ts'
import { readPage } from './query/page.ts'

const MAX_ASKED = 1000

/** Those of the records that this person sees and that meet the condition. */
export async function seenAmong(ctx: Context, model: Model, sids: readonly string[], condition?: Condition): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const { verbs } = accessOf(ctx, model)
  if (!verbs.has('search') && !verbs.has('*')) return seen
  for (let start = 0; start < sids.length; start += MAX_ASKED) {
    const some = sids.slice(start, start + MAX_ASKED)
    const where = visible(ctx, model, allOf([among(['sid'], some), ...(condition ? [condition] : [])]))
    for (const { sid } of await readPage(ctx, model, ['sid'], { where, order: [] }, { start: 0, rows: some.length })) seen.add(String(sid))
  }
  return seen
}
