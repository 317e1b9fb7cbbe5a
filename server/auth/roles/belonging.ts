import type { ExplainedFact } from '../../../model/auth/roles/permission-actions.ts'
import { type Field, labelOf, type Lang, wordIn } from '../../../model/kit/fields.ts'
import type { Condition } from '../../../model/kit/iql/ast.ts'
import type { Model } from '../../../model/kit/model.ts'
import { outcomeOf } from '../../records/abilities.ts'
import type { Context } from '../../records/context.ts'
import { joinsOf } from '../../records/query/conditions/condition.ts'
import { follow } from '../../records/query/conditions/joins.ts'
import { search } from '../../records/query/search.ts'

/** The fields that conditions of permission test, each once. */
export function pathsIn(conditions: readonly Condition[]): string[] {
  const paths = conditions.flatMap((condition): string[] => {
    switch (condition.kind) {
      case 'and':
      case 'or':
        return pathsIn(condition.of)
      case 'not':
        return pathsIn([condition.of])
      default:
        return [condition.path.join('.')]
    }
  })
  return [...new Set(paths)].filter((path) => path !== 'sid')
}

/** Values of these fields of a record, as far as the caller may read them: they explain why it is within or outside a scope. */
export async function belongingOf(ctx: Context, model: Model, { sid }: Record<string, unknown>, paths: readonly string[]): Promise<ExplainedFact[]> {
  const readable = paths.filter((path) => outcomeOf(() => follow(joinsOf(ctx, model), path.split('.'))).allowed)
  if (readable.length === 0) return []
  const { record } = await search(ctx, model, { fl: readable, iql: `sid = '${String(sid)}'`, rows: 1, total: 'none' })
  const facts = readable.map((path) => {
    const { field } = follow(joinsOf(ctx, model), path.split('.'))
    return { label: labelOf(field, ctx.lang), value: shownText(record[0]?.[path], field, ctx.lang) || '—' }
  })
  return [...new Map(facts.map((fact) => [`${fact.label} ${fact.value}`, fact])).values()]
}

function shownText(value: unknown, field: Field, lang: Lang): string {
  if (Array.isArray(value)) return [...new Set(value.map((one) => shownText(one, field, lang)))].filter(Boolean).join(', ')
  if (typeof value === 'object' && value !== null) return 'name' in value ? String(value.name) : ''
  const words = 'options' in field ? field.options?.[String(value)] : undefined
  return words ? wordIn(words, lang) : String(value ?? '')
}
