import { readListSettings } from '../../model/settings/setting-actions.ts'
import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import { type Call, perform } from '../records/actions.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt } from '../records/write/checks/validate.ts'
import type { Part } from '../records/modules.ts'
import type { Context, Draft, DraftOf } from '../records/context.ts'
import { refuse } from '../errors.ts'

/** Each person has one setting under a key; a shared one is readable in the company and changeable only by its owner. */
export const personalSettings: Part = {
  hooks: [
    {
      model: 'user_define_config',
      check: async (ctx, drafts) => {
        await checkOwn(ctx, drafts)
        checkSizes(ctx, drafts)
      },
      deleted: async (ctx, rows) => {
        if (ctx.actor.sid && rows.some((row) => row.created_by !== ctx.actor.sid)) refuse('not_found')
      },
    },
  ],
  rowVisibility: { user_define_config: { also: sharedHere, only: ownOrShared } },
  actions: perform(readListSettings, readOwn),
}

const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })

function sharedHere({ actor }: Context): Condition | undefined {
  if (actor.platform === 2 || actor.companies.length === 0) return undefined
  return {
    kind: 'and',
    of: [
      { kind: 'compare', op: '=', path: ['shared'], at: GIVEN, value: { kind: 'boolean', value: true, at: GIVEN } },
      { kind: 'in', path: ['company_sid'], at: GIVEN, negated: false, values: actor.companies.map(text) },
    ],
  }
}

/** Also for an administrator: how others arrange their lists is theirs. */
function ownOrShared(ctx: Context): Condition | undefined {
  const { sid } = ctx.actor
  if (sid === null) return undefined
  const own: Condition = { kind: 'compare', op: '=', path: ['created_by'], at: GIVEN, value: text(sid) }
  const shared = sharedHere(ctx)
  return shared ? { kind: 'or', of: [own, shared] } : own
}

async function checkOwn(ctx: Context, drafts: readonly DraftOf<'user_define_config'>[]) {
  const model = modelNamed(ctx.tenant.models, 'user_define_config')
  for (const draft of drafts) {
    if (draft.before && draft.before.created_by !== ctx.actor.sid)
      faultAt(ctx, model, draft, 'config', ['是他人的设置', 'is a setting of another person'])
    if (ctx.actor.platform === 2 && draft.row.shared === true)
      faultAt(ctx, model, draft, 'shared', ['代理机构的设置不能共享', 'settings of an agency cannot be shared'])
    if (draft.before && !draft.changed.has('config_key')) continue
    const duplicate = await ctx.db
      .selectFrom('user_define_config')
      .select('sid')
      .where('config_key', '=', draft.row.config_key)
      .where('created_by', '=', ctx.actor.sid)
      .where('sid', '!=', draft.sid)
      .executeTakeFirst()
    if (duplicate) faultAt(ctx, model, draft, 'config_key', ['已有此项设置', 'already exists; change the existing setting'])
  }
}

/** One's own. */
async function readOwn({ ctx: { db, actor }, body }: Call<typeof readListSettings>) {
  const key = body.config_key ?? body.key
  if (!key) return refuse('bad_request', { why_zh: '请给出 config_key', why_en: 'config_key is needed' })
  const row = await db
    .selectFrom('user_define_config')
    .select(['sid', 'config'])
    .where('config_key', '=', key)
    .where('created_by', '=', actor.sid)
    .executeTakeFirst()
  return { config_key: key, sid: row ? row.sid : null, config: row?.config ?? null }
}

const MAX_ENTRIES: Readonly<Record<string, number>> = { columns: 20, quick: 6, quick_entries: 6 }

/** A list has so many columns, the home page so many quick entries. */
function checkSizes(ctx: Context, drafts: readonly Draft[]) {
  const model = modelNamed(ctx.tenant.models, 'user_define_config')
  for (const draft of drafts) {
    const { config } = draft.row
    if (!draft.changed.has('config') || typeof config !== 'object' || config === null) continue
    for (const [key, list] of Object.entries(config)) {
      const most = Object.hasOwn(MAX_ENTRIES, key) ? MAX_ENTRIES[key] : undefined
      if (most && Array.isArray(list) && list.length > most)
        faultAt(ctx, model, draft, 'config', [`${key} 最多 ${most} 项`, `takes at most ${most} entries in ${key}`])
    }
  }
}
