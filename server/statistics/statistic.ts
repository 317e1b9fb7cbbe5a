import { HEAD } from '../../model/cases/head-fields.ts'
import type { Read } from '../../model/kit/action.ts'
import { labelOf } from '../../model/kit/fields.ts'
import type { Model } from '../../model/kit/model.ts'
import { IqlError, parseIql } from '../../model/kit/iql/parse.ts'
import type { Definition, Measure } from '../../model/statistics/definition.ts'
import { BETWEEN, MEASURES, STATISTIC_CODE } from '../../model/statistics/definition.ts'
import {
  computeStatistic as computeDeclared,
  type Countable,
  countableRecords,
  waysToShareStatistic,
} from '../../model/statistics/statistic-actions.ts'
import { both, Refusal, refuse } from '../errors.ts'
import { type Call, perform } from '../records/actions.ts'
import type { Context, DraftOf, RowValues } from '../records/context.ts'
import type { Part } from '../records/modules.ts'
import { accessOf } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { pathsIn, refuseUnkept } from '../records/query/past.ts'
import { onReplica } from '../records/on-replica.ts'
import { modelNamed } from '../records/registry.ts'
import { checkShare, ownOnly, SHARED, waysToShare } from '../records/sharing.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import { forgetFurtherNames } from '../records/words/further-names.ts'
import { computeStatistic, dayOf } from './compute.ts'
import { dimensionOf } from '../records/dimension.ts'
import { measureOf } from './measure.ts'

export const statistics: Part = {
  hooks: [
    {
      model: 'statistic',
      prepare,
      check,
      written: (ctx, drafts) => forgetFurtherNames(ctx, 'statistic', drafts),
      deleted: ownOnly('statistic', ['删除他人的统计', 'delete a statistic of another person']),
    },
  ],
  rowVisibility: { statistic: SHARED },
  actions: [
    ...perform(computeDeclared, async ({ ctx, body }: Call<typeof computeDeclared>) => {
      const { definition } = await readDefinition(ctx, body)
      return onReplica(ctx, (there) => computeStatistic(there, definition))
    }),
    ...perform(countableRecords, async ({ ctx }) => countable(ctx)),
    ...perform(waysToShareStatistic, async ({ ctx }) => waysToShare(ctx, 'statistic')),
  ],
}

/** A list opens behind each figure, so that the records are searched as well. */
function countable(ctx: Context): Countable[] {
  const { all, kinds } = ctx.tenant.models
  const isOpen = (model: Model) => {
    const { verbs } = accessOf(ctx, model)
    return verbs.has('*') || (verbs.has('count') && verbs.has('search'))
  }
  return [...all.values()]
    .filter(isOpen)
    .map((model) => ({ code: model.name, label: labelOf(model, ctx.lang), is_case: model.name === HEAD || kinds.has(model.name) }))
    .toSorted((one, other) => Number(other.is_case) - Number(one.is_case))
}

type Asked = Read<(typeof computeDeclared)['body']>
type Named = { definition: Definition; name: string }

