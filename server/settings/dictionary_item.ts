import type { Field } from '../../model/kit/fields.ts'
import type { Part } from '../records/modules.ts'
import { lockKey, type Context } from '../records/context.ts'
import { declaredModels, loadModels, modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'

/** The options of dictionaries are part of the models; a change of one is a change of them, in every process. */
export const dictionaries: Part = {
  hooks: [{ model: 'dictionary_item', check: (ctx) => lockKey(ctx, 'dictionaries'), written: rereadModels, restored: rereadModels }],
}

/** Read while the change is still ours, and put in force when it is committed. */
async function rereadModels({ db, tenant, after }: Context) {
  const models = await loadModels(db, tenant.declared)
  const putInForce = () => {
    tenant.models = models
    tenant.pubsub.publish('models', models.generation)
  }
  if (after) after.push(putInForce)
  else putInForce()
}

/** Declared options become rows that a company can change; existing rows, including changed ones, are kept. */
export async function seedDictionaries(ctx: Context) {
  const declared = [...(await declaredModels()).all.values()].flatMap((model) => Object.values<Field>(model.fields))
  const there = await ctx.db.selectFrom('dictionary_item').select(['dictionary', 'code']).execute()
  const known = new Set(there.map(({ dictionary, code }) => `${dictionary} ${code}`))
  const model = modelNamed(ctx.tenant.models, 'dictionary_item')
  for (const field of declared) {
    if (!('dictionary' in field) || field.dictionary === undefined) continue
    for (const [at, [code, [label_zh, label_en]]] of Object.entries(field.options ?? {}).entries())
      if (!known.has(`${field.dictionary} ${code}`))
        await createRow(ctx, model, { dictionary: field.dictionary, code, label_zh, label_en, sort: (at + 1) * 10 })
  }
}
