// The verbs of every model, declared as actions are: body, response, permission, OpenAPI and the types of both sides follow.
import type { BatchWays } from './batch-modes.ts'
import { componentAt, componentName } from './wire/component-name.ts'
import { type ActionDeclaration, chosen, facts, type Fields, SEARCH, sidOf } from './action.ts'
import { boolean, type Field, integer, link, links, option, type Options, rows, string } from './fields.ts'
import type { Model } from './model.ts'
import { defineRoute } from './wire/route.ts'
import type { WireSchema } from './wire/wire.ts'
import { COUNTED, HISTORY, SCHEMA } from './wire/wire-schemas.ts'

/** The most records of one batch. */
export const MAX_BATCH = 100

const TEXTS = { type: 'array', items: { type: 'string' } } as const

/** A write that only a person can judge answers 412 with `warnings`, and is taken when their codes come back. */
export const CONFIRM = {
  confirm: facts<readonly string[]>('已看过的提醒的代码', 'Codes of the warnings that the caller confirmed', TEXTS, { keeps_empty: true }),
}

/** The inputs of a search; the query itself judges its own text. */
const QUERY = { ...SEARCH, iql: facts<string>('查询语句', 'Query', { type: 'string' }) }

type Entity<N extends string> = Pick<Model, 'zh' | 'en' | 'states' | 'inline' | 'shows'> & { name: N; fields: Readonly<Record<string, Field>> }

/** The verbs of one model. */
export const verbsOf = <const N extends string>(model: Entity<N>) => ({ ...reading(model), ...writing(model), ...ofTheBin(model), ...ofMany(model) })

export type Verbs = ReturnType<typeof verbsOf<string>>
export type VerbName = keyof Verbs

/** Fills in the model. */
const verbs =
  <const N extends string>(model: N) =>
  <const V extends Omit<ActionDeclaration, 'model'>>(declared: V) => ({ model, ...declared })

function reading<const N extends string>(model: Entity<N>) {
  const { name, zh, en } = model
  const verb = verbs(name)
  return {
    schema: verb({
      name: 'schema',
      zh: '字段、状态与可用操作',
      en: 'Fields, states and actions visible to the caller',
      methods: ['GET'],
      body: {},
      answer: facts<WireSchema>('模型', 'Model', SCHEMA),
      permission: 'person',
    }),
    search: verb({ name: 'search', zh: `查询：${zh}`, en: `Search: ${en}`, body: QUERY, answer: { page: name }, permission: 'search' }),
    count: verb({
      name: 'count',
      zh: '计数',
      en: 'Count',
      body: { iql: QUERY.iql },
      answer: { total: integer('总数', 'Total') },
      permission: 'count',
    }),
    aggregate: verb({
      name: 'aggregate',
      zh: '分组计数与求和',
      en: 'Counts and sums by group',
      body: {
        iql: QUERY.iql,
        by: facts<readonly string[]>('分组', 'Groups', TEXTS),
        sums: facts<readonly string[]>('求和', 'Sums', TEXTS),
        filled: boolean('连同有值的记录数', 'Also count the records that have a value to sum'),
        most: integer('最多计入的记录数', 'Maximum number of rows to count', { min: 1, max: 1_000_000 }),
        top: integer('只返回最大的若干组', 'Return only the largest groups, largest first', { min: 1, max: 2000 }),
      },
      answer: {
        record: facts<Counted[]>('各组', 'Groups', COUNTED),
        capped: boolean('只计入了一部分记录', 'Not all rows were counted', { optional: true }),
      },
      permission: 'count',
    }),
    history: verb({
      name: 'history',
      zh: '一条记录的变更',
      en: 'Change log of one record',
      body: { sid: sidOf(name) },
      answer: { record: facts<HistoryLine[]>('变更', 'Changes', HISTORY) },
      permission: 'get',
    }),
  }
}

function writing<const N extends string>(model: Entity<N>) {
  const { name, zh, en, shows = {} } = model
  const verb = verbs(name)
  const whole = { record: name, with: shows } as const
  return {
    create: verb({
      name: 'create',
      zh: `新建：${zh}`,
      en: `Create: ${en}`,
      body: written(name, neededFields(model), inlineOf(model)),
      answer: whole,
      permission: 'create',
    }),
    update: verb({
      name: 'update',
      zh: `修改：${zh}`,
      en: `Update: ${en}`,
      body: written(name, ['sid'], inlineOf(model)),
      answer: whole,
      permission: 'update',
    }),
    transition: verb({
      name: 'transition',
      zh: '变更状态',
      en: 'Take a transition',
      body: written(name, ['sid', 'transition'], { transition: transitionOf(model) }),
      answer: whole,
      permission: 'transition',
    }),
    delete: verb({
      name: 'delete',
      zh: '移入回收站',
      en: 'Move to the recycle bin',
      body: { sid: sidOf(name) },
      rest: 'sid',
      answer: { sid: sidOf(name) },
      permission: 'delete',
    }),
  }
}

