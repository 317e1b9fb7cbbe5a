import { parseIql } from '../../../model/kit/iql/parse.ts'
import type { Model } from '../../../model/kit/model.ts'
import { compileCondition, joinsOf } from '../../records/query/condition.ts'
import { fieldOf, modelNamed } from '../../records/registry.ts'
import { faultAt } from '../../records/write/validate.ts'
import type { Part } from '../../records/modules.ts'
import { systemContext, type Context, type Draft } from '../../records/context.ts'

/** A grant names things that exist, and its query can be asked: a broken one would lock its role out of every list. */
export const grants: Part = {
  hooks: [{ model: 'role_grant', check: (ctx, drafts) => drafts.forEach((draft) => checkGrant(ctx, draft)) }],
}

function checkGrant(ctx: Context, draft: Draft) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  const { entity, data_scope, query } = draft.row
  const target = entity === '*' ? undefined : ctx.tenant.models.all.get(String(entity))
  if (entity !== '*' && !target) faultAt(ctx, model, draft, 'entity', ['没有这个对象', 'There is no such entity'])
  if (target?.derived)
    faultAt(ctx, model, draft, 'entity', [
      '它的权限取自各类案件的权限，不单独授予',
      'takes its permission from that of the kinds of case and is granted to nobody',
    ])
  if (data_scope === 'CUSTOM' && !query) faultAt(ctx, model, draft, 'query', ['自定义范围须填写条件', 'A scope by query needs its query'])
  if (query && !target) return faultAt(ctx, model, draft, 'query', ['条件只能用于单个对象', 'A query is for one entity only'])
  if (target && query) checkQuery(ctx, draft, target, String(query))
  if (!target) return
  for (const code of ['hidden_fields', 'read_only_fields']) {
    const unknown = ((draft.row[code] as string[] | null) ?? []).filter((field) => !fieldOf(target, field)) // an options column
    if (draft.changed.has(code) && unknown.length)
      faultAt(ctx, model, draft, code, [`没有字段：${unknown.join('、')}`, `There is no field ${unknown.join(', ')}`])
  }
}

function checkQuery(ctx: Context, draft: Draft, target: Model, query: string) {
  const model = modelNamed(ctx.tenant.models, 'role_grant')
  try {
    const { where } = parseIql(query)
    if (!where) return faultAt(ctx, model, draft, 'query', ['条件不能为空', 'asks for nothing'])
    compileCondition(joinsOf(systemContext(ctx.tenant), target), where)
  } catch (error) {
    faultAt(ctx, model, draft, 'query', reasonOf(error))
  }
}

/** What IQL finds wrong is said in both languages, as its own fault or as a refusal. */
function reasonOf(error: unknown): readonly [string, string] {
  if (error instanceof Error && 'zh' in error && 'en' in error) return [String(error.zh), String(error.en)]
  if (error instanceof Error && 'words' in error && typeof error.words === 'function') return [String(error.words('zh')), String(error.words('en'))]
  throw error
}
