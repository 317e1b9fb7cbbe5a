import { sql } from 'kysely'
import type { Field } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { anyTable } from '../database/pool.ts'
import { both, refuse } from '../errors.ts'
import type { Context, RowValues } from '../records/context.ts'
import { fieldsOf, nameOf } from '../records/registry.ts'

/** Records hold values of custom fields and dictionary codes without a reference, so an entry that is in use is kept. */
export async function refuseInUse(ctx: Context, made: readonly { model: Model; row: RowValues }[]) {
  for (const { model, row } of made) {
    const isUsed = model.name === 'custom_field' ? await isFilled(ctx, row) : model.name === 'dictionary_item' ? await isChosen(ctx, row) : false
    if (isUsed)
      refuse(
        'rule',
        both('summary', [
          `已有记录使用“${nameOf(model, row)}”，不能回退`,
          `“${nameOf(model, row, 'en')}” is used by records, so the pack cannot be rolled back`,
        ]),
      )
  }
}

async function isFilled({ db, tenant }: Context, { entity, code }: RowValues): Promise<boolean> {
  const model = tenant.models.all.get(String(entity))
  if (!model || !(String(code) in model.fields)) return false
  const found = await anyTable(db).selectFrom(model.name).select('sid').where(String(code), 'is not', null).limit(1).executeTakeFirst()
  return found !== undefined
}

async function isChosen({ db, tenant }: Context, { dictionary, code }: RowValues): Promise<boolean> {
  const holds = ([, field]: readonly [string, Field]) => 'dictionary' in field && field.dictionary === dictionary
  for (const model of tenant.models.all.values())
    for (const [column, field] of model.derived ? [] : fieldsOf(model).filter(holds)) {
      const query = anyTable(db).selectFrom(model.name).select('sid').limit(1)
      const having = field.type === 'options' ? query.where(column, '@>', sql.val([code])) : query.where(column, '=', code)
      if (await having.executeTakeFirst()) return true
    }
  return false
}