function ofTheBin<const N extends string>(model: Entity<N>) {
  const { name, zh, en } = model
  const verb = verbs(name)
  return {
    search_deleted: verb({
      name: 'search_deleted',
      zh: `查询回收站：${zh}`,
      en: `Search the recycle bin: ${en}`,
      body: QUERY,
      answer: { page: name },
      permission: 'delete',
    }),
    restore: verb({
      name: 'restore',
      zh: '从回收站恢复',
      en: 'Restore from the recycle bin',
      body: { sids: chosenOf(name), sid: link('记录', 'Record', { to: name }) },
      rest: 'sid',
      answer: { sids: chosen(name) },
      permission: 'delete',
    }),
  }
}

const WARNINGS = { ...facts<string[]>('提醒', 'Warnings', { type: 'array', items: { type: 'string' } }), optional: true as const }

/** The mode of each field that is not simply set: append to it, or replace a part of it. */
export const WAYS = facts<BatchWays>('修改方式', 'Modes of the changes', { type: 'object' })

function ofMany<const N extends string>(model: Entity<N>) {
  const { name } = model
  const verb = verbs(name)
  return {
    batch_update: verb({
      name: 'batch_update',
      zh: '批量修改：全部成功或全部不改',
      en: 'Change several records, all or none',
      body: {
        sids: chosenOf(name),
        changes: facts<Record<string, unknown>>('修改的字段', 'Changed fields', { type: 'object' }),
        modes: WAYS,
        ...CONFIRM,
      },
      answer: {
        batch_sid: link('批次', 'Batch', { to: 'batch_edit' }),
        count: integer('实际改变的条数', 'Number of records that changed'),
        warnings: WARNINGS,
      },
      permission: 'update',
    }),
    batch_delete: verb({
      name: 'batch_delete',
      zh: '批量移入回收站',
      en: 'Delete several records, all or none',
      body: { sids: chosenOf(name) },
      answer: { sids: chosen(name) },
      permission: 'delete',
    }),
    batch_transition: verb({
      name: 'batch_transition',
      zh: '批量变更状态',
      en: 'Change the status of several records',
      body: written(name, ['sids', 'transition'], {
        sids: chosenOf(name),
        transition: transitionOf(model),
        each: boolean('逐条办理', 'Process each record separately'),
      }),
      answer: {
        done: integer('已办理', 'Done'),
        failed: integer('未办理', 'Failed'),
        record: rows('各记录', 'Records', OUTCOME),
        batch_sid: link('批次', 'Batch', { to: 'batch_edit', nullable: true }),
      },
      permission: 'transition',
    }),
  }
}

const written = (record: string, needs: readonly string[], more: Fields = {}) => ({ records: [record], with: { ...more, ...CONFIRM }, needs })
const chosenOf = <const N extends string>(to: N) => links('所选记录', 'Chosen records', { to, max: MAX_BATCH })
const transitionOf = ({ states }: Pick<Model, 'states'>) => option('状态变更', 'Transition', optionsIn(states), { required: true })

/** One record, with the abilities of the caller on it. */
export const readRecord = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/:model/:sid',
  tag: ':model',
  call: 'get',
  zh: '一条记录',
  en: 'One record',
  path: { sid: sidOf(':model') },
  query: { flat: option('引用只给主键', 'References as IDs', { '0': ['否', 'No'], '1': ['是', 'Yes'] }) },
  answer: { record: ':model' },
  permission: 'get',
  of: ':model',
})

/** Like `do/schema`. */
export const readModel = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/:model',
  tag: ':model',
  call: 'describe',
  zh: '字段、状态与可用操作',
  en: 'Fields, states and actions visible to the caller',
  answer: facts<WireSchema>('模型', 'Model', SCHEMA),
  permission: 'person',
  of: ':model',
})

export type HistoryLine = {
  sid: string
  action: string
  source: string | null
  reason: string | null
  created_at: string
  created_by: { sid: string; name: string } | null
  changes: { field: string; old: unknown; new: unknown }[]
}

/** Counts and exact sums of one group; a reference in `by` is `{sid, name}`. */
export type Counted = { by: Record<string, unknown>; count: number; sums: Record<string, string>; filled?: Record<string, number> }

const OUTCOME = {
  sid: link('记录', 'Record', { to: 'record', required: true }),
  ok: boolean('已办理', 'Done', { required: true }),
  message: string('原因', 'Reason', { optional: true }),
} as const

/** Values required to create a record. */
export const neededFields = ({ fields }: Pick<Model, 'fields'>) =>
  Object.entries<Field>(fields)
    .filter(([, field]) => field.required && !field.computed && !field.auto_number && field.default === undefined)
    .map(([code]) => code)

/** Records of other models that may be sent with the record; an update replaces the list, keeping those that it names. */
const inlineOf = ({ inline = {} }: Pick<Model, 'inline'>): Fields =>
  Object.fromEntries(
    Object.entries(inline).map(([code, { model }]) => [
      code,
      facts<unknown[]>(code, code, { type: 'array', items: { $ref: componentAt(`${componentName(model)}Input`) } }),
    ]),
  )

const optionsIn = (states: Model['states']): Options =>
  Object.fromEntries(Object.entries(states?.transitions ?? {}).map(([code, { zh, en }]) => [code, [zh, en] as const]))
