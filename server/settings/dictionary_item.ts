import type { Field, Words } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { refuse } from '../errors.ts'
import type { Part } from '../records/modules.ts'
import { lockKey, type Context, type DraftOf, type RowValues } from '../records/context.ts'
import { declaredModels, loadModels, modelNamed } from '../records/registry.ts'
import { createRow } from '../records/write/create.ts'
import { markSystemRows } from '../records/write/checks/system-rows.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import { warnAt } from '../records/write/checks/warnings.ts'

/** The options of dictionaries are part of the models; a change of one is a change of them, in every process. */
export const dictionaries: Part = {
  hooks: [
    { model: 'dictionary_item', check: checkItems, written: rereadModels, restored: rereadModels },
    { model: 'dictionary', deleted: refuseUsed },
  ],
}

async function checkItems(ctx: Context, drafts: readonly DraftOf<'dictionary_item'>[]) {
  await lockKey(ctx, 'dictionaries')
  const model = modelNamed(ctx.tenant.models, 'dictionary_item')
  const named = [...new Set(drafts.flatMap(({ row }) => row.dictionary ?? []))]
  if (named.length === 0) return
  const known = await ctx.db.selectFrom('dictionary').select('code').where('code', 'in', named).where('deleted_at', 'is', null).execute()
  for (const draft of drafts) {
    const { dictionary } = draft.row
    if (dictionary && !known.some(({ code }) => code === dictionary))
      faultAt(ctx, model, draft, 'dictionary', ['没有这个数据字典', 'there is no such dictionary'])
  }
  await warnInInvalid(ctx, model, drafts)
}

/** A change in an invalid dictionary needs a confirmation, like one below an invalid option. */
async function warnInInvalid({ db }: Context, model: Model, drafts: readonly DraftOf<'dictionary_item'>[]) {
  const named = [...new Set(drafts.flatMap(({ before, row }) => (before && row.dictionary ? [row.dictionary] : [])))]
  if (named.length === 0) return
  const invalid = await db
    .selectFrom('dictionary')
    .select(['code', 'name', 'name_en'])
    .where('code', 'in', named)
    .where('valid', '=', false)
    .execute()
  for (const draft of drafts) {
    const of = draft.before && invalid.find(({ code }) => code === draft.row.dictionary)
    if (!of || draft.changed.size === 0) continue
    const words = [
      `数据字典“${of.name}”已无效，仍要修改吗？`,
      `the dictionary “${of.name_en ?? of.name}” is no longer valid. Change it all the same?`,
    ] as const
    warnAt(model, draft, { code: 'parent_invalid', field: 'dictionary', words, asks: true })
  }
}

/** Records refer to the codes of its options. */
async function refuseUsed({ db }: Context, rows: readonly RowValues[]) {
  for (const { code, name } of rows) {
    const item = await db
      .selectFrom('dictionary_item')
      .select('sid')
      .where('dictionary', '=', String(code))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const field = await db.selectFrom('custom_field').select('name').where('dictionary', '=', String(code)).where('deleted_at', 'is', null).executeTakeFirst() // oxfmt-ignore
    if (item || field)
      refuse('rule', {
        summary_zh: `“${String(name)}”已有选项或被自定义字段使用，不能删除，可设为无效`,
        summary_en: `“${String(name)}” has options or is used by a custom field and cannot be deleted; set it to invalid instead`,
      })
  }
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

/** The dictionaries of built-in fields. */
const BUILT_IN: Readonly<Record<string, Words>> = { value_grade: ['专利价值等级', 'Value grade of patents'] }

async function seedBuiltIn(ctx: Context) {
  const model = modelNamed(ctx.tenant.models, 'dictionary')
  const there = new Set((await ctx.db.selectFrom('dictionary').select('code').execute()).map(({ code }) => code))
  for (const [code, [name, name_en]] of Object.entries(BUILT_IN)) if (!there.has(code)) await createRow(ctx, model, { code, name, name_en })
  await markSystemRows(ctx, model, 'code', Object.keys(BUILT_IN))
}

/** Declared options become rows that a company can change; existing rows, including changed ones, are kept. */
export async function seedDictionaries(ctx: Context) {
  await seedBuiltIn(ctx)
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
