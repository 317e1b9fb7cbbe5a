import { isNamed } from '../../../../model/import/values/read-value.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Item } from '../item.ts'
import { nameKey } from '../references/name-key.ts'
import { fieldsOf } from '../../../records/registry.ts'
import type { Context } from '../../../records/context.ts'
import { bareOf, findNamed, lookupCodes } from '../references/references.ts'

/** The field that names the record above: the parent in a tree, or who leads a person. */
const aboveOf = (model: Model) =>
  model.tree?.parent ?? fieldsOf(model).find(([, field]) => field.type === 'reference' && field.to === model.name && field.later)?.[0]

/** Rows of a tree, each after its parent's row, in any order of the file. Rows in a cycle come last, unchanged. */
export function parentsFirst(model: Model, items: readonly Item[]): Item[][] {
  const above = aboveOf(model)
  if (!above) return [[...items]]
  const codes = lookupCodes(model)
  const keysOf = ({ values }: Item) => codes.flatMap((code) => (typeof values[code] === 'string' ? [nameKey(values[code])] : []))
  const waves: Item[][] = []
  let rest = [...items]
  while (rest.length > 0) {
    const named = Map.groupBy(
      rest.flatMap((item) => keysOf(item).map((key) => ({ key, item }))),
      ({ key }) => key,
    )
    const waits = (item: Item) => {
      const parent = item.values[above]
      if (!isNamed(parent)) return false
      return [parent.named, bareOf(parent.named)].some((name) => (named.get(nameKey(name)) ?? []).some((one) => one.item !== item))
    }
    const ready = rest.filter((item) => !waits(item))
    const wave = ready.length > 0 ? ready : rest
    waves.push(wave)
    rest = rest.filter((item) => !wave.includes(item))
  }
  return waves
}

/** A trial writes no row, so a parent that the file itself enters is left out of it, and so is a leader who is not on record yet. */
export async function withoutOwnParents(ctx: Context, model: Model, items: readonly Item[]) {
  const above = aboveOf(model)
  if (!above) return
  const [, ...later] = parentsFirst(model, items)
  const rows = later.flat().map(({ values }) => ({ values, named: isNamed(values[above]) ? values[above].named : '' }))
  const known = model.tree || rows.length === 0 ? undefined : await findNamed(ctx, model, rows.map(({ named }) => named)) // oxfmt-ignore
  for (const { values, named } of rows) if (!known?.has(named)) delete values[above]
}
