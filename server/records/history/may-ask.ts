import { IqlError, parseIql } from '../../../model/kit/iql/parse.ts'
import type { Model } from '../../../model/kit/model.ts'
import { Refusal } from '../../errors.ts'
import type { Context } from '../context.ts'
import { compileCondition, joinsOf } from '../query/conditions/condition.ts'

/** Whether this person may run another person's query: its values reveal contents of the fields that it names. */
export function mayAsk(ctx: Context, model: Model, iql: string): boolean {
  try {
    const { where } = parseIql(iql)
    if (where) compileCondition(joinsOf(ctx, model), where)
    return true
  } catch (fault) {
    if (fault instanceof Refusal || fault instanceof IqlError) return false
    throw fault
  }
}
