import { modelOfTable } from '../../database/count-tables.ts'
import { columnsOf, fullText, LEXEMES } from '../../database/sync/sync.ts'
import type { Context } from '../context.ts'
import type { Reads } from './totals/totals.ts'

const known = new Map<string, { generation: number; reads: Reads }>()
const KEPT = 5000

/**
 * The reads of a statement, from its own text: each model that it names, with every column of that model whose name occurs in it. A name
 * with another meaning there causes an unnecessary read, never a missing one.
 */
export function readsOf(text: string, { tenant }: Context): Reads {
  const { generation, all } = tenant.models
  const key = `${tenant.schema} ${text}`
  const found = known.get(key)
  if (found?.generation === generation) return found.reads
  const words = new Set(text.match(/\w+/g))
  const named = [...text.matchAll(/(?:from|join) "(\w+)"/g)].flatMap(([, name = '']) => all.get(modelOfTable(name)) ?? [])
  const reads = new Map(
    named.map((model) => {
      const columns = columnsOf(model).flatMap(([column]) => (words.has(column) ? [column] : []))
      return [model.name, new Set([...columns, ...(words.has(LEXEMES) ? fullText(model) : [])])] as const
    }),
  )
  if (known.size >= KEPT) known.clear()
  known.set(key, { generation, reads })
  return reads
}