/** A stored statistic that this person may see, or the one in the call, which is not stored. */
export async function readDefinition(ctx: Context, { sid, ...given }: Asked): Promise<Named> {
  if (sid === undefined) {
    if (!given.entity || !given.row_by)
      return refuse('rule', both('summary', ['请选择统计对象和行', 'Choose the records and what they are divided by']))
    return { definition: definitionOf(given), name: '' }
  }
  const record = await get(ctx, modelNamed(ctx.tenant.models, 'statistic'), sid, { flat: true })
  return { definition: definitionOf(record), name: String((ctx.lang === 'en' && record.name_en) || record.name) }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const isMeasure = (value: unknown): value is Measure => typeof value === 'string' && Object.hasOwn(MEASURES, value)

export function definitionOf(row: Readonly<Record<string, unknown>>): Definition {
  const measure = isMeasure(row.measure) ? row.measure : 'COUNT'
  return {
    entity: textOf(row.entity),
    iql: textOf(row.iql),
    row_by: textOf(row.row_by),
    column_by: textOf(row.column_by) || null,
    measure,
    measure_field: measure === 'COUNT' ? null : textOf(row.measure_field) || null,
    most: typeof row.most === 'number' ? row.most : null,
    as_of: textOf(row.as_of) || null,
  }
}

function prepare(_: Context, drafts: readonly DraftOf<'statistic'>[]) {
  for (const draft of drafts) {
    if (!draft.row.code) setValue(draft, 'code', `s_${draft.sid.replaceAll('-', '')}`)
    if (draft.row.measure === 'COUNT' && draft.row.measure_field) setValue(draft, 'measure_field', null)
    if (draft.row.share !== 'ROLES' && draft.row.role_sids) setValue(draft, 'role_sids', null)
  }
}

function check(ctx: Context, drafts: readonly DraftOf<'statistic'>[]) {
  const model = modelNamed(ctx.tenant.models, 'statistic')
  for (const draft of drafts) {
    checkShare(ctx, model, draft, {
      of_another: ['是他人的统计，只能由其本人或管理员修改', 'belongs to another person; only that person or an administrator may change it'],
      to_everyone: ['只有管理员可提供给全部用户', 'only administrators can share a statistic with everyone'],
    })
    if (draft.changed.has('code') && !STATISTIC_CODE.test(draft.row.code ?? ''))
      faultAt(ctx, model, draft, 'code', ['应为 s_ 加 6 至 40 个小写字母或数字', 'must be s_ and 6 to 40 lower-case letters or digits'])
    checkDefinition(ctx, model, draft)
  }
}

const DEFINED = ['entity', 'iql', 'row_by', 'column_by', 'measure', 'measure_field', 'as_of'] as const

/** Each faulty part is refused at its own field; the person who saves it needs access to all of it. */
function checkDefinition(ctx: Context, model: Model, draft: DraftOf<'statistic'>) {
  if (!DEFINED.some((code) => draft.changed.has(code))) return
  const definition = definitionOf(draft.row as RowValues)
  const of = ctx.tenant.models.all.get(definition.entity)
  if (!of) return faultAt(ctx, model, draft, 'entity', ['没有这类记录', 'There are no such records'])
  if (draft.changed.has('iql')) checkIql(ctx, model, draft, definition.iql)
  const kept = (...paths: readonly string[]) => definition.as_of !== null && refuseUnkept(ctx, of, paths)
  told(ctx, model, draft, 'iql', () => kept(...pathsIn(whereOf(definition.iql))))
  told(ctx, model, draft, 'row_by', () => {
    dimensionOf(ctx, of, definition.row_by)
    kept(definition.row_by)
  })
  if (definition.column_by === definition.row_by)
    faultAt(ctx, model, draft, 'column_by', ['行与列请选择不同的字段', 'Choose another field than that of the rows'])
  else
    told(ctx, model, draft, 'column_by', () => {
      dimensionOf(ctx, of, definition.column_by ?? '')
      kept(definition.column_by ?? '')
    })
  told(ctx, model, draft, 'measure_field', () => {
    const { path, currency } = measureOf(ctx, of, definition)
    kept(...(path?.split(BETWEEN) ?? []), ...(currency ? [currency] : []))
  })
  told(ctx, model, draft, 'as_of', () => dayOf(ctx, of, definition))
}

function told(ctx: Context, model: Model, draft: DraftOf<'statistic'>, field: (typeof DEFINED)[number], ask: () => unknown) {
  if (!draft.row[field] && field !== 'measure_field') return // required fields are refused by the engine
  try {
    ask()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    faultAt(ctx, model, draft, field, [error.words('zh'), error.words('en')])
  }
}

/** Undefined where it cannot be read, which `checkIql` tells. */
function whereOf(iql: string) {
  try {
    return parseIql(iql).where
  } catch (error) {
    if (error instanceof IqlError) return undefined
    throw error
  }
}

/** Its fields are not checked here: a reader is refused for a field that they may not read. */
function checkIql(ctx: Context, model: Model, draft: DraftOf<'statistic'>, iql: string) {
  try {
    if (parseIql(iql).order.length > 0) faultAt(ctx, model, draft, 'iql', ['统计的条件不含排序', 'takes no order'])
  } catch (error) {
    if (!(error instanceof IqlError)) throw error
    faultAt(ctx, model, draft, 'iql', [error.zh, error.en])
  }
}
