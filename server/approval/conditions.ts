import { sql } from 'kysely'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { IqlError, parseIql } from '../../model/kit/iql/parse.ts'
import type { Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { Refusal } from '../errors.ts'
import { type Context, SYSTEM } from '../records/context.ts'
import { joinsOf } from '../records/query/conditions/condition.ts'
import { joinSql } from '../records/query/conditions/joins.ts'
import { conditionSql } from '../records/query/page.ts'
import { fieldOf } from '../records/registry.ts'

/** Conditions are evaluated with the rights of the process, not of a participant; me() is the starter. */
const asProcess = (ctx: Context, starter: string | null): Context => ({ ...ctx, actor: { ...SYSTEM, sid: starter, access: new Map() } })

export async function holdsOn(ctx: Context, model: Model, record: string, starter: string | null, iql: string): Promise<boolean> {
  const joins = joinsOf(asProcess(ctx, starter), model)
  const where = conditionSql(joins, parseIql(iql).where)
  const found = await sql`select 1 from ${sql.table(model.name)} as t ${joinSql(joins)} where t.sid = ${record}::uuid and ${where}`.execute(ctx.db)
  return found.rows.length > 0
}

/** Why a condition cannot be asked of the model. */
export function conditionFault(ctx: Context, model: Model, iql: string): Words | undefined {
  try {
    const { where } = parseIql(iql)
    if (!where) return ['条件为空', 'is empty']
    conditionSql(joinsOf(asProcess(ctx, null), model), where)
    const closed = fieldsIn(where).find((code) => fieldOf(model, code)?.process_variable === false)
    return closed === undefined ? undefined : notVariable(model, closed)
  } catch (error) {
    if (error instanceof Refusal) return [error.words('zh'), error.words('en')]
    if (error instanceof IqlError) return [`第 ${error.position} 个字符处：${error.zh}`, `character ${error.position}: ${error.en}`]
    throw error
  }
}

/** The first parts of its fields: those of the record itself. */
function fieldsIn(condition: Condition): string[] {
  if ('path' in condition) return condition.path.slice(0, 1)
  return Array.isArray(condition.of) ? condition.of.flatMap(fieldsIn) : fieldsIn(condition.of)
}

export function notVariable(model: Model, code: string): Words {
  const [zh, en] = fieldWords(model, code)
  return [`字段“${zh}”未设为流程变量`, `the field “${en}” is not a process variable`]
}

/** The name of a field on screen; of one that does not exist its code. */
export function fieldWords(model: Model, code: string): Words {
  const field = fieldOf(model, code)
  return field ? [field.zh, field.en] : [code, code]
}
