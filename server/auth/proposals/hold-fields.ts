// With two people for permission changes, some values wait while the rest of the write is done: people are also entered by files and by the HR system, and a secret of a provider is kept in no proposal.
import type { Model } from '../../../model/kit/model.ts'
import type { Context, Draft, Hooks, RowValues, Write } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { fieldsOf, modelNamed, nameOf } from '../../records/registry.ts'
import { setValue } from '../../records/write/checks/validate.ts'
import { warnAt } from '../../records/write/checks/warnings.ts'
import { type HeldWrite, isHolding, propose } from '../../records/proposals/holding.ts'
import { confirmersAmong } from './confirmers.ts'
import { PERMISSIONS } from './permission-holding.ts'

/** Changed values that wait; a new record is stored without them until they are confirmed. */
type Waiting = (ctx: Context, drafts: readonly Draft[], model: Model) => Promise<(draft: Draft) => readonly string[]>

export const heldFields: Part = {
  hooks: [
    { model: 'user_info', ...hooksOf('user_info', ofPeople) },
    { model: 'identity_provider', ...hooksOf('identity_provider', ofProviders) },
  ],
}

/** Held fields: roles of all people; of confirmers, also fields that identify their account at sign-in or password recovery. */
async function ofPeople(ctx: Context, drafts: readonly Draft[]): ReturnType<Waiting> {
  const others = drafts.flatMap(({ sid, before, changed }) =>
    before && sid !== ctx.actor.sid && SIGN_IN.some((code) => changed.has(code)) ? [sid] : [],
  )
  const confirmers = await confirmersAmong(ctx, others)
  return ({ sid }) => (confirmers.has(sid) && sid !== ctx.actor.sid ? ['role_sids', ...SIGN_IN] : ['role_sids'])
}

const SIGN_IN = ['email', 'mobile', 'job_number', 'sync_id', 'sync_name', 'sync_status']

/** A provider decides who signs in as whom: two people are needed to switch it on, and to change it while it is on. */
async function ofProviders(_ctx: Context, _drafts: readonly Draft[], model: Model): ReturnType<Waiting> {
  const decisive = fieldsOf(model).flatMap(([code, { secret, computed }]) => (secret || computed || NAMES.includes(code) ? [] : [code]))
  return ({ before, row }) => {
    if (row.status !== '1') return []
    return before?.status === '1' ? decisive : ['status']
  }
}

const NAMES = ['code', 'name', 'name_en', 'protocol', 'platform', 'remark', 'company_sid', 'signs_out']

const OFF: RowValues = { status: '0' }

function hooksOf(name: string, waiting: Waiting): Hooks {
  const wanted = new WeakMap<Draft, RowValues>()
  const asked = async (ctx: Context, drafts: readonly Draft[]) => {
    const model = modelNamed(ctx.tenant.models, name)
    const isAny = drafts.length > 0 && (await isHolding(ctx, PERMISSIONS))
    const codesOf = isAny ? await waiting(ctx, drafts, model) : () => []
    return drafts.flatMap((draft) => {
      const codes = codesOf(draft).filter((code) => draft.changed.has(code))
      return codes.length > 0 ? [{ draft, codes, model }] : []
    })
  }
  return {
    async check(ctx, drafts) {
      for (const { draft, codes, model } of await asked(ctx, drafts)) {
        for (const field of codes) warnAt(model, draft, { ...WAITS, field })
        if (draft.before) continue
        wanted.set(draft, valuesIn(codes, draft.row))
        for (const code of codes) setValue(draft, code, OFF[code] ?? null)
      }
    },
    async updating(ctx, drafts, write: Write) {
      const held = await asked(
        ctx,
        drafts.filter(({ before }) => before),
      )
      const writes = held.flatMap(({ draft, codes, model }) => writesOf(model, draft, valuesIn(codes, draft.row)))
      for (const { draft, codes } of held) for (const code of codes) setValue(draft, code, draft.before?.[code] ?? null)
      await write(ctx)
      for (const one of writes) propose(ctx, PERMISSIONS, one)
    },
    async written(ctx, drafts) {
      const model = modelNamed(ctx.tenant.models, name)
      for (const draft of drafts) for (const one of writesOf(model, draft, wanted.get(draft) ?? {})) propose(ctx, PERMISSIONS, one)
    },
  }
}

const WAITS = {
  code: 'waits_for_second',
  words: [
    '已提出，待另一管理员在“权限变更的确认”中确认后生效；此前保持不变',
    'were proposed and take effect when a second administrator confirms them under “Permission changes to confirm”; until then they stay as they are',
  ],
} as const

const valuesIn = (codes: readonly string[], row: RowValues): RowValues => Object.fromEntries(codes.map((code) => [code, row[code] ?? null]))

/** Roles are proposed separately. A change of a provider is judged as a whole, so its unchanged values are stored too. */
function writesOf(model: Model, { sid, before, row }: Draft, values: RowValues): HeldWrite[] {
  const { role_sids, ...others } = values
  const whole = model.name === 'identity_provider' ? fieldsOf(model).flatMap(([code, { secret, computed }]) => (secret || computed || code in others ? [] : [code])) : [] // oxfmt-ignore
  const isGiven = (part: RowValues) => Object.keys(part).length > 0
  return ['role_sids' in values ? { role_sids } : {}, others].filter(isGiven).map((proposed) => {
    const former = before
      ? valuesIn(Object.keys(proposed), before)
      : Object.fromEntries(Object.keys(proposed).map((code) => [code, OFF[code] ?? null]))
    return {
      entity: model.name,
      record_sid: sid,
      action: 'UPDATE',
      name: nameOf(model, row),
      former: { ...valuesIn(whole, row), ...former },
      proposed,
    }
  })
}
