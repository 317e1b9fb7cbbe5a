import type { ImportPreview } from '../../../model/import/import-routes.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import type { Context } from '../../records/context.ts'
import { authorize, visible } from '../../records/permission/permission.ts'
import { readPage } from '../../records/query/page.ts'
import { nameOf } from '../../records/registry.ts'

const TOGETHER = 1000
const MAX_SHOWN = 200

/** By the records of the rows, and by their numbers in small letters. */
type Named = { sids: ReadonlyMap<string, unknown>; numbers: ReadonlySet<string> }

/**
 * Of a list that is kept whole by numbers, such as people by job number: the records with a number that no row of the file names.
 * They are not changed. A rejected row still names its record by the number.
 */
export async function absentFrom(ctx: Context, model: Model, named: Named): Promise<ImportPreview['absent']> {
  const { number, only } = model.listed_by ?? {}
  if (!number || !only) return null
  authorize(ctx, model, 'search')
  const at = 1
  const terms = Object.entries(only).map(([code, values]): Condition => ({ kind: 'in', path: [code], at, negated: false, values: values.map((value) => ({ kind: 'text', value, at })) })) // oxfmt-ignore
  const where = visible(ctx, model, { kind: 'and', of: [{ kind: 'empty', path: [number], at, negated: true }, ...terms] })
  const first: { sid: string; name: string; number: string }[] = []
  let count = 0
  for (let start = 0; ; start += TOGETHER) {
    const order = [{ path: [number], at, desc: false }]
    const rows = await readPage(ctx, model, ['sid', number, ...model.display], { ...(where && { where }), order }, { start, rows: TOGETHER })
    for (const row of rows) {
      if (named.sids.has(String(row.sid)) || named.numbers.has(String(row[number]).toLowerCase())) continue
      count++
      if (first.length < MAX_SHOWN) first.push({ sid: String(row.sid), name: nameOf(model, row), number: String(row[number] ?? '') })
    }
    if (rows.length < TOGETHER) return { count, first }
  }
}
