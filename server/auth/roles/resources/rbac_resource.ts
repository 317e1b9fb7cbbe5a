import { searchResources } from '../../../../model/auth/roles/rbac-resource-actions.ts'
import { type Call, perform } from '../../../records/actions.ts'
import type { Context, DraftOf } from '../../../records/context.ts'
import type { Part } from '../../../records/modules.ts'
import { search } from '../../../records/query/search.ts'
import { modelNamed } from '../../../records/registry.ts'
import { faultAt, setValue } from '../../../records/write/checks/validate.ts'
import { refuseUnlessAdministrator } from '../../passwords/change-rules.ts'
import { fullRoles } from '../administrators.ts'
import { functionsByEndpoint } from './catalogue.ts'

/** Resources that an administrator adds or binds: their calls exist, and administrators keep every function. */
export const resources: Part = {
  hooks: [{ model: 'rbac_resource', prepare, check, deleted: keepersOnly, restored: keepersOnly }],
  actions: perform(searchResources, all),
}

/** As many as the product has functions, and as many again. */
const MAX_RESOURCES = 5000

function all({ ctx, model, body }: Call<typeof searchResources>) {
  return search(ctx, model, { rows: MAX_RESOURCES, iql: 'ORDER BY sort_by', ...body }, { most: MAX_RESOURCES })
}

async function prepare(ctx: Context, drafts: readonly DraftOf<'rbac_resource'>[]) {
  const bound = drafts.filter(({ row }) => (row.role_sids ?? []).length > 0)
  const keepers = bound.length > 0 ? await fullRoles(ctx) : []
  for (const draft of bound) setValue(draft, 'role_sids', [...new Set([...(draft.row.role_sids ?? []), ...keepers])])
  const made = drafts.filter(({ before, row }) => before === undefined && row.is_system !== true)
  const known = made.length > 0 || drafts.some(({ changed }) => changed.has('endpoints')) ? functionsByEndpoint(ctx.tenant) : undefined
  for (const draft of drafts) {
    if (!known || (draft.before && !draft.changed.has('endpoints')) || draft.row.is_system === true) continue
    const endpoints = (draft.row.endpoints ?? []).map(plain)
    if (draft.row.endpoints) setValue(draft, 'endpoints', endpoints)
    setValue(draft, 'functions', [...new Set(endpoints.flatMap((endpoint) => known.get(endpoint)?.code ?? []))])
  }
}

const plain = (endpoint: string) =>
  endpoint
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^\w+/, (method) => method.toUpperCase())

/** A function bound to roles limits all of them, so only administrators with every permission add or remove a binding. */
async function keepersOnly(ctx: Context) {
  refuseUnlessAdministrator(ctx, BINDING)
}

const BINDING = ['绑定功能的角色', 'bind functions to roles'] as const
const DECIDING = ['role_sids', 'endpoints', 'valid', 'bindable'] as const

function check(ctx: Context, drafts: readonly DraftOf<'rbac_resource'>[]) {
  const model = modelNamed(ctx.tenant.models, 'rbac_resource')
  if (drafts.some(({ before, row, changed }) => (before ? DECIDING.some((code) => changed.has(code)) : (row.role_sids ?? []).length > 0)))
    refuseUnlessAdministrator(ctx, BINDING)
  for (const draft of drafts) {
    const { row, changed } = draft
    if (changed.has('role_sids') && (row.role_sids ?? []).length > 0 && row.bindable === false)
      faultAt(ctx, model, draft, 'role_sids', ['人人都可使用，不能绑定角色', 'cannot be set: everybody may use it'])
    if (changed.has('path') && row.path && row.type === 'BUTTON') faultAt(ctx, model, draft, 'path', ['按钮没有地址', 'is not for buttons'])
    if (changed.has('endpoints') && row.is_system !== true && ctx.actor.sid !== null) checkEndpoints(ctx, draft)
  }
}

function checkEndpoints(ctx: Context, draft: DraftOf<'rbac_resource'>) {
  const model = modelNamed(ctx.tenant.models, 'rbac_resource')
  const known = functionsByEndpoint(ctx.tenant)
  const at = (words: readonly [string, string]) => faultAt(ctx, model, draft, 'endpoints', words)
  for (const endpoint of draft.row.endpoints ?? []) {
    const one = known.get(endpoint)
    if (!one) at([`没有这个接口：${endpoint}`, `no such endpoint: ${endpoint}`])
    else if (!one.bindable) at([`人人都可使用：${endpoint}`, `everybody may use it: ${endpoint}`])
  }
}
